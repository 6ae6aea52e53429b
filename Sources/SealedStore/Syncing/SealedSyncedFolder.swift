import Entities
import FileStore
import Files
import Glibc
import Services

/// An encrypted vault's folder as a sync reads and writes it: closed files, under the names that git has.
///
/// To the rest of the program what a sync writes is another program's change: it is heard of, and it is
/// not taken for this person's own where the doctor compares with what was seen here. An older state that
/// a remote puts back is told of.
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
    work.places.look(at: id, in: root.raw, isOurs: isOurs)
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
    guard file.kind != .link, let place = opener.place(of: path, file.bytes), place.isOfNote else {
      return
    }
    let note = NoteID(place)
    guard file.bytes.count <= versions.largestText else { return await versions.leftOut(note) }
    guard let text = opener.note(path, file.bytes)?.text else { return }
    await versions.keepOrReport(NoteState(note: note, bytes: text, written: moment))
  }
}
