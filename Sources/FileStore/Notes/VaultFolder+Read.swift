import Bytes
import Files
import Entities
import Glibc
import Services

extension VaultFolder {
  /// Larger texts are read in blocks alone, not into one array.
  static let largestNote = 512 << 20
  /// Larger files are for other programs; a note of this size is a mistake.
  static let largestText = 16 << 30

  func read(_ id: NoteID) throws(NoteStoreError) -> NoteContent {
    let place = try target(of: id, to: "read")
    let (bytes, facts) = try stableText(in: place, of: id, to: "read")
    return NoteContent(bytes: bytes, stamp: stamp(facts, bytes))
  }

  /// Begins to read a note block by block.
  func open(_ id: NoteID) throws(NoteStoreError) -> FileReading {
    let place = try target(of: id, to: "read")
    let file = try openedFile(in: place, of: id, to: "read")
    let raw = file.raw
    let facts = try onBehalf(of: id.path, to: "read", Posix.facts(of: raw))
    guard facts.kind == .file else { throw .notAFile(id.path, kind: facts.kind.words) }
    guard facts.size <= Self.largestText else { throw .tooLarge(id.path, bytes: facts.size) }
    return FileReading(file, facts, of: id.path)
  }

  /// A text and the facts that were true before and after it was read, so that the two belong
  /// together.
  func stableText(
    in place: borrowing Place, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (bytes: [UInt8], facts: FileFacts) {
    let file = try openedFile(in: place, of: id, to: action)
    let raw = file.raw
    let size = try onBehalf(of: id.path, to: action, Posix.facts(of: raw).size)
    guard size <= Self.largestNote else { throw .tooLarge(id.path, bytes: size) }
    return try stable(raw, of: id, to: action) { (before) throws(SystemError) in
      let bytes = try Posix.read(raw, size: before.size)
      return bytes.count == before.size ? bytes : nil
    }
  }

  /// What the text of a note is told by, and the facts that belong to it, without holding the text.
  func stableDigest(
    in place: borrowing Place, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (digest: UInt64, facts: FileFacts) {
    let file = try openedFile(in: place, of: id, to: action)
    let raw = file.raw
    return try stable(raw, of: id, to: action) { (before) throws(SystemError) in
      let read = try FileText.digest(of: raw)
      return read.byteCount == before.size ? read.digest : nil
    }
  }

  /// Whether a note holds this very text, and the facts that belong to it.
  func stableEquality(
    to text: any ByteSource, in place: borrowing Place, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (isEqual: Bool, facts: FileFacts) {
    let file = try openedFile(in: place, of: id, to: action)
    let raw = file.raw
    return try stable(raw, of: id, to: action) { (_) throws(SystemError) in
      try FileText.holds(text, raw)
    }
  }

  /// Takes what `look` makes of an open file that nobody writes to at that time; nil from it is such
  /// a writing seen.
  private func stable<Value>(
    _ raw: Int32, of id: NoteID, to action: String,
    _ look: (FileFacts) throws(SystemError) -> Value?
  ) throws(NoteStoreError) -> (Value, FileFacts) {
    let path = id.path
    var tries = ReadingAttempts()
    while let pause = tries.nextPause() {
      if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
      let before = try onBehalf(of: path, to: action, Posix.facts(of: raw))
      guard before.kind == .file else { throw .notAFile(path, kind: before.kind.words) }
      let value = try onBehalf(of: path, to: action, look(before))
      let after = try onBehalf(of: path, to: action, Posix.facts(of: raw))
      if before == after, let value { return (value, after) }
    }
    throw ReadingAttempts.problem(of: id, to: action)
  }

  private func openedFile(
    in place: borrowing Place, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> Descriptor {
    let (folder, name) = (place.folder.raw, place.name)
    // Asked before opening: a pipe would wait for its writer, and a device might act.
    let kind = try onBehalf(of: id.path, to: action, Posix.facts(name, in: folder).kind)
    guard kind == .file else { throw .notAFile(id.path, kind: kind.words) }
    return try onBehalf(
      of: id.path, to: action,
      Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY))
  }

  func stamp(_ facts: FileFacts, _ bytes: [UInt8]) -> NoteStamp {
    stamp(facts, digest: RunningDigest.of(bytes))
  }

  func stamp(_ facts: FileFacts, digest: UInt64) -> NoteStamp {
    NoteStamp(inode: facts.inode, size: facts.size, modified: facts.modified, digest: digest)
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
