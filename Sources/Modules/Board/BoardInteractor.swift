import Boards
import Entities
import Services
import Viper

/// Reads a board, and changes it in its file.
@MainActor
final class BoardInteractor: BoardInteracting {
  weak var output: (any BoardInteractorOutput)?

  private let note: NoteID
  private let services: BoardServices
  private let scope: WorkScope
  /// As it was read or written last.
  private var board: BoardText?
  /// What can be taken back, the last at the end.
  private var done: [BoardStep] = []
  private let latest = Latest()

  /// More than that are not taken back.
  private static let mostSteps = 50

  init(_ note: NoteID, services: BoardServices, work: Work) {
    self.note = note
    self.services = services
    scope = work.scope()
  }

  var now: CivilTime { services.clock.civil(services.clock.now) }
  var ticking: BoardTicking { BoardTicking(today: Day(now), rules: services.texts.rules) }

  func load() {
    let (note, store) = (note, services.store)
    scope.run(
      {
        let board = try await Self.board(of: note, in: store).board
        return (board, try await store.summary(of: note).title)
      },
      then: latest.only { [weak self] result in
        guard let self else { return }
        switch result {
        case .success((let board, let title)):
          self.board = board
          output?.read(board, titled: title)
        case .failure(let error): output?.failed(BoardFailure(error))
        }
      })
  }

  func carryOut(_ change: BoardChange) {
    guard let board else { return }
    let last = done.last
    write { note, store in
      let now = try await Self.board(of: note, in: store)
      let change = try now.board.rebased(change, from: board)
      let made = try now.board.step(change, after: last)
      return (now, made.board, made.step)
    } then: { [weak self] board, step in
      guard let self else { return }
      done = done.suffix(Self.mostSteps - 1) + [step]
      output?.did(step.change, leaving: board)
    }
  }

  func undo() {
    guard let last = done.last else {
      output?.nothingToUndo()
      return
    }
    write { note, store in
      let now = try await Self.board(of: note, in: store)
      guard let before = now.board.takingBack(last) else { throw BoardFailure.changedSince }
      return (now, before, last)
    } then: { [weak self] board, step in
      guard let self else { return }
      done.removeLast()
      output?.tookBack(step.change, leaving: board)
    }
  }

  func stop() { scope.end() }

  // MARK: - The file

  private struct Read: Sendable {
    var board: BoardText
    var stamp: NoteStamp
  }

  private typealias Plan = (now: Read, board: BoardText, step: BoardStep)

  @concurrent
  private static func board(of note: NoteID, in store: any NoteStore) async throws -> Read {
    let content = try await store.read(note)
    guard let board = BoardText(content.bytes) else { throw BoardFailure.isNoBoard(note) }
    return Read(board: board, stamp: content.stamp)
  }

  /// Saves what a plan comes to. Where another program is quicker, it is made again from what that left.
  private func write(
    _ plan: @escaping @concurrent @Sendable (NoteID, any NoteStore) async throws -> Plan,
    then tell: @escaping @MainActor (BoardText, BoardStep) -> Void
  ) {
    latest.forget()
    let (note, store) = (note, services.store)
    scope.run({
      for _ in 0..<20 {
        let made = try await plan(note, store)
        do throws(NoteStoreError) {
          if made.board.bytes != made.now.board.bytes {
            _ = try await store.save(made.board.bytes, to: note, replacing: made.now.stamp)
          }
          return (made.board, made.step)
        } catch .changedOutside {
          continue
        }
      }
      throw NoteStoreError.changedOutside(note.path)
    }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success((let board, let step)):
        self.board = board
        tell(board, step)
      case .failure(let error):
        output?.refused(BoardFailure(error))
        // What was read may not be what there is.
        load()
      }
    }
  }
}

extension BoardFailure {
  init(_ error: any Error) {
    switch error {
    case let error as BoardFailure: self = error
    case let error as BoardProblem: self = .problem(error)
    case let error as NoteStoreError: self = .store(error)
    default: self = .changedSince
    }
  }
}
