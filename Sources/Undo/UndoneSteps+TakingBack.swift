import Comparing
import Entities
import OpenVault
package import Services

extension UndoneSteps {
  /// Takes back a command, its last step first. What is taken back is no longer stored, so that a run
  /// that ends in between continues later.
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
      // Nothing will ever bring such a text back.
      if command.steps.contains(where: \.isBeyond) {
        outcome.isPassedOver = (try? await stored.change { $0.drop(command) }) != nil
      }
      return outcome
    }
    var steps = command.steps[...]
    var isWhole = false
    while let step = steps.last, outcome.failure == nil {
      let batch = steps.suffix(Self.mostAtOnce).reversed().prefix(while: \.isOfLot)
      do throws(NoteStoreError) {
        if batch.isEmpty {
          if case .begun = step { steps.removeLast() }
          try await takeBackLast(&steps, of: command, wasBegun: step == .begun, &outcome)
        } else {
          let left = await takeBackLot(Array(batch), &isWhole, &outcome)
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

  /// Why a command of several steps cannot be taken back whole. One step is whole by itself, and what was
  /// cut off before is only finished.
  private func obstacle(to command: DoneCommand) async -> NoteStoreError? {
    if command.isImport || command.steps.last == .begun { return nil }
    let steps = command.steps.count { !$0.isOfLot }
    let isBeyond = command.steps.contains(where: \.isBeyond)
    return steps > 1 || isBeyond ? await promised(command).failure : nil
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

  /// Takes back files that were brought, each by itself: what was edited since stays, and is
  /// reported. What cannot be removed is left to be taken back later: those steps are answered. Of
  /// a batch that was cut off it is unknown which files were made.
  private func takeBackLot(
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

  /// Takes a step back, whole or not at all.
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

  /// Under the name that it had, or not at all.
  private func restore(_ trashed: TrashedNote) async throws(NoteStoreError) {
    if await store.isThere(trashed.original) { throw trashed.isTaken }
    let note: NoteID
    do throws(NoteStoreError) {
      note = try await store.restore(trashed)
    } catch {
      // Gone, or there is another note: a trial says the same of both.
      throw await isInTrash(trashed) ? error : trashed.isGone
    }
    if note == trashed.original { return }
    let now = try await store.putBack(note, as: trashed)
    if now != trashed { try await stored.change { $0.follow(trashed, now) } }
    throw trashed.isTaken
  }
}

extension NoteStoreError {
  /// Whether it says what became of a note, and not that the disk is in the way.
  fileprivate var isAboutNote: Bool {
    switch self {
    case .noSpace, .failed, .notPermitted: false
    default: true
    }
  }
}
