import Services
import TextEngine
import Viper

/// What far lines make of what is in sight is learned while nobody types.
@MainActor
final class BackgroundHighlighting {
  private let scene: EditorScene
  private var timer: Timer?
  /// What comes next; nil: nothing.
  private(set) var planned: Part?
  private let latest = Latest()
  /// Slices since the last rest.
  private var slices = 0

  enum Part {
    /// What stands right behind an edit: little, and perhaps in sight.
    case near
    /// All that is not known yet.
    case far
  }

  /// Far lines do not disturb typing.
  private static let afterTyping = Duration.milliseconds(100)
  private static let soon = Duration.milliseconds(1)
  /// Bytes at a time. A key that comes just then waits for them.
  private static let slice = 1 << 14
  /// So many, each after a look for keys, before others have the processor for a while.
  private static let slicesBeforeRest = 4

  private func pause(after part: Part) -> Duration {
    if part == .near { return Self.afterTyping }
    slices = (slices + 1) % Self.slicesBeforeRest
    return slices == 0 ? Self.soon : .zero
  }
  /// What is done to all of a text of this size is done in a moment.
  private static let quick = 8 << 20

  init(_ scene: EditorScene) { self.scene = scene }

  func stop() { timer?.cancel() }

  func plan(_ part: Part = .far) {
    if planned == part || planned == .near { return }
    learn(part, after: Self.soon)
  }

  private func learn(_ part: Part, after pause: Duration) {
    planned = part
    let learn = latest.only { [weak self] in
      guard let self else { return }
      planned = nil
      let progress = scene.page.learn(scene.text, Self.slice)
      if progress.changesVisible { scene.updateRows() }
      if !progress.isFinished { self.learn(.far, after: self.pause(after: part)) }
    }
    whenNobodyWaits(for: pause, learn)
  }

  /// With the next turn, or after a pause where the text is large; one call's takes the place of the
  /// last one's that still waits.
  private func whenNobodyWaits(for pause: Duration, _ body: @escaping @MainActor () -> Void) {
    // What takes long holds nobody up, not even a script that waits for everything to be done.
    guard scene.text.byteCount > Self.quick, let scheduler = scene.interactor.services.scheduler
    else { return scene.afterFrame(body) }
    timer?.cancel()
    timer = scheduler.schedule(after: pause, body)
  }
}
