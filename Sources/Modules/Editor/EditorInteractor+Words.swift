import Services
import TextEngine
import Viper

/// Words are counted behind: all of them once, and then what edits changed, when nobody types.
extension EditorInteractor {
  struct Counting {
    var counter: WordCounter?
    /// Edits that the counter has not seen.
    var pending: [Edit] = []
    var isUnderWay = false
    var timer: Timer?
    /// So many are held one by one: with many cursors each key makes hundreds.
    static let mostEdits = 1_000
    /// Words of larger texts are not counted.
    static let most = 16 << 20
    /// How long after an edit the words are counted again.
    static let pause = Duration.milliseconds(500)
    /// So many of those pass at most where somebody goes on typing.
    static let mostPauses = 6
  }

  var wordCount: Int? { counting.counter?.count }

  /// Of some parts of the text as it is now; nil where the note is closed meanwhile.
  func countWords(
    in ranges: [Range<ByteOffset>], then use: @escaping @MainActor (Int?) -> Void
  ) {
    let text = text
    scope.run(
      { WordCounter.count(in: ranges, of: text) { Task.isCancelled } },
      then: { use((try? $0.get()) ?? nil) })
  }

  func countAllWords() {
    counting.timer?.cancel()
    counting = Counting()
    // Nobody reads more than this at once.
    if text.byteCount > Counting.most { return }
    counting.isUnderWay = true
    let text = text
    scope.run(
      { WordCounter(of: text, isCancelled: { Task.isCancelled }) },
      then: { [weak self] counter in self?.counted((try? counter.get()) ?? nil) })
  }

  func countWords(after edit: Edit) {
    guard counting.counter != nil || counting.isUnderWay else { return }
    counting.pending.append(edit)
    if counting.pending.count > Counting.mostEdits, let all = counting.pending.composed {
      counting.pending = [all]
    }
    if !counting.isUnderWay, counting.timer == nil { planCounting() }
  }

  /// While somebody types it waits on: each count is a frame of its own, between two keys.
  private func planCounting(pauses: Int = 1) {
    let before = counting.pending.count
    counting.timer = services.scheduler?.schedule(after: Counting.pause) { [weak self] in
      guard let self else { return }
      if counting.pending.count > before, pauses < Counting.mostPauses {
        planCounting(pauses: pauses + 1)
      } else {
        countPending()
      }
    }
  }

  /// At once, for a moment at which everything comes to rest.
  func countPending() {
    counting.timer?.cancel()
    counting.timer = nil
    if counting.pending.isEmpty { return }
    guard let counter = counting.counter, !counting.isUnderWay else { return }
    counting.isUnderWay = true
    let edits = counting.pending
    counting.pending = []
    scope.run(
      {
        var counter = counter
        for edit in edits { counter.apply(edit) }
        return counter
      },
      then: { [weak self] counter in self?.counted(try? counter.get()) })
  }

  private func counted(_ counter: WordCounter?) {
    counting.isUnderWay = false
    guard let counter else { return }
    counting.counter = counter
    send(.wordsCounted)
    if !counting.pending.isEmpty { planCounting() }
  }
}
