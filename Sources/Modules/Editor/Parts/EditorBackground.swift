import TextEngine
import Viper

/// What is worked out while the person types on: the colors that far lines give to those in sight, and
/// how many words are selected.
@MainActor
final class EditorBackground {
  private unowned let scene: EditorScene

  init(_ scene: EditorScene) { self.scene = scene }

  func stop() { timer?.cancel() }

  // MARK: - Colors

  private var timer: Timer?
  /// What comes next; nil: nothing.
  private(set) var planned: Part?
  private let latest = Latest()
  /// Slices since the last rest.
  private var slices = 0

  enum Part {
    /// What is right behind an edit: little, and perhaps in sight.
    case near
    /// All that is not known yet.
    case far
  }

  /// Far lines do not disturb typing.
  private static let afterTyping = Duration.milliseconds(100)
  private static let soon = Duration.milliseconds(1)
  /// Bytes at a time. A key that comes just then waits for them.
  private static let slice = 1 << 14
  /// Slices, each after a look for keys, before others have the processor for a while.
  private static let slicesBeforeRest = 4
  /// All of a text of this size is colored in a moment.
  private static let quick = 8 << 20

  func planColors(_ part: Part = .far) {
    if planned == part || planned == .near { return }
    color(part, after: Self.soon)
  }

  private func color(_ part: Part, after pause: Duration) {
    planned = part
    let color = latest.only { [weak self] in
      guard let self else { return }
      planned = nil
      let progress = scene.page.learn(scene.text, Self.slice)
      if progress.changesVisible { scene.updateRows() }
      if !progress.isFinished { self.color(.far, after: self.pause(after: part)) }
    }
    // What takes long delays nothing, not even a script that waits for everything to be done.
    if scene.text.byteCount > Self.quick {
      timer?.cancel()
      timer = scene.interactor.schedule(after: pause, color)
      if timer != nil { return }
    }
    scene.afterFrame(color)
  }

  private func pause(after part: Part) -> Duration {
    if part == .near { return Self.afterTyping }
    slices = (slices + 1) % Self.slicesBeforeRest
    return slices == 0 ? Self.soon : .zero
  }

  // MARK: - Selected words

  /// What was counted last, or is to be.
  private var ranges: [Range<ByteOffset>] = []
  private var revision = 0
  private var isCounting = false

  /// In bytes: their words are counted for the frame.
  private static let few = 1 << 12

  /// Once for each frame.
  func countSelectedWords() {
    // What is found is selected too.
    let isAsked = scene.isEditable && scene.state.bar == nil
    let snapshot = scene.snapshot
    let ranges = isAsked ? snapshot.selections.all.map(\.range).filter { !$0.isEmpty } : []
    if ranges == self.ranges, snapshot.revision == revision { return }
    (self.ranges, revision) = (ranges, snapshot.revision)
    if ranges.isEmpty { return show(nil) }
    if Self.areFew(ranges) {
      return show(WordCounter.count(in: ranges, of: snapshot.text) { false })
    }
    countMany()
  }

  private static func areFew(_ ranges: [Range<ByteOffset>]) -> Bool {
    ranges.reduce(0) { $0 + $1.byteCount } <= few
  }

  private func countMany() {
    if isCounting { return }
    isCounting = true
    let (ranges, revision) = (ranges, revision)
    scene.interactor.ask(.words(in: ranges)) { [weak self] count in
      guard let self else { return }
      isCounting = false
      if ranges == self.ranges, revision == self.revision { return show(count) }
      // It was another selection.
      if !Self.areFew(self.ranges) { countMany() }
    }
  }

  private func show(_ count: Int?) {
    if count == scene.selectedWords { return }
    scene.selectedWords = count
    scene.showState()
  }
}
