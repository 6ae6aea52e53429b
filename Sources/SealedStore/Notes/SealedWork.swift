import Bytes
import Entities
import FileStore
import Glibc
import Services

/// The single operations on an encrypted vault's notes.
struct SealedWork: StoreWork {
  let paths: SealedPaths

  var files: any VaultFiles { SealedFiles(paths) }
  var folder: SealedFolder { paths.folder }

  /// The largest text that is read into one array; larger ones are read in blocks.
  static let largestNote = 512 << 20
  /// Texts up to this size are compared in full before each save. A larger one is compared only if
  /// its file is not the one that was read.
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

  /// Returns the whole text of a note, and the known facts of its file.
  func text(
    of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (bytes: [UInt8], record: PathRecord) {
    try stable(id, to: action) { (note) throws(SealedFault) in
      try note.file.text(limit: Self.largestNote).map { ($0, note.record) }
    }
  }

  /// Returns the text of a note that may need new links; nil if it is too large or permanently damaged.
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

  /// Returns the result of `look` for a note that does not change in the meantime. If `look`
  /// returns nil, the note is too large.
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

  /// Opens a note for reading block by block.
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
