import Bytes
import Comparing
import Entities
import Services
import VaultLayers

/// A store that records what is saved, made and trashed.
struct RecordedStore: ForwardingStore {
  let store: any NoteStore
  let recorder: DoneRecorder
  let isBringing: Bool

  /// Records the save before it is made, so that an interrupted one can be undone.
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
    return try await recorder.keep(steps) { () throws(NoteStoreError) in
      try await store.save(text, to: id, replacing: stamp)
    } then: { _ in
      steps
    }
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try await keep(text, titledIn: folder) { () throws(NoteStoreError) in
      try await store.create(text, titled: title, in: folder)
    }
  }

  func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError) -> NoteStamp {
    let folders = await missing(in: id.path.folder)
    // A larger text is not read into memory for its digest.
    let isHeld = text.byteCount <= RewrittenText.largestKept
    let made = isHeld ? [step(id, text.byteCount, RunningDigest.of(text.gathered))] : []
    return try await recorder.keep(made.isEmpty ? [] : folders + made) {
      () throws(NoteStoreError) in
      try await store.create(text, at: id)
    } then: {
      folders + [step(id, $0.size, $0.digest)]
    }
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try await keep(text, titledIn: folder) { () throws(NoteStoreError) in
      try await store.create(text, titled: title, in: folder, keptAs: other)
    }
  }

  /// Records the files before they are made; makes none if that fails.
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
    // The steps are valid without this.
    try? await recorder.grow([.whole])
    return answers
  }

  func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try await recorder.keep([.starting(.trash(id))]) { () throws(NoteStoreError) in
      try await store.trash(id)
    } then: {
      [.trashed($0)]
    }
  }

  func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    let steps = ids.map { DoneCommand.Step.starting(.trash($0)) }
    let isKept = await recorder.add(steps)
    let answers = await store.trashMany(ids)
    if isKept { await recorder.replace(steps, by: answers.compactMap { try? .trashed($0.get()) }) }
    return answers
  }

  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    let folders = await missing(in: trashed.original.path.folder)
    let steps = folders + [await starting(trashed)]
    return try await recorder.keep(steps) { () throws(NoteStoreError) in
      try await store.restore(trashed)
    } then: {
      folders + [.restored($0, trashed)]
    }
  }

  func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    let folders = await store.missingFolders(for: notes.map(\.original))
      .map(DoneCommand.Step.folder)
    var steps = folders
    for note in notes { steps.append(await starting(note)) }
    let isKept = await recorder.add(steps)
    let answers = await store.restoreMany(notes)
    let restored = zip(notes, answers).compactMap { trashed, answer -> DoneCommand.Step? in
      if case .success(let note) = answer { .restored(note, trashed) } else { nil }
    }
    if isKept { await recorder.replace(steps, by: restored.isEmpty ? [] : folders + restored) }
    return answers
  }

  private func starting(_ trashed: TrashedNote) async -> DoneCommand.Step {
    .starting(.restore(trashed, isFree: !(await store.isThere(trashed.original))))
  }

  private func missing(in folder: NotePath) async -> [DoneCommand.Step] {
    await store.missingFolders(for: [NoteID(folder.appending(NotePath("-")))])
      .map(DoneCommand.Step.folder)
  }

  /// Records a new note, whose name is known only afterward.
  private func keep(
    _ text: any ByteSource, titledIn folder: NotePath,
    _ make: () async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp)
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let folders = await missing(in: folder)
    var steps: [DoneCommand.Step] = []
    if !isBringing, text.byteCount <= RewrittenText.largestKept {
      let digest = RunningDigest.of(text.gathered)
      steps = folders + [.starting(.make(in: folder, size: text.byteCount, digest: digest))]
    }
    return try await recorder.keep(steps, before: make) {
      folders + [step($0.id, $0.stamp.size, $0.stamp.digest)]
    }
  }

  private func step(_ id: NoteID, _ size: Int, _ digest: UInt64) -> DoneCommand.Step {
    isBringing ? .brought(id, size: size, digest: digest) : .made(id, size: size, digest: digest)
  }
}

/// Texts of locked notes must exist only in their notes.
func mayKeep(_ note: NoteID, _ size: Int) -> Bool {
  !note.path.isLocked && size <= RewrittenText.largestKept
}
