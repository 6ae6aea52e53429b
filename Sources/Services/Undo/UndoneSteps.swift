package import Entities

/// Takes back what commands did.
package struct UndoneSteps: Sendable {
  /// What became of a file.
  package struct File: Equatable, Sendable {
    package enum Act: String, Sendable { case trashed, restored, moved, rewritten }

    package var act: Act
    /// Where it is now, or was where it is in the trash now.
    package var path: NotePath
    /// Where it was, of one that moved.
    package var from: NotePath?

    package init(act: Act, path: NotePath, from: NotePath? = nil) {
      (self.act, self.path, self.from) = (act, path, from)
    }
  }

  private let store: any NoteStore
  private let moves: any NoteMoves & NoteRewriting
  private let conflicts: (any NoteConflicts)?
  private let stored: StoredValue<DoneCommands>
  /// So many files go to the trash before that is written down.
  private static let mostAtOnce = 2_000

  /// What became of a command that was taken back.
  package struct Outcome: Equatable, Sendable {
    package var files: [File] = []
    /// What stays as it is, since it was edited since it was made.
    package var kept: [NoteStoreError] = []
    /// So many of the files that it made are not where they were made: moved since, thrown away, or
    /// never made by a command that was cut off.
    package var missing = 0
    /// Why it ended before all of it was taken back.
    package var failure: NoteStoreError?
    /// The next undo passes over what failed.
    package var isPassedOver = false

    package init() {}

    /// Where something is now, or was.
    package var touched: [NoteID] {
      Set(files.flatMap { [$0.path] + ($0.from.map { [$0] } ?? []) }).sorted().map(NoteID.init)
    }
  }

  package init(_ services: VaultServices) {
    self.init(
      services.state.done, store: services.store, moves: services.moves,
      conflicts: services.conflicts)
  }

  package init(
    _ stored: StoredValue<DoneCommands>, store: any NoteStore,
    moves: any NoteMoves & NoteRewriting, conflicts: (any NoteConflicts)? = nil
  ) {
    (self.stored, self.store, self.moves, self.conflicts) = (stored, store, moves, conflicts)
  }

  /// What taking a step back does, if nothing was changed since.
  package static func files(of step: DoneCommand.Step) -> [File] {
    switch step {
    case .made(let note, _, _), .restored(let note): [File(act: .trashed, path: note.path)]
    case .trashed(let note): [File(act: .restored, path: note.original.path)]
    case .rewrote(let receipt): receipt.filesTakenBack
    case .moved(let receipt): receipt.filesTakenBack
    case .merged(let receipt):
      (receipt.kept?.filesTakenBack ?? [])
        + (receipt.made.map { [File(act: .trashed, path: $0.path)] } ?? [])
        + (receipt.rewriting?.filesTakenBack ?? [])
        + receipt.trashed.map { File(act: .restored, path: $0.original.path) }
    case .beyond(let note): [File(act: .rewritten, path: note.path)]
    case .begun: []
    }
  }

  /// Takes back a command, its last step first. What is taken back is no longer stored, so that a run
  /// that ends in between goes on later.
  package func takeBack(_ command: DoneCommand) async -> Outcome {
    var outcome = Outcome()
    var steps = command.steps[...]
    while let step = steps.last, outcome.failure == nil {
      let made = steps.suffix(Self.mostAtOnce).reversed().prefix(while: \.isMade)
      do throws(NoteStoreError) {
        if made.count > 1 {
          let left = await takeBackMade(Array(made), &outcome)
          steps.removeLast(made.count)
          try await stored.change {
            $0.dropLastSteps(made.count, of: command)
            $0.add(left, of: command.withoutSteps)
          }
        } else {
          if case .begun = step { steps.removeLast() }
          try await takeBackLast(&steps, of: command, wasBegun: step == .begun, &outcome)
        }
      } catch {
        outcome.failure = error
      }
    }
    return outcome
  }

  /// Writes down that the last step is taken back before it is. What was cut off there may be taken back
  /// already: then it fails now, and is passed over.
  private func takeBackLast(
    _ steps: inout ArraySlice<DoneCommand.Step>, of command: DoneCommand, wasBegun: Bool,
    _ outcome: inout Outcome
  ) async throws(NoteStoreError) {
    guard let step = steps.popLast() else { return }
    if !wasBegun { try await stored.change { $0.add([.begun], of: command.withoutSteps) } }
    do throws(NoteStoreError) {
      outcome.files += try await takeBack(step)
    } catch .notFound where step.isMade {
      outcome.missing += 1
    } catch {
      if case .beyond = step { outcome.isPassedOver = true }
      if wasBegun { outcome.isPassedOver = true }
      let count = outcome.isPassedOver ? 2 : 1
      _ = try? await stored.change { $0.dropLastSteps(count, of: command) }
      throw error
    }
    try await stored.change { $0.dropLastSteps(2, of: command) }
  }

  /// Takes back steps that made files, each by itself: what was edited since stays, and is told. What
  /// cannot be moved to the trash is left to be taken back later: those steps are answered.
  private func takeBackMade(
    _ steps: [DoneCommand.Step], _ outcome: inout Outcome
  ) async -> [DoneCommand.Step] {
    var unchanged: [(step: DoneCommand.Step, note: NoteID)] = []
    for case .made(let note, let size, let digest) in steps {
      do throws(NoteStoreError) {
        try await check(note, size, digest)
        unchanged.append((.made(note, size: size, digest: digest), note))
      } catch .notFound {
        outcome.missing += 1
      } catch {
        outcome.kept.append(error)
      }
    }
    var left: [DoneCommand.Step] = []
    for (made, answer) in zip(unchanged, await store.trashMany(unchanged.map(\.note))) {
      switch answer {
      case .success: outcome.files.append(File(act: .trashed, path: made.note.path))
      case .failure(let error):
        left.append(made.step)
        outcome.failure = outcome.failure ?? error
      }
    }
    return left.reversed()
  }

  private func check(
    _ note: NoteID, _ size: Int, _ digest: UInt64
  ) async throws(NoteStoreError) {
    let stamp = try await store.read(note).stamp
    guard stamp.size == size, stamp.digest == digest else {
      throw .refused(note.path, reason: "it was edited since it was made")
    }
  }

  /// Takes a step back, whole or not at all.
  private func takeBack(_ step: DoneCommand.Step) async throws(NoteStoreError) -> [File] {
    switch step {
    case .made(let note, let size, let digest):
      try await check(note, size, digest)
      _ = try await store.trash(note)
    case .restored(let note): _ = try await store.trash(note)
    case .trashed(let note):
      return [File(act: .restored, path: try await store.restore(note).path)]
    case .rewrote(let receipt): _ = try await moves.undo(receipt)
    case .moved(let receipt): _ = try await moves.undo(receipt)
    case .merged(let receipt):
      guard let conflicts else { return [] }
      _ = try await conflicts.undo(receipt)
    case .beyond(let note):
      throw .refused(
        note.path, reason: "its text was too large to be kept, or is locked; its versions have it")
    case .begun: break
    }
    return Self.files(of: step)
  }
}

extension MoveReceipt {
  fileprivate var filesTakenBack: [UndoneSteps.File] {
    let moved = moves.filter { $0.from != $0.to }.map {
      UndoneSteps.File(act: .moved, path: $0.from.path, from: $0.to.path)
    }
    let names = Dictionary(moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    return moved
      + rewritten.filter { names[$0] == nil }.map {
        UndoneSteps.File(act: .rewritten, path: $0.path)
      }
  }
}

extension RewriteReceipt {
  fileprivate var filesTakenBack: [UndoneSteps.File] {
    changes.map { change in
      guard let new = change.newName else {
        return UndoneSteps.File(act: .rewritten, path: change.note.path)
      }
      return UndoneSteps.File(act: .moved, path: change.note.path, from: new.path)
    } + linking.map { UndoneSteps.File(act: .rewritten, path: $0.path) }
  }
}

extension DoneCommand.Step {
  fileprivate var isMade: Bool { if case .made = self { true } else { false } }
}
