package import Entities
package import OpenVault
package import Services

/// Undoes commands: all of a command or nothing, except for an import, which is undone file by file.
package struct UndoneSteps: Sendable {
  /// The effect on a file.
  package struct File: Equatable, Sendable {
    package enum Act: String, Sendable { case trashed, removed, restored, moved, rewritten }

    package var act: Act
    /// Its present path; for a file in the trash, its former one.
    package var path: NotePath
    /// The former path of a moved file.
    package var from: NotePath?

    package init(act: Act, path: NotePath, from: NotePath? = nil) {
      (self.act, self.path, self.from) = (act, path, from)
    }
  }

  let store: any NoteStore
  let moves: any NoteMoves & NoteRewriting
  let conflicts: (any NoteConflicts)?
  let stored: StoredValue<DoneCommands>
  /// The number of files that are removed before that is recorded.
  static let mostAtOnce = 2_000

  /// The result of undoing a command.
  package struct Outcome: Equatable, Sendable {
    package var files: [File] = []
    /// Files that stay, since they were edited after they were made.
    package var refusals: [NoteStoreError] = []
    /// The number of files that are not where they were made: moved or removed since.
    package var missing = 0
    /// The reason why the undo ended early.
    package var failure: NoteStoreError?
    /// Whether the next undo skips the failed step.
    package var isPassedOver = false
    /// Whether nothing of it is left: it was interrupted early, or undone by hand.
    package var wasNothing = false

    package init() {}

    /// The present and former paths.
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

  /// Returns the effects of undoing a step, if nothing was changed since.
  static func files(of step: DoneCommand.Step) -> [File] {
    switch step {
    case .made(let note, _, _), .restored(let note, _): [File(act: .trashed, path: note.path)]
    case .brought(let note, _, _): [File(act: .removed, path: note.path)]
    case .trashed(let note): [File(act: .restored, path: note.original.path)]
    case .rewrote(let receipt): receipt.filesTakenBack
    case .moved(let receipt): receipt.filesTakenBack
    case .merged(let receipt):
      (receipt.renamed?.filesTakenBack ?? [])
        + (receipt.made.map { [File(act: .trashed, path: $0.path)] } ?? [])
        + (receipt.rewriting?.filesTakenBack ?? [])
        + receipt.trashed.map { File(act: .restored, path: $0.original.path) }
    case .beyond, .begun, .whole, .ended, .folder, .starting: []
    }
  }

  // MARK: - Dry run

  /// Returns the result that an undo of the command would have now; changes nothing.
  package func promised(_ command: DoneCommand) async -> Outcome {
    let command = await settled(command)
    var outcome = Outcome()
    outcome.wasNothing = command.isNothing
    var later: Set<NoteID> = []
    var isWhole = false
    let isOfTrash = command.steps.contains { if case .trashed = $0 { true } else { false } }
    let trash = isOfTrash ? (try? await store.trashed()) ?? [] : []
    for step in command.steps.reversed() {
      isWhole = isWhole || step == .whole
      do throws(NoteStoreError) {
        if later.isDisjoint(with: step.notes) { try await check(step, trash) }
        outcome.files += Self.files(of: step)
      } catch .notFound where step.isMade {
        outcome.missing += isWhole || !step.isImportedFile ? 1 : 0
      } catch {
        if command.isImport {
          outcome.refusals.append(error)
        } else {
          outcome = Outcome()
          outcome.failure = error
          return outcome
        }
      }
      later.formUnion(step.notes)
    }
    return outcome
  }

  /// Throws the error that would prevent the undo of a step now.
  func check(
    _ step: DoneCommand.Step, _ trash: [TrashedNote] = []
  ) async throws(NoteStoreError) {
    switch step {
    case .made(let note, let size, let digest), .brought(let note, let size, let digest):
      try MadeFile(note, size: size, digest: digest).check(try await store.read(note).stamp)
    case .restored(let note, _):
      guard await store.isThere(note) else { throw .notFound(note.path) }
    case .trashed(let note):
      if await store.isThere(note.original) { throw note.isTaken }
      guard trash.contains(where: { $0.resting == note.resting && $0.isSame(as: note) }) else {
        throw note.isGone
      }
    case .rewrote(let receipt): try await moves.check(undoing: receipt)
    case .moved(let receipt): try await moves.check(undoing: receipt)
    case .merged(let receipt):
      if let renaming = receipt.renamed { try await moves.check(undoing: renaming) }
      if let rewriting = receipt.rewriting { try await moves.check(undoing: rewriting) }
    case .beyond(let note):
      throw .refused(
        note.path, reason: "its text was too large to store, or is locked; its versions have it")
    case .starting(let start): throw start.isUnknown
    case .begun, .whole, .ended, .folder: break
    }
  }
}

extension TrashedNote {
  var isTaken: NoteStoreError {
    .refused(
      original.path, reason: "another file has this name now, so the trashed one stays there")
  }

  var isGone: NoteStoreError {
    .refused(original.path, reason: "it is no longer in the trash")
  }

  func isSame(as other: TrashedNote) -> Bool {
    original == other.original && trashed == other.trashed
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

extension DoneCommand {
  /// Whether it has only folders, which may not have been made.
  var isNothing: Bool {
    steps.allSatisfy { if case .folder = $0 { true } else { false } }
  }

  /// Whether its files are undone one by one.
  var isImport: Bool { steps.contains(where: \.isImportedFile) }
}

extension DoneCommand.Step {
  var isMade: Bool { if case .made = self { true } else { isImportedFile } }

  var isImportedFile: Bool { if case .brought = self { true } else { false } }

  /// Whether it can never be known how to undo it.
  var isBeyond: Bool {
    switch self {
    case .beyond, .starting: true
    default: false
    }
  }

  /// Whether it is undone together with others.
  var isUndoneInBatch: Bool {
    switch self {
    case .brought, .whole, .ended, .folder: true
    default: false
    }
  }
}
