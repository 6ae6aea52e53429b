import Entities
import Files
import Services
import Vault

/// Opens and closes the files of an encrypted vault for a sync, which has them as bytes. The key is held
/// for as long as the sync is; what is opened is held while two texts are merged, and written nowhere.
struct SealedOpener: AgeOpening {
  private let identity: X25519Identity

  init(identity: X25519Identity) { self.identity = identity }

  func open(_ path: NotePath, _ bytes: [UInt8]) throws -> [UInt8]? {
    guard SealedID(fileName: path.bytes) != nil else { return nil }
    do throws(AgeError) {
      return try Age.open(bytes: bytes, with: [.key(identity)], form: .binary)
    } catch {
      // It is told as damaged where the note is listed.
      if case .noMemory = error { throw error }
      return nil
    }
  }

  func close(_ path: NotePath, _ plain: [UInt8]) throws -> [UInt8] {
    try Age.seal(bytes: plain, to: [.key(identity.recipient)])
  }

  func place(of path: NotePath, _ bytes: [UInt8]) -> NotePath? {
    guard SealedID(fileName: path.bytes) != nil else { return nil }
    return head(of: bytes)?.place
  }

  func newPath() -> NotePath { NotePath(bytes: SealedID.random().fileName) }

  /// The note in a file: where it is in the vault, and its own bytes.
  func note(_ path: NotePath, _ bytes: [UInt8]) -> (place: NotePath, text: [UInt8])? {
    guard let plain = (try? open(path, bytes)) ?? nil,
      let head = plain.withUnsafeBytes({ try? SealedHead.read($0) })
    else { return nil }
    return (head.place, Array(plain.dropFirst(head.length)))
  }

  /// The first chunk has it; that was proved before it is read.
  private func head(of bytes: [UInt8]) -> (place: NotePath, length: Int)? {
    var decryptor = AgeDecryptor(with: [.key(identity)], form: .binary)
    var text: [UInt8] = []
    let first = min(bytes.count, SealedStream.firstBlock)
    do {
      try bytes.withUnsafeBytes {
        try decryptor.push(UnsafeRawBufferPointer(rebasing: $0[..<first])) { text += $0 }
      }
      if first == bytes.count { try decryptor.finish { text += $0 } }
      return try text.withUnsafeBytes { try SealedHead.read($0) }
    } catch {
      return nil
    }
  }
}
