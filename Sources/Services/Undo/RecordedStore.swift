import Bytes
import Entities

/// A store that keeps what is saved, made and trashed.
struct RecordedStore: ForwardingStore {
  let store: any NoteStore
  let recorder: DoneRecorder
  let isBringing: Bool

  /// Written down before it is done: what is killed in between can be taken back.
  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    let old = mayKeep(id, max(text.byteCount, stamp.size)) ? try? await store.read(id) : nil
    let steps: [DoneCommand.Step] =
      if let old, old.stamp.digest == stamp.digest {
        recorder.steps(id, from: old.bytes, to: text.gathered)
      } else {
        [.beyond(id)]
      }
    await recorder.add(steps)
    do throws(NoteStoreError) {
      return try await store.save(text, to: id, replacing: stamp)
    } catch {
      if !steps.isEmpty { await recorder.replace(last: steps.count, by: []) }
      throw error
    }
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let folders = await missing(in: folder)
    let made = try await store.create(text, titled: title, in: folder)
    await note(made.id, made.stamp, in: folders)
    return made
  }

  func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError) -> NoteStamp {
    let folders = await missing(in: id.path.folder)
    let stamp = try await store.create(text, at: id)
    await note(id, stamp, in: folders)
    return stamp
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let folders = await missing(in: folder)
    let made = try await store.create(text, titled: title, in: folder, keptAs: other)
    await note(made.id, made.stamp, in: folders)
    return made
  }

  /// Written down before they are made, and nothing is made that cannot be.
  func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    let folders = await store.missingFolders(for: files.map(\.id)).map(DoneCommand.Step.folder)
    let planned = files.map { file in
      DoneCommand.Step.brought(
        file.id, size: file.bytes.count, digest: RunningDigest.of(file.bytes))
    }
    do throws(NoteStoreError) {
      try await recorder.grow(folders + planned)
    } catch .noSpace {
      return files.map { .failure(.noSpace($0.id.path)) }
    } catch {
      return files.map { _ in .failure(error) }
    }
    let answers = await store.createMany(files)
    let made = zip(planned, answers).compactMap { step, answer in
      if case .success = answer { step } else { nil }
    }
    if made != planned { await recorder.replace(last: planned.count, by: made) }
    // Without it the steps are as true.
    try? await recorder.grow([.whole])
    return answers
  }

  func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    let trashed = try await store.trash(id)
    await recorder.add([.trashed(trashed)])
    return trashed
  }

  func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    let answers = await store.trashMany(ids)
    await recorder.add(answers.compactMap { try? .trashed($0.get()) })
    return answers
  }

  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    let folders = await missing(in: trashed.original.path.folder)
    let note = try await store.restore(trashed)
    await recorder.add(folders + [.restored(note, trashed)])
    return note
  }

  func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    let folders = await store.missingFolders(for: notes.map(\.original))
    let answers = await store.restoreMany(notes)
    let restored = zip(notes, answers).compactMap { trashed, answer -> DoneCommand.Step? in
      if case .success(let note) = answer { .restored(note, trashed) } else { nil }
    }
    await recorder.add(folders.map(DoneCommand.Step.folder) + restored)
    return answers
  }

  private func missing(in folder: NotePath) async -> [DoneCommand.Step] {
    await store.missingFolders(for: [NoteID(folder.appending(NotePath("-")))])
      .map(DoneCommand.Step.folder)
  }

  private func note(
    _ id: NoteID, _ stamp: NoteStamp, in folders: [DoneCommand.Step]
  ) async {
    await recorder.add(
      folders + [
        isBringing
          ? .brought(id, size: stamp.size, digest: stamp.digest)
          : .made(id, size: stamp.size, digest: stamp.digest)
      ])
  }
}

/// Locked texts are nowhere but in their notes.
func mayKeep(_ note: NoteID, _ size: Int) -> Bool {
  !note.path.isLocked && size <= DoneRecorder.largestText
}
