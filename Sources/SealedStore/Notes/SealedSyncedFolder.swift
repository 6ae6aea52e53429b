import Entities
import FileStore
import Files
import Glibc
import Services
import Vault

/// The folder of an encrypted vault for a sync: sealed files, under the names that git has.
///
/// The rest of the program treats a sync's writes as another program's: they are reported as
/// events, and the check for rollbacks does not count them as this person's own. So an older state
/// that a remote restores is reported.
struct SealedSyncedFolder: SyncedFiles {
  private let work: SealedWork
  private let files: SyncedFolder
  private let opener: SealedOpener
  private let versions: any NoteVersions
  /// Whether writes count as the person's own, since the person restores something.
  private var isOurs = false

  init(
    _ work: SealedWork, opener: SealedOpener, versions: any NoteVersions
  ) {
    self.work = work
    self.opener = opener
    self.versions = versions
    // The folder is locked while files are added, so locks for single names are not needed.
    files = SyncedFolder(
      root: work.folder.root, clock: work.folder.clock, versions: nil, mode: 0o600)
  }

  var puttingBack: any SyncedFiles {
    var files = self
    files.isOurs = true
    return files
  }

  func file(at path: NotePath) async throws(NoteStoreError) -> SyncedFile? {
    try await files.file(at: path)
  }

  @concurrent
  func write(
    _ file: SyncedFile, at path: NotePath, replacing expected: SyncedFile?
  ) async throws(NoteStoreError) {
    guard let id = SealedID(fileName: path.bytes) else {
      return try await files.write(file, at: path, replacing: expected)
    }
    let replaced = try write(file, as: id, at: path, replacing: expected)
    if let replaced { await keep(replaced.file, of: path, written: replaced.modified) }
    await keep(file, of: path, written: nil)
  }

  private func write(
    _ file: SyncedFile, as id: SealedID, at path: NotePath, replacing expected: SyncedFile?
  ) throws(NoteStoreError) -> SyncedFolder.Replaced? {
    let root = try work.folder.openRoot(for: path, to: "write")
    try onBehalf(of: path, to: "write", work.folder.hold(root.raw))
    defer { flock(root.raw, LOCK_UN) }
    let replaced = try files.put(file, at: path, replacing: expected)
    work.paths.look(at: id, in: root.raw, isOurs: isOurs)
    return replaced
  }

  @concurrent
  func remove(
    _ path: NotePath, holding expected: SyncedFile
  ) async throws(NoteStoreError) {
    guard let id = SealedID(fileName: path.bytes) else {
      return try await files.remove(path, holding: expected)
    }
    if let removed = try remove(id, path, holding: expected) {
      await keep(removed.file, of: path, written: removed.modified)
    }
  }

  private func remove(
    _ id: SealedID, _ path: NotePath, holding expected: SyncedFile
  ) throws(NoteStoreError) -> SyncedFolder.Replaced? {
    let root = try work.folder.openRoot(for: path, to: "remove")
    try onBehalf(of: path, to: "remove", work.folder.hold(root.raw))
    defer { flock(root.raw, LOCK_UN) }
    guard let there = try files.state(of: path, to: "remove") else { return nil }
    guard there.file.holdsSame(as: expected) else { throw .changedOutside(path) }
    _ = try onBehalf(of: path, to: "remove", work.moveToTrash(id, in: root.raw))
    return there
  }

  /// Saves a version as a save of the note would, under its own name. An unreadable file has no
  /// text to save.
  private func keep(_ file: SyncedFile, of path: NotePath, written moment: Timestamp?) async {
    guard file.kind != .link, let location = opener.notePath(of: path, file.bytes),
      location.isOfNote
    else {
      return
    }
    let note = NoteID(location)
    guard file.bytes.count <= versions.largestText else { return await versions.leftOut(note) }
    guard let text = opener.note(path, file.bytes)?.text else { return }
    await versions.keepOrReport(NoteState(note: note, bytes: text, written: moment))
  }
}

/// Opens and closes the files of an encrypted vault for a sync. The key lives as long as the sync;
/// plain text is in memory during a merge, and never written.
struct SealedOpener: AgeOpening {
  private let identity: X25519Identity

  init(identity: X25519Identity) { self.identity = identity }

  func open(_ path: NotePath, _ bytes: [UInt8]) throws -> [UInt8]? {
    guard SealedID(fileName: path.bytes) != nil else { return nil }
    do throws(AgeError) {
      return try Age.open(bytes: bytes, with: [.key(identity)], form: .binary)
    } catch {
      // It is listed as a damaged note.
      if case .noMemory = error { throw error }
      return nil
    }
  }

  func close(_ path: NotePath, _ plain: [UInt8]) throws -> [UInt8] {
    try Age.seal(bytes: plain, to: [.key(identity.recipient)])
  }

  func notePath(of path: NotePath, _ bytes: [UInt8]) -> NotePath? {
    guard SealedID(fileName: path.bytes) != nil else { return nil }
    return head(of: bytes)?.path
  }

  func newPath() -> NotePath { NotePath(bytes: SealedID.random().fileName) }

  /// Returns the note in a file: its path in the vault, and its own bytes.
  func note(_ path: NotePath, _ bytes: [UInt8]) -> (path: NotePath, text: [UInt8])? {
    guard let plain = (try? open(path, bytes)) ?? nil,
      let head = plain.withUnsafeBytes({ try? SealedHead.read($0) })
    else { return nil }
    return (head.path, Array(plain.dropFirst(head.length)))
  }

  /// Reads the first line. It is in the first chunk, which is authenticated first.
  private func head(of bytes: [UInt8]) -> (path: NotePath, length: Int)? {
    var decryptor = AgeDecryptor(with: [.key(identity)], form: .binary)
    var text: [UInt8] = []
    let first = min(bytes.count, SealedStream.firstBlock)
    do {
      try bytes.withUnsafeBytes {
        try decryptor.push(UnsafeRawBufferPointer(rebasing: $0[..<first])) { text += $0 }
      }
      if first == bytes.count { try decryptor.finish { text += $0 } }
      return try text.withUnsafeBytes { try SealedHead.read($0) }
    } catch {
      return nil
    }
  }
}
