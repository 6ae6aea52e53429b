import Entities
import FileStore
import Files
import Glibc
import Services

/// Where each sealed note goes when a vault is decrypted.
struct OpeningPlan {
  struct Target: Equatable {
    var note: SealedFile
    /// From the vault's root: its place, or, in the trash, a name of its own there.
    var path: NotePath
  }

  private(set) var targets: [Target] = []
  /// Every folder that a target needs, those above before those below.
  private(set) var folders: [NotePath] = []

  var bytes: Int { targets.reduce(0) { $0 + $1.note.textSize } }

  /// The same each time for the same notes. Two with one place, or one whose place another one needs
  /// as a folder: the one with the newer text gets a number.
  init(_ notes: [SealedFile]) {
    var taken: Set<NotePath> = []
    var needed: Set<NotePath> = []
    for note in notes {
      var folder = note.at.isTrashed ? NotePath.trash : note.at.path.folder
      while !folder.bytes.isEmpty, needed.insert(folder).inserted { folder = folder.folder }
    }
    for note in notes.sorted(by: {
      ($0.at, $0.facts.modified, $0.id) < ($1.at, $1.facts.modified, $1.id)
    }) {
      let folder = note.at.isTrashed ? NotePath.trash : note.at.path.folder
      for name in NoteFileName.numbered(note.at.path.name.bytes) {
        let path = folder.appending(NotePath(bytes: name))
        guard !needed.contains(path), taken.insert(path).inserted else { continue }
        targets.append(Target(note: note, path: path))
        break
      }
    }
    folders = needed.sorted()
  }

  /// What stands where something is to go.
  func obstacles(in root: [UInt8]) throws(ConversionError) -> [String] {
    try working(on: .top.named, to: "read") { () throws(SystemError) in
      var found: [String] = []
      let top = try Enclosure(root)
      for folder in folders {
        guard let facts = Self.facts(of: folder, top), facts.kind != .folder else { continue }
        found.append("\(folder.text): this is \(facts.kind.words), and a folder belongs there")
      }
      for target in targets where Self.facts(of: target.path, top) != nil {
        found.append("\(target.path.text): it is there already. Move it elsewhere")
      }
      return found
    }
  }

  private static func facts(of path: NotePath, _ top: borrowing Enclosure) -> FileFacts? {
    guard let parent = try? top.openFolder(path.folder.bytes) else { return nil }
    return try? Posix.facts(path.name.bytes, in: parent.raw)
  }
}
