import Entities
import Services
import Synchronization
import Threads

/// Answers a condition from the files alone, newest first: the same notes as with an index.
struct FileSearch {
  let files: any VaultFiles

  /// Returns at most `limit`, and one more if there is one.
  func run(_ condition: Condition, limit: Int) throws(NoteIndexError) -> [Found] {
    let condition = condition.ordered
    if !condition.asksForTime, let found = try visiting(condition, limit) { return found }
    return try newestFirst(condition, limit)
  }

  // MARK: The newest first

  private func newestFirst(
    _ condition: Condition, _ limit: Int
  ) throws(NoteIndexError) -> [Found] {
    var survey = files.survey(isCancelled: { Task.isCancelled })
    if Task.isCancelled { throw .cancelled }
    survey.sortNewestFirst()
    let (files, notes) = (files, survey)
    return try OrderedFilter.first(limit, of: notes.entries.count) {
      let tester = NoteTester(files)
      return { (index) throws(NoteIndexError) in
        let entry = notes.entries[index]
        let candidate = Candidate(
          id: NoteID(notes.path(of: entry)), title: nil,
          modified: entry.fact.modified.wholeNanoseconds,
          isReadable: entry.fact.obstacle == nil)
        guard try tester.fits(condition, candidate) else { return nil }
        return Found(
          id: candidate.id, title: tester.title, modified: candidate.modified,
          isReadable: candidate.isReadable)
      }
    }
  }

  // MARK: All, in no order

  private struct Visited {
    var looked = 0
    var found: [Found] = []
    var failure: NoteIndexError?
    /// Many of the first ones match, so testing the newest first is faster.
    var areMany = false

    var isOver: Bool { areMany || failure != nil }

    mutating func take(_ one: Found, after looks: Int, _ limit: Int) {
      looked += looks
      found.append(one)
      if found.count / 2 > limit, looked / FileSearch.firstLooks <= limit { areMany = true }
    }
  }

  /// The number of notes per wanted one after which a condition counts as rare. More than one match
  /// in a hundred is many, and then this was a small part of the work.
  private static let firstLooks = 200

  /// Tests all notes in no order, because for rare matches that is faster than sorting all notes by
  /// time. Returns nil if there are many matches, or if the vault cannot be visited.
  private func visiting(
    _ condition: Condition, _ limit: Int
  ) throws(NoteIndexError) -> [Found]? {
    let visited = Mutex(Visited())
    let files = files
    let canVisit = files.visit(
      isCancelled: { Task.isCancelled || visited.withLock(\.isOver) },
      by: { bytes in
        let tester = NoteTester(bytes)
        var looks = 0
        return { note in
          looks += 1
          do throws(NoteIndexError) {
            guard let found = try Self.look(at: note, condition, tester, files) else { return }
            visited.withLock { $0.take(found, after: looks, limit) }
            looks = 0
          } catch {
            visited.withLock { $0.failure = $0.failure ?? error }
          }
        }
      })
    if !canVisit { return nil }
    if Task.isCancelled { throw .cancelled }
    let all = visited.withLock { $0 }
    if let failure = all.failure { throw failure }
    if all.areMany { return nil }
    let found = all.found.sorted {
      $0.modified != $1.modified ? $0.modified > $1.modified : $0.id.path < $1.id.path
    }
    return Array(found.prefix(limit == .max ? limit : limit + 1))
  }

  private static func look(
    at note: NoteID, _ condition: Condition, _ tester: NoteTester, _ files: any VaultFiles
  ) throws(NoteIndexError) -> Found? {
    guard try tester.fits(condition, Candidate(id: note, title: nil, modified: 0)) else {
      return nil
    }
    // It is gone, or a link to a folder.
    guard let fact = files.facts(of: note) else { return nil }
    return Found(
      id: note, title: tester.title, modified: fact.modified.wholeNanoseconds,
      isReadable: fact.obstacle == nil)
  }
}

/// Filters many items on several threads, and stops once enough of the first ones match.
final class OrderedFilter<Found: Sendable>: Sendable {
  /// Tests one item by its number; each thread makes its own.
  typealias Question = (Int) throws(NoteIndexError) -> Found?

  private struct State {
    var next = 0
    /// Finished chunks that come after an unfinished one.
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

  /// Finds at most `limit` of `count`, and one more if there is one.
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
    let helpers = count > chunk ? DedicatedThread.usefulCount - 1 : 0
    DedicatedThread.withHelp(of: helpers) {
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
        finish(number, found)
      } catch {
        state.withLock { state in
          if state.failure == nil { state.failure = error }
          state.isOver = true
        }
      }
    }
  }

  private func finish(_ number: Int, _ found: [Found]) {
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
