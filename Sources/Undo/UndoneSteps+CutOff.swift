import Entities
import Services

/// Determines the results of a command that was interrupted before it recorded them.
extension UndoneSteps {
  /// Returns the command with the results of its unfinished steps, as the notes and the trash show.
  func settled(_ command: DoneCommand) async -> DoneCommand {
    var result = command.withoutSteps
    for step in command.steps {
      if case .starting(let start) = step {
        result.steps += await steps(of: start, since: command.began)
      } else {
        result.steps.append(step)
      }
    }
    // Moves are recorded in advance too, and all are made or none.
    if let moves = result.steps.last?.moves, await areAsBefore(moves) {
      result.steps.removeLast()
    }
    // So is a note with a known name.
    if case .made(let note, _, _) = result.steps.last, await !store.isThere(note) {
      result.steps.removeLast()
    }
    return result
  }

  private func areAsBefore(_ moves: [NoteMove]) async -> Bool {
    let moves = moves.filter { $0.from != $0.to }
    for move in moves {
      if await store.isThere(move.to) { return false }
      guard await store.isThere(move.from) else { return false }
    }
    return !moves.isEmpty
  }

  /// Returns no steps if it was not done; the start itself if that is unknown.
  private func steps(
    of start: DoneCommand.Start, since began: Timestamp
  ) async -> [DoneCommand.Step] {
    switch start {
    case .trash(let note):
      let isThere = await store.isThere(note)
      guard let trash = try? await store.trashed() else { return [.starting(start)] }
      let found = trash.first { trashed in
        guard trashed.original == note, let time = trashed.trashed else { return false }
        return isThere ? time > began : time >= began
      }
      return found.map { [.trashed($0)] } ?? (isThere ? [] : [.starting(start)])
    case .restore(let trashed, let isFree):
      guard let trash = try? await store.trashed() else { return [.starting(start)] }
      let isStill = trash.contains { $0.resting == trashed.resting && $0.isSame(as: trashed) }
      if isStill { return [] }
      return isFree ? [.restored(trashed.original, trashed)] : [.starting(start)]
    case .make(let folder, let size, let digest):
      var made: NoteSummary?
      for await batch in store.list() {
        for note in batch.notes where note.id.path.folder == folder && note.modified >= began {
          guard made.map({ $0.modified < note.modified }) ?? true,
            let stamp = try? await store.read(note.id).stamp, stamp.size == size,
            stamp.digest == digest
          else { continue }
          made = note
        }
      }
      return made.map { [.made($0.id, size: size, digest: digest)] } ?? []
    }
  }
}

extension DoneCommand.Start {
  /// The error that describes what is left of it.
  var isUnknown: NoteStoreError {
    switch self {
    case .trash(let note):
      .refused(
        note.path,
        reason: "it was being put into the trash when the program was cut off, and is"
          + " neither there nor in the trash now")
    case .restore(let note, _):
      .refused(
        note.original.path,
        reason: "the program was cut off when it came back from the trash under"
          + " another name, and that name is not known")
    case .make(let folder, _, _):
      .refused(folder, reason: "a note was being made in it when the program was cut off")
    }
  }
}

extension DoneCommand.Step {
  fileprivate var moves: [NoteMove]? {
    switch self {
    case .moved(let receipt): receipt.moves
    case .rewrote(let receipt): receipt.moves
    default: nil
    }
  }
}

extension NoteStore {
  /// Whether a file has this name, readable or not.
  func isThere(_ note: NoteID) async -> Bool {
    do throws(NoteStoreError) {
      _ = try await open(note)
      return true
    } catch {
      if case .notFound = error { return false }
      return true
    }
  }
}
