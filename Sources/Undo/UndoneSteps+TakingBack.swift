import Entities
import OpenVault
package import Services

extension UndoneSteps {
  /// Undoes a command, its last step first. Undone steps are removed from the record, so that an
  /// interrupted undo continues later.
  package func takeBack(_ command: DoneCommand) async -> Outcome {
    var outcome = Outcome()
    let before = command
    let command = await settled(command)
    outcome.wasNothing = command.isNothing
    if command != before {
      do throws(NoteStoreError) {
        try await stored.change { $0.settle(command) }
      } catch {
        outcome.failure = error
        return outcome
      }
    }
    if let error = await obstacle(to: command) {
      outcome.failure = error
      // Nothing can ever restore such a text.
      if command.steps.contains(where: \.isBeyond) {
        outcome.isPassedOver = (try? await stored.change { $0.drop(command) }) != nil
      }
      return outcome
    }
    var steps = command.steps[...]
    var isWhole = false
    while let step = steps.last, outcome.failure == nil {
      let batch = steps.suffix(Self.mostAtOnce).reversed().prefix(while: \.isUndoneInBatch)
      do throws(NoteStoreError) {
        if batch.isEmpty {
          if case .begun = step { steps.removeLast() }
          try await takeBackLast(&steps, of: command, wasBegun: step == .begun, &outcome)
        } else {
          let left = await undoImportedBatch(Array(batch), &isWhole, &outcome)
          steps.removeLast(batch.count)
          try await stored.change {
            $0.dropLastSteps(batch.count, of: command)
            $0.add(left, of: command.withoutSteps)
          }
        }
      } catch {
        outcome.failure = error
      }
    }
    return outcome
  }

  /// Returns the reason why a command of several steps cannot be undone as a whole. A single step
  /// needs no check, and an interrupted undo is only finished.
  private func obstacle(to command: DoneCommand) async -> NoteStoreError? {
    if command.isImport || command.steps.last == .begun { return nil }
    let steps = command.steps.count { !$0.isUndoneInBatch }
    let isBeyond = command.steps.contains(where: \.isBeyond)
    return steps > 1 || isBeyond ? await promised(command).failure : nil
  }

  /// Records that the last step is being undone, then undoes it. If an earlier undo was interrupted
  /// there, the step may be undone already: then it fails now, and is skipped.
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
      let isLeft = command.isImport && error.isAboutNote
      outcome.isPassedOver = wasBegun && !isLeft
      let count = wasBegun || isLeft ? 2 : 1
      _ = try? await stored.change { $0.dropLastSteps(count, of: command) }
      guard isLeft else { throw error }
      outcome.refusals.append(error)
      return
    }
    try await stored.change { $0.dropLastSteps(2, of: command) }
  }

  /// Removes imported files one by one. A file that was edited since stays, and is reported.
  /// Returns the steps of files that cannot be removed now, for a later undo. After an interrupted
  /// batch, it is unknown which files were made.
  private func undoImportedBatch(
    _ steps: [DoneCommand.Step], _ isWhole: inout Bool, _ outcome: inout Outcome
  ) async -> [DoneCommand.Step] {
    var (files, folders): ([MadeFile], [NotePath]) = ([], [])
    var certain: Set<NoteID> = []
    for step in steps {
      switch step {
      case .whole: isWhole = true
      case .folder(let path): folders.append(path)
      case .brought(let note, let size, let digest):
        files.append(MadeFile(note, size: size, digest: digest))
        if isWhole { certain.insert(note) }
      default: break
      }
    }
    var left: [DoneCommand.Step] = []
    for (file, answer) in zip(files, await store.removeMany(files)) {
      switch answer {
      case .success: outcome.files.append(File(act: .removed, path: file.note.path))
      case .failure(.notFound): outcome.missing += certain.contains(file.note) ? 1 : 0
      case .failure(.changedOutside(let path)):
        outcome.refusals.append(.refused(path, reason: "it was edited since it was made"))
      case .failure(let error) where error.isAboutNote: outcome.refusals.append(error)
      case .failure(let error):
        left.append(.brought(file.note, size: file.size, digest: file.digest))
        outcome.failure = outcome.failure ?? error
      }
    }
    _ = await moves.clear(folders)
    return left.isEmpty ? [] : folders.reversed().map { .folder($0) } + left.reversed()
  }

  /// Undoes a step completely or not at all.
  private func takeBack(_ step: DoneCommand.Step) async throws(NoteStoreError) -> [File] {
    switch step {
    case .made(let note, _, _):
      try await check(step)
      _ = try await store.trash(note)
    case .restored(let note, let trashed?):
      let now = try await store.putBack(note, as: trashed)
      if now != trashed { try await stored.change { $0.follow(trashed, now) } }
    case .restored(let note, nil): _ = try await store.trash(note)
    case .trashed(let note): try await restore(note)
    case .rewrote(let receipt): _ = try await moves.undo(receipt)
    case .moved(let receipt): _ = try await moves.undo(receipt)
    case .merged(let receipt):
      guard let conflicts else { return [] }
      _ = try await conflicts.undo(receipt)
    case .beyond, .starting: try await check(step)
    case .begun, .whole, .ended, .folder, .brought: break
    }
    return Self.files(of: step)
  }

  private func isInTrash(_ note: TrashedNote) async -> Bool {
    guard let trash = try? await store.trashed() else { return true }
    return trash.contains { $0.resting == note.resting && $0.isSame(as: note) }
  }

  /// Restores a note under its original name, or not at all.
  private func restore(_ trashed: TrashedNote) async throws(NoteStoreError) {
    if await store.isThere(trashed.original) { throw trashed.isTaken }
    let note: NoteID
    do throws(NoteStoreError) {
      note = try await store.restore(trashed)
    } catch {
      // It is gone, or another note: a dry run reports the same for both.
      throw await isInTrash(trashed) ? error : trashed.isGone
    }
    if note == trashed.original { return }
    let now = try await store.putBack(note, as: trashed)
    if now != trashed { try await stored.change { $0.follow(trashed, now) } }
    throw trashed.isTaken
  }
}

extension NoteStoreError {
  /// Whether the error is about the note's state, and not about the disk.
  fileprivate var isAboutNote: Bool {
    switch self {
    case .noSpace, .failed, .notPermitted: false
    default: true
    }
  }
}
