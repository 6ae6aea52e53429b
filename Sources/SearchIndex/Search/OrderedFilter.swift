import Files
import Services
import Synchronization
import Threads

/// Asks many things the same question on several threads, and stops once enough of the first ones
/// said yes.
final class OrderedFilter<Found: Sendable>: Sendable {
  /// Asks about one, by its number; each thread makes its own.
  typealias Question = (Int) throws(NoteIndexError) -> Found?

  private struct State {
    var next = 0
    /// Chunks that are done while one before them is not.
    var waiting: [Int: [Found]] = [:]
    var done = 0
    var found: [Found] = []
    var failure: NoteIndexError?
    var isOver = false
  }

  private let count: Int
  private let limit: Int
  private let chunk: Int
  private let state = Mutex(State())

  /// At most `limit` of `count`, and one more where there is.
  private init(count: Int, limit: Int, chunk: Int) {
    self.count = count
    self.limit = limit
    self.chunk = chunk
  }

  static func first(
    _ limit: Int, of count: Int, chunk: Int = 64,
    makeQuestion: @escaping @Sendable () -> Question
  ) throws(NoteIndexError) -> [Found] {
    let filter = OrderedFilter(count: count, limit: limit, chunk: chunk)
    let helpers = count > chunk ? OwnThread.usefulCount - 1 : 0
    OwnThread.withHelp(of: helpers) {
      filter.work(makeQuestion(), isCancelled: { false })
    } _: { askForHelp in
      askForHelp()
      filter.work(makeQuestion(), isCancelled: { Task.isCancelled })
    }
    return try filter.state.withLock { (state) throws(NoteIndexError) in
      if let failure = state.failure { throw failure }
      return Array(state.found.prefix(limit == .max ? limit : limit + 1))
    }
  }

  private func work(_ question: Question, isCancelled: () -> Bool) {
    while let number = state.withLock({ state -> Int? in
      if state.isOver || state.next * chunk >= count { return nil }
      defer { state.next += 1 }
      return state.next
    }) {
      do throws(NoteIndexError) {
        if isCancelled() { throw .cancelled }
        var found: [Found] = []
        for index in (number * chunk)..<min(count, (number + 1) * chunk) {
          if let one = try question(index) { found.append(one) }
        }
        settle(number, found)
      } catch {
        state.withLock { state in
          if state.failure == nil { state.failure = error }
          state.isOver = true
        }
      }
    }
  }

  private func settle(_ number: Int, _ found: [Found]) {
    state.withLock { state in
      state.waiting[number] = found
      while let next = state.waiting.removeValue(forKey: state.done) {
        state.found += next
        state.done += 1
      }
      if state.found.count > limit { state.isOver = true }
    }
  }
}
