import Entities
import FileStore
import Files
import Glibc
import Services
import Vault

/// An encrypted vault's folder as a sync reads and writes it: closed files, under the names that git has.
///
/// To the rest of the program what a sync writes is another program's change: it is heard of, and it is
/// not taken for this person's own where the doctor compares with what was seen here. An older state that
/// a remote puts back is reported.
struct SealedSyncedFolder: SyncedFiles {
  private let work: SealedWork
  private let files: SyncedFolder
  private let opener: SealedOpener
  private let versions: any NoteVersions
  /// What is written is what the person themself puts back.
  private var isOurs = false

  init(
    _ work: SealedWork, opener: SealedOpener, versions: any NoteVersions
  ) {
    self.work = work
    self.opener = opener
    self.versions = versions
    // What puts files into this folder holds it: turns for single names would be one lock too many.
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

  /// As a save does it, by the note's own name. What cannot be opened has no text to keep.
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

/// Opens and closes the files of an encrypted vault for a sync, which has them as bytes. The key is held
/// for as long as the sync is; what is opened is held while two texts are merged, and written nowhere.
struct SealedOpener: AgeOpening {
  private let identity: X25519Identity

  init(identity: X25519Identity) { self.identity = identity }

  func open(_ path: NotePath, _ bytes: [UInt8]) throws -> [UInt8]? {
    guard SealedID(fileName: path.bytes) != nil else { return nil }
    do throws(AgeError) {
      return try Age.open(bytes: bytes, with: [.key(identity)], form: .binary)
    } catch {
      // It is shown as damaged where the note is listed.
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

  /// The note in a file: where it is in the vault, and its own bytes.
  func note(_ path: NotePath, _ bytes: [UInt8]) -> (path: NotePath, text: [UInt8])? {
    guard let plain = (try? open(path, bytes)) ?? nil,
      let head = plain.withUnsafeBytes({ try? SealedHead.read($0) })
    else { return nil }
    return (head.path, Array(plain.dropFirst(head.length)))
  }

  /// The first chunk has it; that was proved before it is read.
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
