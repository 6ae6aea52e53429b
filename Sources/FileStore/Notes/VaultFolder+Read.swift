import Files
import Entities
import Glibc
import Services

extension VaultFolder {
  /// Larger files are for other programs; a note of this size is a mistake.
  static let largestNote = 512 << 20

  func read(_ id: NoteID) throws(NoteStoreError) -> NoteContent {
    let place = try target(of: id, to: "read")
    let (bytes, facts) = try stableText(in: place, of: id, to: "read")
    return NoteContent(bytes: bytes, stamp: stamp(facts, bytes))
  }

  /// A text and the facts that were true before and after it was read, so that the two belong
  /// together.
  func stableText(
    in place: borrowing Place, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (bytes: [UInt8], facts: FileFacts) {
    let (folder, name) = (place.folder.raw, place.name)
    let path = id.path
    // Asked before opening: a pipe would wait for its writer, and a device might act.
    let kind = try onBehalf(of: path, to: action) { () throws(SystemError) in
      try Posix.facts(name, in: folder).kind
    }
    guard kind == .file else { throw .notAFile(path, kind: kind.words) }
    let file = try onBehalf(of: path, to: action) { () throws(SystemError) in
      try Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    }
    let raw = file.raw
    // Someone may be writing just now; a few tries outlast any ordinary write.
    for _ in 0..<10 {
      let before = try onBehalf(of: path, to: action) { () throws(SystemError) in
        try Posix.facts(of: raw)
      }
      guard before.kind == .file else { throw .notAFile(path, kind: before.kind.words) }
      guard before.size <= Self.largestNote else { throw .tooLarge(path, bytes: before.size) }
      let bytes = try onBehalf(of: path, to: action) { () throws(SystemError) in
        try Posix.read(raw, size: before.size)
      }
      let after = try onBehalf(of: path, to: action) { () throws(SystemError) in
        try Posix.facts(of: raw)
      }
      if before == after, bytes.count == before.size { return (bytes, after) }
    }
    throw .failed(path, action: action, reason: "another program keeps writing to it")
  }

  func stamp(_ facts: FileFacts, _ bytes: [UInt8]) -> NoteStamp {
    NoteStamp(
      inode: facts.inode, size: facts.size, modified: facts.modified, digest: Digest.of(bytes))
  }

  /// The row of one note as a listing shows it.
  func summary(of id: NoteID) throws(NoteStoreError) -> NoteSummary {
    // Says what is wrong with the path or its folder, where something is.
    _ = try place(of: id, to: "read")
    let files = FolderFiles(root: root, clock: clock)
    guard let fact = files.facts(of: id), let row = HeadReader(files).row(id, fact) else {
      throw .notFound(id.path)
    }
    return row
  }
}
