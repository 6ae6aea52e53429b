import Bytes
package import Entities

/// Keeps what a command does, as it is done.
package struct DoneRecorder: Sendable {
  /// Larger texts are not kept beside their versions.
  package static let largestText = 1 << 20

  private let command: DoneCommand
  private let stored: StoredValue<DoneCommands>
  private let rewriting: any NoteRewriting
  private let tell: @MainActor @Sendable (String) -> Void

  /// `tell` is told where nothing could be kept.
  package init(
    _ command: DoneCommand, in services: VaultServices,
    tell: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.init(command, in: services.state.done, rewriting: services.moves, tell: tell)
  }

  package init(
    _ command: DoneCommand, in stored: StoredValue<DoneCommands>, rewriting: any NoteRewriting,
    tell: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.command = command
    self.stored = stored
    self.rewriting = rewriting
    self.tell = tell
  }

  func add(_ steps: [DoneCommand.Step]) async {
    if steps.isEmpty { return }
    let command = command
    await change { $0.add(steps, of: command) }
  }

  /// Adds many steps, each of which is one file that is made.
  func grow(_ steps: [DoneCommand.Step]) async {
    var part = command
    part.steps = steps
    let grown = DoneCommands([part])
    await tellingFailure { () throws(NoteStoreError) in try await stored.add(grown) }
  }

  /// What the last steps came to.
  func replace(last count: Int, by steps: [DoneCommand.Step]) async {
    let command = command
    await change {
      $0.dropLastSteps(count, of: command)
      $0.add(steps, of: command)
    }
  }

  private func change(_ change: @escaping StoredValue<DoneCommands>.Change) async {
    await tellingFailure { () throws(NoteStoreError) in try await stored.change(change) }
  }

  private func tellingFailure(_ store: () async throws(NoteStoreError) -> Void) async {
    do throws(NoteStoreError) {
      try await store()
    } catch {
      await tell("“undo” will not know of this: \(error.message)")
    }
  }
}

extension DoneRecorder {
  /// A text that another program, or the store, replaced.
  package func keep(_ note: NoteID, from old: [UInt8], to new: [UInt8]) async {
    guard mayKeep(note, max(old.count, new.count)) else { return await add([.beyond(note)]) }
    if old == new { return }
    var (start, oldEnd, newEnd) = (0, old.count, new.count)
    while start < oldEnd, start < newEnd, old[start] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    let piece = NoteChange.Piece(
      range: start..<oldEnd, old: Array(old[start..<oldEnd]), new: Array(new[start..<newEnd]),
      line: 1, context: "", place: 0..<0)
    let change = NoteChange(note: note, title: "", pieces: [piece])
    await add([.rewrote(rewriting.receipt(of: change, leaving: new))])
  }
}

extension DoneRecorder {
  /// The same store, with what it changes kept.
  package func recording(_ store: any NoteStore) -> any NoteStore {
    RecordedStore(store: store, recorder: self)
  }
}

extension VaultServices {
  /// The same services, with what they change kept for `undo`.
  package func recorded(by recorder: DoneRecorder) -> VaultServices {
    var services = self
    services.store = recorder.recording(store)
    services.moves = RecordedMoves(moves: moves, recorder: recorder)
    services.exchange.imports = exchange.imports?.writing(to: services.store)
    services.conflicts = conflicts.map { RecordedConflicts(conflicts: $0, recorder: recorder) }
    return services
  }
}

/// A store that keeps what is saved, made and trashed.
private struct RecordedStore: ForwardingStore {
  let store: any NoteStore
  let recorder: DoneRecorder

  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    let old = mayKeep(id, max(text.byteCount, stamp.size)) ? try? await store.read(id) : nil
    let new = try await store.save(text, to: id, replacing: stamp)
    if let old, old.stamp.digest == stamp.digest {
      await recorder.keep(id, from: old.bytes, to: text.gathered)
    } else {
      await recorder.add([.beyond(id)])
    }
    return new
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let made = try await store.create(text, titled: title, in: folder)
    await note(made.id, made.stamp)
    return made
  }

  func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError) -> NoteStamp {
    let stamp = try await store.create(text, at: id)
    await note(id, stamp)
    return stamp
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let made = try await store.create(text, titled: title, in: folder, keptAs: other)
    await note(made.id, made.stamp)
    return made
  }

  func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    // Before they are made: what is killed in between can be taken back.
    let planned = files.map { file in
      DoneCommand.Step.made(
        file.id, size: file.bytes.count, digest: RunningDigest.of(file.bytes))
    }
    await recorder.grow(planned)
    let answers = await store.createMany(files)
    let made = zip(files, answers).compactMap { file, answer -> DoneCommand.Step? in
      guard case .success(let stamp) = answer else { return nil }
      return .made(file.id, size: stamp.size, digest: stamp.digest)
    }
    if made != planned { await recorder.replace(last: planned.count, by: made) }
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
    let note = try await store.restore(trashed)
    await recorder.add([.restored(note)])
    return note
  }

  func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    let answers = await store.restoreMany(notes)
    await recorder.add(answers.compactMap { try? .restored($0.get()) })
    return answers
  }

  private func note(_ id: NoteID, _ stamp: NoteStamp) async {
    await recorder.add([.made(id, size: stamp.size, digest: stamp.digest)])
  }
}

