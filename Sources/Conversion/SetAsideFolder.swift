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
      guard let folder = try ifThere(try Enclosure(root).openFolder(Self.path.bytes)) else {
        return false
      }
      return try !Posix.names(in: folder.raw).isEmpty
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
