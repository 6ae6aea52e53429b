import TextEngine
import Viper

/// Work between keys: colors beyond the visible rows, and the count of selected words.
@MainActor
final class EditorBackground {
  private unowned let scene: EditorScene

  init(_ scene: EditorScene) { self.scene = scene }

  func stop() { timer?.cancel() }

  // MARK: - Colors

  private var timer: Timer?
  /// The next slice; nil if none is planned.
  private(set) var planned: Part?
  private let latest = Latest()
  /// Slices since the last rest.
  private var slices = 0

  enum Part {
    /// Right behind an edit: little, and perhaps in sight.
    case near
    /// The rest of the text.
    case far
  }

  /// Far lines do not disturb typing.
  private static let afterTyping = Duration.milliseconds(100)
  private static let soon = Duration.milliseconds(1)
  /// The bytes of a slice. A key that comes meanwhile waits for it.
  private static let slice = 1 << 14
  /// How many slices, with keys handled in between, before a pause for other programs.
  private static let slicesBeforeRest = 4
  /// A text up to this size is colored in a moment.
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
      let progress = scene.page.highlighter.advance(in: scene.text, budget: Self.slice)
      if progress.changesVisible { scene.updateRows() }
      if !progress.isFinished { self.color(.far, after: self.pause(after: part)) }
    }
    // Long work must not delay a script that waits for everything to be done.
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

  /// The count of selected words; nil without a selection.
  private(set) var selectedWords: Int?
  /// The ranges that were counted last, or will be.
  private var ranges: [Range<ByteOffset>] = []
  private var revision = 0
  private var isCounting = false

  /// The bytes whose words are counted within a frame.
  private static let few = 1 << 12

  /// Called once a frame.
  func countSelectedWords() {
    // A match is selected too, and not counted.
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
      // The selection changed meanwhile.
      if !Self.areFew(self.ranges) { countMany() }
    }
  }

  private func show(_ count: Int?) {
    if count == selectedWords { return }
    selectedWords = count
    scene.showState()
  }
}
