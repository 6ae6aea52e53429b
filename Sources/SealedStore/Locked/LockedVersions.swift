package import Entities
package import Services
import Vault

/// Versions of a plain vault's notes; those of locked notes are encrypted with the note's own key.
package struct LockedVersions: NoteVersions {
  private let versions: any NoteVersions
  private let keyring: NoteKeyring

  static let version = "version"
  private static let undo = "undo"
  /// The bytes that encryption adds to a version: the key's name, a nonce, a tag and the kind.
  private static let extra = PassphraseKey.nameSize + 40 + 4 + version.utf8.count

  package init(_ versions: any NoteVersions, keyring: NoteKeyring) {
    self.versions = versions
    self.keyring = keyring
  }

  private func lock(of note: NoteID) throws(NoteStoreError) -> HeldLock {
    guard let lock = keyring.lock(of: note) else { throw .locked(note.path) }
    return lock
  }

  package func keep(_ state: NoteState) async throws(NoteStoreError) {
    let note = state.note
    guard note.path.isLocked else { return try await versions.keep(state) }
    let key = try lock(of: note).key
    // Each encryption differs, so only decrypting shows whether it is the newest version's text.
    if let last = try await versions.versions(of: note).first,
      let closed = try? await versions.bytes(of: last),
      key.opened(closed, as: Self.version) == state.bytes
    {
      return
    }
    var closed = state
    closed.bytes = try sealing(
      note.path, to: "keep a version of", key.closed(state.bytes, as: Self.version))
    try await versions.keep(closed)
  }

  package func keep(_ states: [NoteState]) async {
    await versions.keep(states.filter { !$0.note.path.isLocked })
    for state in states where state.note.path.isLocked {
      try? await keep(state)
    }
  }

  package func keepFirst(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    if note.path.isLocked { return try await keep(bytes, of: note, written: nil) }
    try await versions.keepFirst(bytes, of: note)
  }

  package func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion] {
    let found = try await versions.versions(of: note)
    guard note.path.isLocked else { return found }
    return found.map { version in
      var version = version
      version.size = max(0, version.size - Self.extra)
      return version
    }
  }

  package func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8] {
    let note = version.note
    guard note.path.isLocked else { return try await versions.bytes(of: version) }
    let closed = try await versions.bytes(of: version)
    let name = Array(closed.prefix(PassphraseKey.nameSize))
    guard let lock = keyring.lock(named: name) else {
      if keyring.lock(of: note) == nil { throw .locked(note.path) }
      throw .failed(
        note.path, action: "read version \(version.name) of",
        reason: "it was saved under an earlier passphrase")
    }
    guard let bytes = lock.key.opened(closed, as: Self.version) else {
      throw .failed(note.path, action: "read version \(version.name) of", reason: "it is damaged")
    }
    return bytes
  }

  package func noteMoved(
    from old: NoteID, to new: NoteID, until moment: Timestamp?
  ) async throws(NoteStoreError) {
    try await versions.noteMoved(from: old, to: new, until: moment)
  }

  package func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    guard note.path.isLocked else { return try await versions.keepUndo(bytes, of: note) }
    let key = try lock(of: note).key
    let closed = try sealing(note.path, to: "save the undo history of") {
      () throws(SealedFault) in
      try key.closed(bytes, as: Self.undo)
    }
    try await versions.keepUndo(closed, of: note)
  }

  package func undo(of note: NoteID) async -> [UInt8]? {
    guard note.path.isLocked else { return await versions.undo(of: note) }
    guard let lock = keyring.lock(of: note), let closed = await versions.undo(of: note) else {
      return nil
    }
    return lock.key.opened(closed, as: Self.undo)
  }

  package nonisolated var largestText: Int { versions.largestText }

  package func leftOut(_ note: NoteID) async { await versions.leftOut(note) }

  package func report(_ problem: String, about note: NoteID) async {
    await versions.report(problem, about: note)
  }

  package func problems() async -> [String] { await versions.problems() }

  package func problems(of note: NoteID) async -> [String] { await versions.problems(of: note) }
}
