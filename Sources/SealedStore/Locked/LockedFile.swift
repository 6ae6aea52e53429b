import Bytes
import Entities
import FileStore
import Services
import Vault

/// One locked note's file, read and written as a whole.
struct LockedFile: Sendable {
  let folder: FolderStore
  let note: NoteID

  /// Larger texts are for a vault that is encrypted as a whole, which reads them in blocks.
  static let largest = 64 << 20

  init(_ note: NoteID, in folder: FolderStore) {
    self.folder = folder
    self.note = note
  }

  /// The bytes as they lie there, closed.
  func closed() async throws(NoteStoreError) -> NoteContent {
    let size = try await folder.open(note).seen.size
    // What closes it takes a little.
    guard size <= Self.largest + Self.largest / 1_000 else {
      throw .tooLarge(note.path, bytes: size)
    }
    return try await folder.read(note)
  }

  /// The text, and what tells this state of it from others.
  func text(of closed: NoteContent, with key: PassphraseKey) throws(NoteStoreError) -> NoteContent {
    let bytes = try opening("open") { () throws(AgeError) in try key.open(closed.bytes) }
    return NoteContent(bytes: bytes, stamp: Self.stamp(bytes, of: closed.stamp))
  }

  /// The text closed for the same passphrase. It is opened again before anybody relies on it.
  func close(
    _ text: any ByteSource, with key: PassphraseKey
  ) throws(NoteStoreError) -> (text: [UInt8], closed: [UInt8]) {
    guard text.byteCount <= Self.largest else {
      throw .tooLarge(note.path, bytes: text.byteCount)
    }
    let bytes = text.gathered
    let closed = try opening("close") { () throws(AgeError) in try key.seal(bytes) }
    let back = try opening("close") { () throws(AgeError) in try key.open(closed) }
    guard back == bytes else {
      throw SealedFault.notAsWritten.noteError(note.path, "close")
    }
    return (bytes, closed)
  }

  /// Throws where the file does not hold what was just written as this state of it.
  func check(_ closed: [UInt8], at stamp: NoteStamp, after action: String)
    async throws(NoteStoreError)
  {
    let back = try await folder.read(note)
    // Another program that wrote meanwhile is met with the next save.
    guard back.stamp != stamp || back.bytes == closed else {
      throw SealedFault.notAsWritten.noteError(note.path, action)
    }
  }

  static func stamp(_ text: [UInt8], of closed: NoteStamp) -> NoteStamp {
    var digest = RunningDigest()
    text.withUnsafeBytes { digest.add($0) }
    return NoteStamp(
      inode: closed.inode, size: text.count, modified: closed.modified, digest: digest.value)
  }

  /// What age says of the file, for a person.
  func opening<Value>(
    _ action: String, _ body: () throws(AgeError) -> Value
  ) throws(NoteStoreError) -> Value {
    do throws(AgeError) {
      return try body()
    } catch {
      switch error {
      case .noMatch(.wrongPassphrase): throw .wrongPassphrase(note.path)
      default:
        var reason = error.message
        if reason.last == "." { reason.removeLast() }
        throw .failed(note.path, action: action, reason: reason)
      }
    }
  }
}
