import Bytes
import CopyNames
import Entities
import Files
import Services

/// What the name of a file says that another program put beside a closed one:
/// `<26 letters and digits>.sync-conflict-20260302-093612-ABCDEFG.age`.
package struct SealedCopyName {
  /// Whose copy it is.
  let id: SealedID
  let program: ConflictProgram
  /// What the program put behind the name.
  private let mark: [UInt8]

  private static let ending = Array(".age".utf8)
  private static let note = Array(".md".utf8)
  /// A copy of a copy is one of the note itself.
  private static let mostSteps = 8

  /// Nil for any other name.
  init?(_ name: [UInt8], hosts: [String] = []) {
    guard Self.mayBe(name) else { return nil }
    let stem = name.dropLast(Self.ending.count)
    var original = NotePath(bytes: Array(stem) + Self.note)
    var program: ConflictProgram?
    for _ in 0..<Self.mostSteps {
      guard let found = ConflictName.reading(original, hosts: hosts) else { return nil }
      original = found.original
      program = program ?? found.program
      let text = original.bytes.dropLast(Self.note.count)
      guard let id = SealedID(fileName: text + Self.ending), let program else { continue }
      self.id = id
      self.program = program
      mark = Array(stem.dropFirst(text.count))
      return
    }
    return nil
  }

  /// Whether it is the name of a file that begins and ends as a closed note's and is none of those.
  static func mayBe(_ name: [UInt8]) -> Bool {
    SealedID.looksAlike(name) && SealedID(fileName: name) == nil && !name.contains(Byte.slash)
  }

  /// The name that the copy would have if neither were closed.
  func path(beside note: NotePath) -> NotePath {
    let (name, stem) = (note.name.bytes, note.stem.bytes)
    return note.folder.appending(NotePath(bytes: stem + mark + name.dropFirst(stem.count)))
  }

  /// How many there are in the folder of a vault that may be locked.
  package static func count(in root: [UInt8]) -> Int {
    guard let folder = try? Posix.openFolder(root), let names = try? Posix.names(in: folder.raw)
    else { return 0 }
    return names.count { SealedCopyName($0) != nil }
  }
}
