import CSodium

/// The public half of a key, `age1…`, for a recipient.
package struct X25519Recipient: Hashable, Sendable {
  static let prefix = "age"
  let key: [UInt8]

  init(key: [UInt8]) {
    precondition(key.count == X25519.size)
    self.key = key
  }

  /// Reads `age1…`; the text may be untrusted.
  package init(_ text: some Collection<UInt8>) throws(AgeError) {
    let text = Array(text)
    var key = [UInt8](repeating: 0, count: X25519.size)
    let isKey = key.withUnsafeMutableBytes { key in
      text.withUnsafeBytes { Bech32.decode($0, prefix: Self.prefix, into: key) }
    }
    guard isKey else { throw .key(KeyFault(recipient: text)) }
    self.key = key
  }

  /// The key as `age1…`.
  package var text: String {
    var text = [UInt8](repeating: 0, count: Bech32.length(prefix: Self.prefix))
    text.withUnsafeMutableBytes { text in
      key.withUnsafeBytes { Bech32.encode($0, prefix: Self.prefix, into: text) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The secret half of a key, `AGE-SECRET-KEY-1…`, with its public half.
package struct X25519Identity: Sendable {
  static let prefix = "AGE-SECRET-KEY-"
  let secret: Secret
  package let recipient: X25519Recipient

  private init(secret: Secret) {
    self.secret = secret
    var key = [UInt8](repeating: 0, count: X25519.size)
    secret.withBytes { secret in
      key.withUnsafeMutableBytes { X25519.publicKey(of: secret, into: $0) }
    }
    recipient = X25519Recipient(key: key)
  }

  /// Returns a new random key.
  package static func make() throws(AgeError) -> X25519Identity {
    X25519Identity(
      secret: try Secret(room: X25519.size) { room in
        Sodium.fillRandomly(room)
        return room.count
      })
  }

  /// Reads `AGE-SECRET-KEY-1…`.
  package init(_ text: UnsafeRawBufferPointer) throws(AgeError) {
    do throws(SecretError<AgeError>) {
      self.init(
        secret: try Secret(capacity: X25519.size) { (room) throws(AgeError) in
          guard Bech32.decode(text, prefix: Self.prefix, into: room) else {
            throw .key(KeyFault(identity: text))
          }
          return room.count
        })
    } catch {
      throw error.cause
    }
  }

  /// Returns `AGE-SECRET-KEY-1…`, for the caller to store.
  package func text() throws(AgeError) -> Secret {
    try Secret(room: Bech32.length(prefix: Self.prefix)) { room in
      secret.withBytes { Bech32.encode($0, prefix: Self.prefix, into: room) }
      return room.count
    }
  }
}

/// Diffie-Hellman key exchange on Curve25519 (RFC 7748).
enum X25519 {
  static let size = 32

  static func publicKey(
    of secret: UnsafeRawBufferPointer, into key: UnsafeMutableRawBufferPointer
  ) {
    precondition(secret.count == size && key.count == size)
    crypto_scalarmult_base(bytes(key), bytes(secret))
  }

  /// Returns false if the other's key is one of the few with which all secrets give zeros.
  static func shared(
    _ secret: UnsafeRawBufferPointer, with key: UnsafeRawBufferPointer,
    into shared: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(secret.count == size && key.count == size && shared.count == size)
    return crypto_scalarmult(bytes(shared), bytes(secret), bytes(key)) == 0
  }
}

/// Bech32, for keys of 32 bytes as text with a checksum (BIP 173, without its limit of length).
///
/// It works in its caller's buffers: both input and output may be secret.
private enum Bech32 {
  /// The five-bit digits of 32 bytes, and of the checksum.
  private static let digitCount = 52
  private static let checkCount = 6
  private static let letters: [UInt8] = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

  /// Returns the length of a key's text with this prefix.
  static func length(prefix: String) -> Int { prefix.utf8.count + 1 + digitCount + checkCount }

  /// Writes the text, in lowercase or uppercase like the prefix.
  static func encode(
    _ key: UnsafeRawBufferPointer, prefix: String, into text: UnsafeMutableRawBufferPointer
  ) {
    let prefix = Array(prefix.utf8)
    precondition(key.count == 32 && text.count == prefix.count + 1 + digitCount + checkCount)
    let isLarge = isLarge(prefix)
    Sodium.withRoom(digitCount + checkCount) { digits in
      digits.initializeMemory(as: UInt8.self, repeating: 0)
      for index in 0..<digitCount {
        let (byte, bit) = (index * 5 / 8, index * 5 % 8)
        let next = byte + 1 < key.count ? key[byte + 1] : 0
        let two = UInt16(key[byte]) << 8 | UInt16(next)
        digits[index] = UInt8(two >> UInt16(11 - bit) & 31)
      }
      let check = checksum(prefix, UnsafeRawBufferPointer(digits)) ^ 1
      for index in 0..<checkCount {
        digits[digitCount + index] = UInt8(check >> UInt32(5 * (checkCount - 1 - index)) & 31)
      }
      for (index, letter) in prefix.enumerated() { text[index] = letter }
      text[prefix.count] = UInt8(ascii: "1")
      for (index, digit) in digits.enumerated() {
        let letter = letters[Int(digit)]
        text[prefix.count + 1 + index] = isLarge ? large(letter) : letter
      }
    }
  }

  /// Returns false unless `encode` would make exactly this text of some key.
  static func decode(
    _ text: UnsafeRawBufferPointer, prefix: String, into key: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let prefix = Array(prefix.utf8)
    guard key.count == 32, text.count == prefix.count + 1 + digitCount + checkCount,
      text.starts(with: prefix), text[prefix.count] == UInt8(ascii: "1")
    else { return false }
    let isLarge = isLarge(prefix)
    return Sodium.withRoom(digitCount + checkCount) { digits in
      for (index, letter) in text.dropFirst(prefix.count + 1).enumerated() {
        let found = letters.firstIndex { (isLarge ? large($0) : $0) == letter }
        guard let found else { return false }
        digits[index] = UInt8(found)
      }
      // 52 digits have 260 bits, four more than 32 bytes.
      guard checksum(prefix, UnsafeRawBufferPointer(digits)) == 1, digits[digitCount - 1] & 15 == 0
      else { return false }
      var (bits, held, made) = (UInt32(0), 0, 0)
      for index in 0..<digitCount {
        (bits, held) = (bits << 5 | UInt32(digits[index]), held + 5)
        if held >= 8 {
          held -= 8
          key[made] = UInt8(truncatingIfNeeded: bits >> UInt32(held))
          made += 1
        }
      }
      return true
    }
  }

  private static func isLarge(_ prefix: [UInt8]) -> Bool { prefix.first.map { $0 < 0x60 } ?? false }

  private static func large(_ letter: UInt8) -> UInt8 { letter >= 0x61 ? letter - 0x20 : letter }

  private static func checksum(_ prefix: [UInt8], _ digits: UnsafeRawBufferPointer) -> UInt32 {
    var sum = UInt32(1)
    func step(_ value: UInt8) {
      let top = sum >> 25
      sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
      let generators: [UInt32] = [
        0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
      ]
      for (bit, generator) in generators.enumerated() where top >> UInt32(bit) & 1 == 1 {
        sum ^= generator
      }
    }
    // The checksum uses the prefix in lowercase.
    let small = prefix.map { $0 >= 0x41 && $0 <= 0x5a ? $0 + 0x20 : $0 }
    for letter in small { step(letter >> 5) }
    step(0)
    for letter in small { step(letter & 31) }
    for digit in digits { step(digit) }
    return sum
  }
}
