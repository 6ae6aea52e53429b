import Entities
import Files
import Glibc
import SealedStore

/// The folder `.notes-tui/removing`. A file is moved here before it is removed, to verify that it
/// is the one that was copied. A file that another program wrote in the meantime is put back.
struct StagingFolder: ~Copyable {
  static let path = NotePath(".notes-tui/removing")
  /// The extension of a plain file's name here.
  static let plain = Array(".plain".utf8)
  static let sealed = Array(".sealed".utf8)
  static let trashed = Array(".trashed".utf8)

  private let top: Enclosure
  private let folder: Descriptor

  /// Makes the folder if it is missing.
  init(_ root: [UInt8]) throws(ConversionError) {
    do throws(SystemError) {
      let top = try Enclosure(root)
      try Posix.makeFolderIfMissing(Self.path.bytes, in: top.raw, mode: 0o700)
      folder = try top.openFolder(Self.path.bytes)
      self.top = top
    } catch {
      throw ConversionError(error, Self.path, "make")
    }
  }

  /// Removes the folder, which must be empty.
  func remove() throws(ConversionError) {
    do throws(SystemError) {
      try Posix.removeFolder(Self.path.bytes, in: top.raw)
    } catch {
      if error.code != ENOTEMPTY { throw ConversionError(error, Self.path, "remove") }
      throw .failed(
        Self.path, action: "remove",
        reason:
          "it has files that no conversion put there. Move them out of the vault, then continue")
    }
  }

  func names(ending: [UInt8]) throws(ConversionError) -> [(name: [UInt8], id: SealedID)] {
    try working(on: Self.path, to: "read", Posix.names(in: folder.raw)).compactMap { name in
      guard name.suffix(ending.count).elementsEqual(ending),
        let id = SealedID(fileName: name.dropLast(ending.count) + Array(".age".utf8))
      else { return nil }
      return (name, id)
    }
  }

  func open(_ name: [UInt8], _ path: NotePath) throws(ConversionError) -> Descriptor {
    try working(
      on: path, to: "read", Posix.open(name, in: folder.raw, O_RDONLY | O_NONBLOCK | O_NOFOLLOW))
  }

  func delete(_ name: [UInt8], _ path: NotePath) throws(ConversionError) {
    try working(on: path, to: "remove", Posix.remove(name, in: folder.raw))
  }

  /// Puts encrypted notes back that a killed run had moved here.
  func putNotesBack() throws(ConversionError) {
    for (name, id) in try names(ending: Self.sealed) {
      try putBack(name, to: NotePath(bytes: id.fileName))
    }
    for (name, id) in try names(ending: Self.trashed) {
      try putBack(name, to: .trash.appending(NotePath(bytes: id.fileName)))
    }
  }

  /// Gives a file its path again, or a numbered one if that is in use.
  func putBack(_ name: [UInt8], to path: NotePath) throws(ConversionError) {
    try working(on: path, to: "put back") { () throws(SystemError) in
      try makeFolders(path.folder)
      let parent = try top.openFolder(path.folder.bytes)
      _ = try Posix.renameToNumberedName(
        name, in: folder.raw, like: path.name.bytes, in: parent.raw)
      try Posix.syncFolder(parent.raw, .real)
    }
  }

  private func makeFolders(_ path: NotePath) throws(SystemError) {
    if path.bytes.isEmpty { return }
    try makeFolders(path.folder)
    let above = try top.openFolder(path.folder.bytes)
    try Posix.makeFolderIfMissing(path.name.bytes, in: above.raw, mode: 0o777)
  }

  /// Removes the file at `path` if it is unchanged. Returns false if it is gone, or another file,
  /// which stays.
  func remove(
    _ path: NotePath, knownAs facts: FileFacts, id: SealedID, ending: [UInt8] = plain
  ) throws(ConversionError) -> Bool {
    do throws(SystemError) {
      let parent = try top.openFolder(path.folder.bytes)
      guard try Posix.facts(path.name.bytes, in: parent.raw) == facts else { return false }
      let name = id.text + ending
      do throws(SystemError) {
        try Posix.renameToFreeName(path.name.bytes, in: parent.raw, to: name, in: folder.raw)
      } catch  where error.code == EXDEV || error.code == EINVAL || error.code == ENOSYS {
        // The disk cannot move without overwriting. Another program's write between the check above
        // and this step is lost.
        try Posix.remove(path.name.bytes, in: parent.raw)
        return true
      }
      guard try Posix.facts(name, in: folder.raw).isSameState(as: facts) else {
        try Posix.renameToFreeName(name, in: folder.raw, to: path.name.bytes, in: parent.raw)
        return false
      }
      try Posix.remove(name, in: folder.raw)
      return true
    } catch {
      if error.code == ENOENT { return false }
      throw ConversionError(error, path, "remove")
    }
  }
}

/// The folder `.notes-tui/set-aside`, for encrypted files that may not be copies of a plain file. A
/// conversion never removes such a file, but moves it here and reports it.
struct SetAsideFolder {
  static let path = NotePath(".notes-tui/set-aside")

  let root: [UInt8]

  /// Whether an earlier move left something here.
  func holdsFiles() throws(ConversionError) -> Bool {
    try working(on: Self.path, to: "read") { () throws(SystemError) in
      guard let folder = try ifThere(try Enclosure(root).openFolder(Self.path.bytes)) else {
        return false
      }
      return try !Posix.names(in: folder.raw).isEmpty
    }
  }

  /// Moves an encrypted note whose plain file has another text; returns a message for the person.
  func move(_ note: SealedFile) throws(ConversionError) -> String {
    let now = try move(note.path)
    return "\(note.at.path.text) has another text now; its earlier encrypted copy is \(now.text)."
  }

  /// Moves a file here, with a number if its name is in use, and returns the new path.
  @discardableResult
  func move(_ path: NotePath) throws(ConversionError) -> NotePath {
    try working(on: path, to: "set aside") { () throws(SystemError) in
      let top = try Enclosure(root)
      let own = try top.openFolder(NotePath.own.bytes)
      try Posix.makeFolderIfMissing(Self.path.name.bytes, in: own.raw, mode: 0o700)
      let folder = try top.openFolder(Self.path.bytes)
      let parent = try top.openFolder(path.folder.bytes)
      let name = path.name.bytes
      let new = try Posix.renameToNumberedName(name, in: parent.raw, like: name, in: folder.raw)
      try Posix.syncFolder(folder.raw, .real)
      try Posix.syncFolder(parent.raw, .real)
      return Self.path.appending(NotePath(bytes: new))
    }
  }
}
