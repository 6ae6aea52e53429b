import CSodium
import Files
import Glibc
import TestSupport
import Testing

@testable import Vault

/// A key that is the same in every run.
let someKey = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"

func key(_ text: String = someKey) throws(AgeError) -> X25519Identity {
  try Array(text.utf8).withRaw { (text) throws(AgeError) in try X25519Identity(text) }
}

func secret(_ text: String) throws -> Secret {
  var bytes = Array(text.utf8)
  return try Secret(taking: &bytes)
}

/// A passphrase that costs next to nothing.
func cheapLock(_ text: String = "open") throws -> AgeRecipient {
  .passphrase(try secret(text), workFactor: 1)
}

func seeded(_ count: Int, seed: UInt64) -> [UInt8] {
  var random = SeededRandom(seed: seed)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + 8)
  while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes += $0 } }
  bytes.removeLast(bytes.count - count)
  return bytes
}

extension Secret {
  var bytes: [UInt8] { withBytes { Array($0) } }
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// What comes out of a file that is given in pieces, and how that ends.
struct Opened: Equatable {
  var text: [UInt8] = []
  var largestPiece = 0
  var error: AgeError?

  init(
    _ file: [UInt8], _ identities: [AgeIdentity], form: AgeForm = .either,
    pieces: () -> Int = { .max }
  ) {
    var decryptor = AgeDecryptor(with: identities, form: form)
    var (text, largest) = ([UInt8](), 0)
    do throws(AgeError) {
      var start = 0
      while start < file.count {
        let end = start + min(pieces(), file.count - start)
        try Array(file[start..<end]).withRaw { (piece) throws(AgeError) in
          try decryptor.push(piece) {
            text += $0
            largest = max(largest, $0.count)
          }
        }
        start = end
      }
      try decryptor.finish {
        text += $0
        largest = max(largest, $0.count)
      }
    } catch {
      self.error = error
    }
    (self.text, largestPiece) = (text, largest)
  }
}

func hex(_ digits: String) -> [UInt8] {
  let digits = digits.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
  return digest
}
