package import Entities
package import OpenVault
package import Services

/// The version of the note that a caller expects to change. With any other version the change is
/// refused and nothing is written.
package enum ExpectedVersion: Equatable, Sendable {
  /// The note must not exist yet.
  case none
  /// `NoteStamp.version` of the text.
  case text(String)

  /// Parses `none`, or sixteen digits.
  package init?(_ written: String) {
    let isVersion =
      written.utf8.count == 16 && written.allSatisfy { "0123456789abcdef".contains($0) }
    guard isVersion || written == "none" else { return nil }
    self = isVersion ? .text(written) : .none
  }

  package var written: String {
    switch self {
    case .none: "none"
    case .text(let version): version
    }
  }
}

extension VaultServices {
  /// Returns services that change only one note, and only while it has the expected version.
  package func guarded(by version: ExpectedVersion) -> VaultServices {
    var services = self
    let check = VersionCheck(store: store, version: version)
    services.store = GuardedStore(store: store, check: check)
    services.moves = GuardedMoves(moves: moves, check: check)
    return services
  }
}

extension VaultServices {
  /// Throws unless this is one note with the expected version; a missing note has none.
  package func check(
    _ notes: [NoteID], are version: ExpectedVersion
  ) async throws(NoteStoreError) {
    try await VersionCheck(store: store, version: version).check(notes)
  }
}

private struct VersionCheck: Sendable {
  let store: any NoteStore
  let version: ExpectedVersion
  /// The versions that the command itself wrote.
  let own = StoredValue<Set<String>>([])

  /// Checks a known version. A race with another writer is impossible, because the store refuses to
  /// save over a different text.
  func check(_ note: NoteID, is now: ExpectedVersion) throws(NoteStoreError) {
    guard now == version || own.value().contains(now.written) else {
      throw .unexpected(note.path, version: now.written, expected: version.written)
    }
  }

  func check(_ notes: [NoteID]) async throws(NoteStoreError) {
    guard let note = notes.first else { return }
    guard notes.count == 1 else { throw .unexpectedNotes(notes.count) }
    do throws(NoteStoreError) {
      try check(note, is: .text(try await store.read(note).stamp.version))
    } catch .notFound {
      try check(note, is: .none)
    }
  }
}

private struct GuardedStore: ForwardingStore {
  let store: any NoteStore
  let check: VersionCheck

  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    try check.check(id, is: .text(stamp.version))
    let new = try await store.save(text, to: id, replacing: stamp)
    try await check.own.change { $0.insert(new.version) }
    return new
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try check.check(NoteID(folder.appending(NotePath(title))), is: .none)
    return try await store.create(text, titled: title, in: folder)
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try check.check(NoteID(folder.appending(NotePath(title))), is: .none)
    return try await store.create(text, titled: title, in: folder, keptAs: other)
  }

  func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    try check.check(id, is: .none)
    return try await store.create(text, at: id)
  }

  func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    do throws(NoteStoreError) {
      for file in files { try check.check(file.id, is: .none) }
      return await store.createMany(files)
    } catch {
      return files.map { _ in .failure(error) }
    }
  }

  func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try await check.check([id])
    return try await store.trash(id)
  }

  func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    do throws(NoteStoreError) {
      try await check.check(ids)
      return await store.trashMany(ids)
    } catch {
      return ids.map { _ in .failure(error) }
    }
  }

  /// A note in the trash has no version.
  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try check.check(trashed.original, is: .none)
    return try await store.restore(trashed)
  }

  func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    do throws(NoteStoreError) {
      for note in notes { try check.check(note.original, is: .none) }
      return await store.restoreMany(notes)
    } catch {
      return notes.map { _ in .failure(error) }
    }
  }
}

/// Checks moves and changes. Undoing and reading are allowed for any version.
private struct GuardedMoves: ForwardingMoves {
  let moves: any NoteMoves & NoteRewriting
  let check: VersionCheck

  func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await check.check(moves.map(\.from))
    return try await self.moves.move(moves, linking: linking)
  }

  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await check.check([note])
    return try await moves.rename(note, to: title, linking: linking)
  }

  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    try await check.check(changes.map(\.note))
    return try await moves.rewrite(changes)
  }

  func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting {
    GuardedMoves(moves: moves.trial(trial), check: check)
  }
}
