import Bytes
import Entities
import FileStore
import Files
import Glibc
import NoteSyntax
import Services

/// The work on an encrypted vault's notes, call by call.
struct SealedWork: StoreWork {
  let paths: SealedPaths

  var files: any VaultFiles { SealedFiles(paths) }
  var folder: SealedFolder { paths.folder }

  /// Larger texts are read in blocks alone, not into one array.
  static let largestNote = 512 << 20
  /// Texts up to this size are compared in full before each save; larger ones only when their file is
  /// not the one that was read.
  static let alwaysCompared = 1 << 20

  func summary(of id: NoteID) throws(NoteStoreError) -> NoteSummary {
    _ = try folder.openRoot(for: id.path, to: "read")
    let files = SealedFiles(paths)
    guard let fact = files.facts(of: id), let row = HeadReader(files).row(id, fact) else {
      throw .notFound(id.path)
    }
    return row
  }

  func read(_ id: NoteID) throws(NoteStoreError) -> NoteContent {
    let (bytes, record) = try text(of: id, to: "read")
    var digest = RunningDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return NoteContent(bytes: bytes, stamp: Self.stamp(record, digest: digest.value))
  }

  /// The whole text of a note, and what is known of its file.
  func text(
    of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (bytes: [UInt8], record: PathRecord) {
    try stable(id, to: action) { (note) throws(SealedFault) in
      try note.file.text(limit: Self.largestNote).map { ($0, note.record) }
    }
  }

  /// The text of a note in which something may be to be written again; nil where it is too large, or
  /// damaged for good.
  func readableText(of id: NoteID) throws(NoteStoreError) -> [UInt8]? {
    let found = try sealing(id.path, to: "read", paths.find(id.path))
    if found?.record.fault?.isLasting == true { return nil }
    return try stable(id, to: "read") { (note) throws(SealedFault) -> [UInt8]?? in
      do throws(SealedFault) {
        return .some(try note.file.text(limit: Self.largestNote))
      } catch {
        if error.isLasting { return .some(nil) }
        throw error
      }
    }
  }

  /// What `look` makes of a note that does not change meanwhile; nil from it is a note that is too
  /// large.
  private func stable<Value>(
    _ id: NoteID, to action: String,
    _ look: (borrowing OpenedNote) throws(SealedFault) -> Value?
  ) throws(NoteStoreError) -> Value {
    for _ in 0..<10 {
      let note = try paths.open(id, to: action)
      do throws(SealedFault) {
        if let value = try look(note) { return value }
      } catch {
        if error == .changed { continue }
        throw error.noteError(id.path, action)
      }
      throw .tooLarge(id.path, bytes: note.record.textSize)
    }
    throw .failed(id.path, action: action, reason: "another program keeps writing to it")
  }

  /// Begins to read a note block by block.
  func open(_ id: NoteID) throws(NoteStoreError) -> SealedReading {
    for _ in 0..<10 {
      let note = try paths.open(id, to: "read")
      do throws(SealedFault) {
        return try note.reading(as: id.path)
      } catch {
        if error != .changed { throw error.noteError(id.path, "read") }
      }
    }
    throw .failed(id.path, action: "read", reason: "another program keeps writing to it")
  }

  static func stamp(_ record: PathRecord, digest: UInt64) -> NoteStamp {
    NoteStamp(
      inode: record.facts.inode, size: record.textSize, modified: record.facts.modified,
      digest: digest)
  }
}

extension OpenedNote {
  consuming func reading(as path: NotePath) throws(SealedFault) -> SealedReading {
    try SealedReading(file, as: path)
  }
}