/// Locked texts are nowhere but in their notes.
private func mayKeep(_ note: NoteID, _ size: Int) -> Bool {
  !note.path.isLocked && size <= DoneRecorder.largestText
}

/// Moves and rewritings that are kept.
private struct RecordedMoves: NoteMoves, NoteRewriting {
  let moves: any NoteMoves & NoteRewriting
  let recorder: DoneRecorder

  func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    await recorded(try await self.moves.move(moves, linking: linking))
  }

  func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] {
    try await moves.files(in: folder)
  }

  func clear(_ folders: [NotePath]) async -> [NotePath] { await moves.clear(folders) }

  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    await recorded(try await moves.rename(note, to: title, linking: linking))
  }

  func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    await recorded(try await moves.undo(receipt))
  }

  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    await recorded(try await moves.rewrite(changes))
  }

  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    await recorded(try await moves.undo(receipt))
  }

  func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    moves.receipt(of: change, leaving: text)
  }

  private func recorded(_ receipt: MoveReceipt) async -> MoveReceipt {
    var kept = receipt
    kept.texts = receipt.texts.withoutLocked
    if !receipt.touched.isEmpty { await recorder.add([.moved(kept)]) }
    return receipt
  }

  private func recorded(_ receipt: RewriteReceipt) async -> RewriteReceipt {
    await recorder.add(receipt.steps)
    return receipt
  }
}

extension RewriteReceipt {
  /// As it may be kept.
  fileprivate var steps: [DoneCommand.Step] {
    if changes.isEmpty { return [] }
    let size = changes.flatMap(\.pieces).reduce(0) { $0 + $1.old.count + $1.new.count }
    let isKept = changes.allSatisfy { $0.pieces.isEmpty || mayKeep($0.note, size) }
    if !isKept { return notes.map { .beyond($0) } }
    var kept = self
    kept.texts = texts.withoutLocked
    return [.rewrote(kept)]
  }
}

extension [RewrittenText] {
  fileprivate var withoutLocked: [RewrittenText] { filter { !$0.note.isLocked } }
}

/// Merged copies, which are kept.
private struct RecordedConflicts: NoteConflicts {
  let conflicts: any NoteConflicts
  let recorder: DoneRecorder

  func copies() async throws(NoteIndexError) -> [ConflictCopy] { try await conflicts.copies() }

  func marked() async throws(NoteIndexError) -> [MarkedNote] { try await conflicts.marked() }

  func remains() async -> [SyncRemains] { await conflicts.remains() }

  func merged(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergedCopy {
    try await conflicts.merged(copy)
  }

  func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt {
    await recorded(try await conflicts.merge(copies, cleanOnly: cleanOnly))
  }

  func keep(
    _ copy: ConflictCopy, as title: String
  ) async throws(NoteStoreError) -> ConflictReceipt {
    await recorded(try await conflicts.keep(copy, as: title))
  }

  func undo(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID] {
    try await conflicts.undo(receipt)
  }

  private func recorded(_ receipt: ConflictReceipt) async -> ConflictReceipt {
    if receipt.isEmpty { return receipt }
    let size = receipt.rewriting?.changes.flatMap(\.pieces).reduce(0) { $0 + $1.new.count } ?? 0
    if size > DoneRecorder.largestText {
      await recorder.add(receipt.merged.map { .beyond($0.note) })
    } else {
      await recorder.add([.merged(receipt.forUndo)])
    }
    return receipt
  }
}

extension ConflictReceipt {
  /// Without what is only told.
  fileprivate var forUndo: ConflictReceipt {
    var receipt = ConflictReceipt()
    (receipt.trashed, receipt.rewriting) = (trashed, rewriting)
    (receipt.kept, receipt.made) = (kept, made)
    return receipt
  }
}
