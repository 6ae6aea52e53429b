package import Entities
package import Secrets
package import Services

// Defaults of services for tests that do not care.

extension NoteStore {
  /// A store that nobody else writes to.
  package func turn(at id: NoteID) async -> (any NoteTurn)? { nil }

  /// A store that knows no blocks hands over the whole.
  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    WholeReading(try await read(id))
  }

  /// A store that makes no notes under given names refuses to.
  package func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError)
    -> NoteStamp
  {
    throw .notPermitted(id.path, action: "create")
  }

  package func read(_ trashed: TrashedNote) async throws(NoteStoreError) -> [UInt8] {
    throw .notFound(trashed.resting)
  }

  package func trashed() async throws(NoteStoreError) -> [TrashedNote] { [] }
  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {}

  /// A store without links asks nobody.
  package func followLink(of id: NoteID, to target: String) async {}
}

extension NoteIndex {
  package func warmFilter() {}

  package func knownNote(_ written: String) -> NoteMatch? { nil }

  /// Counted row by row, where nothing knows better.
  package func folders() async throws(NoteIndexError) -> [NoteFolder] {
    let all = try await catalog(CatalogRequest())
    var counts: [NotePath: Int] = [:]
    var start = 0
    while start < all.count {
      let end = min(all.count, start + 500)
      for note in all.notes(in: start..<end) { counts[note.id.path.folder, default: 0] += 1 }
      start = end
    }
    return counts.map { NoteFolder(path: $0.key, notes: $0.value) }.sorted { $0.path < $1.path }
  }
}

extension NoteLinks {
  package func notes(naming files: [NotePath]) async throws(NoteIndexError) -> [NoteID] { [] }

  package func knownBacklinks(to note: NoteID) -> (any LinkCatalog)? { nil }

  package func backlinkCatalog(
    to note: NoteID
  ) async throws(NoteIndexError) -> any LinkCatalog {
    WholeLinkCatalog(try await backlinks(to: note))
  }
}

extension TaskIndex {
  package func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)? { nil }

  package func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int {
    try await tasks(request).count
  }
}

extension NoteVersions {
  /// Versions that keep no undo.
  package func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {}
  package func undo(of note: NoteID) async -> [UInt8]? { nil }
  package nonisolated var largestText: Int { .max }
  package func leftOut(_ note: NoteID) async {}
  package func problems(of note: NoteID) async -> [String] { await problems() }
}

/// Where there are plain folders only.
extension Vaults {
  package func isTaken(_ place: String) async -> Bool { true }

  package func prepareLocked(
    at place: String, passphrase: TypedSecret
  ) async throws(VaultError) -> PreparedVault {
    throw .failed(place, reason: "encrypted vaults cannot be made here")
  }

  package func isLocked(_ id: VaultID) -> Bool { false }

  package func wait(before id: VaultID) async -> Duration { .zero }

  package func check(_ proof: VaultProof, of id: VaultID) async throws(VaultError) {}

  package func changePassphrase(
    of id: VaultID, to passphrase: TypedSecret, proof: VaultProof
  ) async throws(VaultError) {
    throw .failed(id.path.text, reason: "it is a plain folder, which has no passphrase")
  }

  package func lock(_ id: VaultID, keeping place: [UInt8]) {}

  package func takeSavedAddress(in id: VaultID) -> [UInt8]? { nil }
}
