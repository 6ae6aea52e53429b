package import Entities
package import Files
import Glibc
package import Services

/// A vault's folder as a sync reads and writes it. An encrypted vault's files remain encrypted.
///
/// Unlike a save it follows no link, not even within the vault: git stores a link as a link, so a
/// sync must not write through one.
package struct SyncedFolder: SyncedFiles {
  let vault: VaultFolder
  private let versions: (any NoteVersions)?
  /// The mode of new files.
  let mode: UInt32

  /// `versions` stores the notes that are replaced, and the new ones; nil in an encrypted vault,
  /// whose file names are random. `plainWriteRefusal` says why no plain text may be written any
  /// more.
  package init(
    root: [UInt8], clock: any WallClock, turns: WriteLocks = .none,
    versions: (any NoteVersions)?, mode: UInt32 = 0o666,
    plainWriteRefusal: @escaping @Sendable () -> String? = { nil }
  ) {
    self.init(
      VaultFolder(root: root, clock: clock, turns: turns, plainWriteRefusal: plainWriteRefusal),
      versions: versions, mode: mode)
  }

  init(_ vault: VaultFolder, versions: (any NoteVersions)?, mode: UInt32 = 0o666) {
    self.vault = vault
    self.versions = versions
    self.mode = mode
  }

  /// A replaced file, and when it was written.
  package typealias Replaced = (file: SyncedFile, modified: Timestamp)

  @concurrent
  package func file(at path: NotePath) async throws(NoteStoreError) -> SyncedFile? {
    try state(of: path, to: "read")?.file
  }

  @concurrent
  package func write(
    _ file: SyncedFile, at path: NotePath, replacing expected: SyncedFile?
  ) async throws(NoteStoreError) {
    let replaced = try put(file, at: path, replacing: expected)
    if let replaced { await keep(replaced.file, of: path, written: replaced.modified) }
    await keep(file, of: path, written: nil)
  }

  /// Writes a file on the caller's thread, without a version. Returns the file that it replaced.
  package func put(
    _ file: SyncedFile, at path: NotePath, replacing expected: SyncedFile?
  ) throws(NoteStoreError) -> Replaced? {
    // Another device may have encrypted the vault: its encrypted files are accepted.
    if !path.isClosed { try vault.checkPlain(path) }
    guard let location = try location(of: path, to: "write", making: true) else {
      throw .notFound(path)
    }
    return try vault.alone(at: location, of: path, to: "write") {
      () throws(NoteStoreError) -> Replaced? in
      let there = try found(at: location, path, to: "write")
      if let there, there.file == file {
        try onBehalf(of: path, to: "write") { () throws(SystemError) in
          try flush(there, at: location)
        }
        return nil
      }
      guard there?.file.holdsSame(as: expected) ?? (expected == nil) else {
        throw .changedOutside(path)
      }
      try rethrow(put(file, at: location, over: there)) { (error: SystemError) in
        [ESTALE, EEXIST].contains(error.code)
          ? .changedOutside(path) : error.noteError(path, "write")
      }
      return there.map { ($0.file, $0.facts.modified) }
    }
  }

  /// Returns the current file, on the caller's thread.
  package func state(of path: NotePath, to action: String) throws(NoteStoreError) -> Replaced? {
    guard let location = try location(of: path, to: action) else { return nil }
    return try found(at: location, path, to: action).map { ($0.file, $0.facts.modified) }
  }

  @concurrent
  package func remove(
    _ path: NotePath, holding expected: SyncedFile
  ) async throws(NoteStoreError) {
    guard let location = try location(of: path, to: "remove") else { return }
    let removed = try vault.alone(at: location, of: path, to: "remove") {
      () throws(NoteStoreError) -> Found? in
      guard let there = try found(at: location, path, to: "remove") else { return nil }
      guard there.file.holdsSame(as: expected) else { throw .changedOutside(path) }
      if path.isInTrash {
        // On another device it was removed from the trash for good.
        let (folder, name) = (location.folder.raw, location.name)
        try onBehalf(of: path, to: "remove") { () throws(SystemError) in
          try Posix.remove(name, in: folder)
          try Posix.syncFolder(folder, vault.disk)
        }
      } else {
        _ = try vault.trash(NoteID(path))
      }
      return there
    }
    removeEmptyFolders(above: path)
    if let removed, !path.isInTrash {
      await keep(removed.file, of: path, written: removed.facts.modified)
    }
  }

  /// git does not track empty folders.
  private func removeEmptyFolders(above path: NotePath) {
    var folder = path.folder
    while !folder.bytes.isEmpty, folder != TrashFolder.path {
      vault.removeIfEmpty(folder)
      folder = folder.folder
    }
  }

  /// Stores a version. If that fails it is one of the versions' problems, and the sync still writes
  /// the note.
  private func keep(_ file: SyncedFile, of path: NotePath, written moment: Timestamp?) async {
    guard let versions, file.kind != .link, !path.isLocked, !path.isInTrash,
      path.isOfNote
    else { return }
    guard file.bytes.count <= versions.largestText else {
      return await versions.leftOut(NoteID(path))
    }
    await versions.keepOrReport(
      NoteState(note: NoteID(path), bytes: file.bytes, written: moment))
  }
}

extension NotePath {
  /// Whether the file is in age's format, not plain text.
  fileprivate var isClosed: Bool { bytes.suffix(4).elementsEqual(".age".utf8) }

  fileprivate var isInTrash: Bool {
    bytes.starts(with: TrashFolder.path.bytes + [UInt8(ascii: "/")])
  }
}
