import TextEngine
import Viper

/// Counts the words of a text in the background: all of them once, then those that edits changed, in
/// pauses of the typing.
@MainActor
final class WordCounting {
  /// Called with each new count.
  var onCount: () -> Void = {}

  private let scope: WorkScope
  private let scheduler: (any Scheduler)?
  private var counter: WordCounter?
  /// Edits that are not counted yet.
  private var pending: [Edit] = []
  private var isUnderWay = false
  private var timer: Timer?

  /// With more edits than this they are joined: with many cursors each key makes hundreds.
  private static let mostEdits = 1_000
  /// The largest text whose words are counted, in bytes.
  private static let largestText = 16 << 20
  /// The time between an edit and a new count.
  private static let pause = Duration.milliseconds(500)
  /// The number of pauses after which words are counted although typing continues.
  private static let mostPauses = 6

  init(_ scope: WorkScope, _ scheduler: (any Scheduler)?) {
    (self.scope, self.scheduler) = (scope, scheduler)
  }

  /// Nil while unknown.
  var count: Int? { counter?.count }

  func countAll(of text: Rope) {
    stop()
    (counter, pending, isUnderWay) = (nil, [], false)
    if text.byteCount > Self.largestText { return }
    isUnderWay = true
    scope.run(
      { WordCounter(of: text, isCancelled: { Task.isCancelled }) },
      then: { [weak self] counter in self?.counted((try? counter.get()) ?? nil) })
  }

  func count(after edit: Edit) {
    guard counter != nil || isUnderWay else { return }
    pending.append(edit)
    if pending.count > Self.mostEdits, let all = pending.composed { pending = [all] }
    if !isUnderWay, timer == nil { schedule() }
  }

  /// Waits longer while someone types, because each count is a frame of its own between two keys.
  private func schedule(pauses: Int = 1) {
    let before = pending.count
    timer = scheduler?.schedule(after: Self.pause) { [weak self] in
      guard let self else { return }
      if pending.count > before, pauses < Self.mostPauses {
        schedule(pauses: pauses + 1)
      } else {
        countPending()
      }
    }
  }

  /// Counts without a pause, for instance after a save.
  func countPending() {
    stop()
    if pending.isEmpty { return }
    guard let counter, !isUnderWay else { return }
    isUnderWay = true
    let edits = pending
    pending = []
    scope.run(
      {
        var counter = counter
        for edit in edits { counter.apply(edit) }
        return counter
      },
      then: { [weak self] counter in self?.counted(try? counter.get()) })
  }

  private func counted(_ counter: WordCounter?) {
    isUnderWay = false
    guard let counter else { return }
    self.counter = counter
    onCount()
    if !pending.isEmpty { schedule() }
  }

  func stop() {
    timer?.cancel()
    timer = nil
  }
}
