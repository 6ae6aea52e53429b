import Entities
import Files
import Glibc
import SealedStore

/// `.notes-tui/set-aside`: encrypted files that are not known to be copies of a file that is there.
/// A conversion never removes such a file; it moves it here and names it.
struct SetAsideFolder {
  static let path = NotePath(".notes-tui/set-aside")

  let root: [UInt8]

  /// Whether an earlier move left something here.
  func holdsFiles() throws(ConversionError) -> Bool {
    try working(on: Self.path, to: "read") { () throws(SystemError) in
      do throws(SystemError) {
        let folder = try Enclosure(root).openFolder(Self.path.bytes)
        return try !Posix.names(in: folder.raw).isEmpty
      } catch  where error.code == ENOENT {
        return false
      }
    }
  }

  /// Moves an encrypted note whose plain file holds another text; returns what a person should know.
  func move(_ note: SealedFile) throws(ConversionError) -> String {
    let now = try move(note.path)
    return "\(note.at.path.text) has another text now; its earlier encrypted copy is \(now.text)."
  }

  /// Returns where the file is now. A name that is taken here gets a number.
  @discardableResult
  func move(_ path: NotePath) throws(ConversionError) -> NotePath {
    try working(on: path, to: "set aside") { () throws(SystemError) in
      let top = try Enclosure(root)
      do throws(SystemError) {
        let own = try top.openFolder(NotePath.own.bytes)
        try Posix.makeFolder(Self.path.name.bytes, in: own.raw, mode: 0o700)
        try Posix.syncFolder(own.raw, .real)
      } catch  where error.code == EEXIST {}
      let folder = try top.openFolder(Self.path.bytes)
      let parent = try top.openFolder(path.folder.bytes)
      for name in NoteFileName.numbered(path.name.bytes) {
        do throws(SystemError) {
          try Posix.renameToFreeName(path.name.bytes, in: parent.raw, to: name, in: folder.raw)
          try Posix.syncFolder(folder.raw, .real)
          try Posix.syncFolder(parent.raw, .real)
          return Self.path.appending(NotePath(bytes: name))
        } catch  where error.code == EEXIST {}
      }
      throw SystemError(EEXIST)
    }
  }
}
