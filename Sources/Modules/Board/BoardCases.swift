import Boards
import Entities
package import Services
package import UseCases

/// The use cases for boards: read one, change it and undo that. Cards are ticked by the same rules
/// as other tasks. A change applies to the board as the note has it by then; it fails if the card
/// is gone.
package struct BoardCases: Sendable {
  private let store: any NoteStore
  private let tasks: TaskCases

  package init(store: any NoteStore, tasks: TaskCases) { (self.store, self.tasks) = (store, tasks) }

  var now: CivilTime { tasks.now }
  /// The date and the rules for ticking a card now.
  var ticking: BoardTicking { BoardTicking(today: tasks.today, rules: tasks.rules) }

  func read(
    _ note: NoteID
  ) async throws(BoardFailure) -> (board: BoardText, title: String, rules: TaskRules) {
    let found = try await rethrow(
      (await store.read(note), await store.summary(of: note).title), as: BoardFailure.store)
    return (try board(found.0, of: note), found.1, tasks.rules)
  }

  /// Carries out a change made for the board `seen`; `last` is the step before it, for undo.
  func carryOut(
    _ change: BoardChange, to note: NoteID, asSeen seen: BoardText, after last: BoardStep?
  ) async throws(BoardFailure) -> (board: BoardText, step: BoardStep) {
    try await changing(note) { (now) throws(BoardFailure) in
      do throws(BoardProblem) {
        return try now.step(try now.rebased(change, from: seen), after: last)
      } catch .task(let reason) {
        throw .store(TaskCases.refusal(of: note, reason))
      } catch {
        throw .problem(error)
      }
    }
  }

  func undo(_ last: BoardStep, in note: NoteID) async throws(BoardFailure) -> BoardText {
    try await changing(note) { (now) throws(BoardFailure) in
      guard let before = now.takingBack(last) else { throw .changedSince }
      return (before, last)
    }.board
  }

  // MARK: The note

  /// Changes the note under its write lock; makes the change again if another program writes first.
  private func changing(
    _ note: NoteID, _ make: (BoardText) throws(BoardFailure) -> (board: BoardText, step: BoardStep)
  ) async throws(BoardFailure) -> (board: BoardText, step: BoardStep) {
    let made = try await rethrow(
      await store.inTurn(at: note) { () async throws(NoteStoreError) in
        let content = try await store.read(note)
        let made: (board: BoardText, step: BoardStep)
        do throws(BoardFailure) {
          made = try make(try board(content, of: note))
        } catch {
          return Result<(board: BoardText, step: BoardStep), BoardFailure>.failure(error)
        }
        if made.board.bytes != content.bytes {
          _ = try await store.save(made.board.bytes, to: note, replacing: content.stamp)
        }
        return .success(made)
      }, as: BoardFailure.store)
    return try made.get()
  }

  private func board(
    _ content: NoteContent, of note: NoteID
  ) throws(BoardFailure) -> BoardText {
    guard let board = BoardText(content.bytes) else { throw .isNoBoard(note) }
    return board
  }
}

enum BoardFailure: Error, Equatable {
  case store(NoteStoreError)
  case problem(BoardProblem)
  case isNoBoard(NoteID)
  /// The file no longer has the result of the last change.
  case changedSince
}
