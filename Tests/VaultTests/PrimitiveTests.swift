import Glibc
import Testing

@testable import Vault

/// The numbers of the documents that define them.
@Suite("Primitives")
struct PrimitiveTests {
  private func made(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.withUnsafeMutableBytes(body)
    return bytes
  }

  @Test("HMAC-SHA256 matches RFC 4231")
  func hmac() {
    let code = made(32) { code in
      Array("Jefe".utf8).withUnsafeBytes { key in
        Array("what do ya want for nothing?".utf8).withUnsafeBytes { text in
          let (first, rest) = (text[..<5], text[5...])
          KeyDerivation.hmac(
            key: key, UnsafeRawBufferPointer(rebasing: first),
            UnsafeRawBufferPointer(rebasing: rest), into: code)
        }
      }
    }
    #expect(code == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
  }

  @Test("HKDF-SHA256 matches RFC 5869, for up to 32 bytes")
  func hkdf() {
    let secret = [UInt8](repeating: 0x0b, count: 22)
    let key = made(32) { key in
      secret.withUnsafeBytes {
        KeyDerivation.derive(
          from: $0, salt: UnsafeRawBufferPointer(start: nil, count: 0), info: "", into: key)
      }
    }
    #expect(key == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"))
  }

  @Test("X25519 matches RFC 7748, and a share that gives no secret is refused")
  func exchange() {
    let (own, other) = (seeded(32, seed: 3), seeded(32, seed: 4))
    // Both directions give the same secret.
    func publicKey(_ secret: [UInt8]) -> [UInt8] {
      made(32) { key in secret.withUnsafeBytes { X25519.publicKey(of: $0, into: key) } }
    }
    func shared(_ secret: [UInt8], _ key: [UInt8]) -> [UInt8]? {
      var isShared = false
      let bytes = made(32) { room in
        secret.withUnsafeBytes { secret in
          key.withUnsafeBytes { isShared = X25519.shared(secret, with: $0, into: room) }
        }
      }
      return isShared ? bytes : nil
    }
    #expect(shared(own, publicKey(other)) == shared(other, publicKey(own)))
    #expect(shared(own, [UInt8](repeating: 0, count: 32)) == nil)
    let scalar = hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    let point = hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    #expect(
      shared(scalar, point)
        == hex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"))
  }

  @Test("scrypt matches RFC 7914")
  func scrypt() {
    let key = made(64) { key in
      Array("pleaseletmein".utf8).withUnsafeBytes { passphrase in
        Array("SodiumChloride".utf8).withUnsafeBytes { salt in
          #expect(Scrypt.derive(from: passphrase, salt: salt, workFactor: 14, into: key))
        }
      }
    }
    #expect(
      key
        == hex(
          "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
            + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"))
  }

  @Test("A sealed chunk opens only at its position and with its key")
  func chunks() throws {
    var keyBytes = seeded(32, seed: 1)
    let cipher = ChunkCipher(key: try Secret(taking: &keyBytes))
    #expect(keyBytes == [UInt8](repeating: 0, count: 32))
    let text = seeded(100, seed: 2)
    let sealed = made(116) { room in
      text.withUnsafeBytes { cipher.close($0, number: 7, isLast: false, into: room) }
    }
    func open(_ sealed: [UInt8], _ number: UInt64, _ isEnd: Bool) -> (Int, [UInt8]) {
      var count = 0
      let room = made(100) { room in
        sealed.withUnsafeBytes {
          count = cipher.open($0, number: number, isEnd: isEnd, into: room).count
        }
      }
      return (count, room)
    }
    #expect(open(sealed, 7, false) == (100, text))
    for (number, isEnd) in [(6, false), (8, false), (7, true)] as [(UInt64, Bool)] {
      // The chunk does not open, and no byte of it reaches the buffer.
      #expect(open(sealed, number, isEnd) == (0, [UInt8](repeating: 0, count: 100)))
    }
    for place in sealed.indices {
      var bent = sealed
      bent[place] ^= 1
      #expect(open(bent, 7, false).0 == 0)
    }
  }
}
