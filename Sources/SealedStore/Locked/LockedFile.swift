import Bytes
import Entities
import FileStore
import Services
import Vault

/// One locked note's file, read and written as a whole.
struct LockedFile: Sendable {
  let folder: FolderStore
  let note: NoteID

  /// The largest text. Larger ones need an encrypted vault, which reads them in blocks.
  static let largest = 64 << 20

  init(_ note: NoteID, in folder: FolderStore) {
    self.folder = folder
    self.note = note
  }

  /// Returns the encrypted bytes of the file.
  func closed() async throws(NoteStoreError) -> NoteContent {
    let size = try await folder.open(note).seen.size
    // Encryption adds a little.
    guard size <= Self.largest + Self.largest / 1_000 else {
      throw .tooLarge(note.path, bytes: size)
    }
    return try await folder.read(note)
  }

  /// Returns the decrypted text, with a stamp of this state of it.
  func text(of closed: NoteContent, with key: PassphraseKey) throws(NoteStoreError) -> NoteContent {
    let bytes = try opening("open") { () throws(AgeError) in try key.open(closed.bytes) }
    return NoteContent(bytes: bytes, stamp: Self.stamp(bytes, of: closed.stamp))
  }

  /// Encrypts the text for the same passphrase, and decrypts it again to verify it.
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

  /// Throws if the file does not contain what was just written.
  func check(_ closed: [UInt8], at stamp: NoteStamp, after action: String)
    async throws(NoteStoreError)
  {
    let back = try await folder.read(note)
    // A write by another program in the meantime is noticed at the next save.
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

  /// Runs a call to age and turns its error into the note's error.
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
