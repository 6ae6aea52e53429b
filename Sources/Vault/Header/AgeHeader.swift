/// One way to the file's key: a kind, its arguments, a body.
struct AgeStanza: Equatable, Sendable {
  var kind: [UInt8]
  var arguments: [[UInt8]] = []
  var body: [UInt8] = []

  static let key = Array("X25519".utf8)
  static let passphrase = Array("scrypt".utf8)
  /// A file's key with its tag.
  static let bodySize = FileKey.size + Sealing.tagSize
}

/// Where a file begins: who can open it, how that is proved, and the nonce of its text.
struct AgeHeader: Equatable, Sendable {
  static let version = Array("age-encryption.org/v1".utf8)
  static let nonceSize = 16
  /// Letters of a line of a body, and what they are.
  static let columns = 64
  static let lineBytes = 48

  var stanzas: [AgeStanza] = []
  /// What each stanza that is known here says, with the line that it begins on.
  var known: [(KnownStanza, line: Int)] = []
  /// The bytes that the code is of: all until `---`.
  var proved: [UInt8] = []
  var code: [UInt8] = []
  var nonce: [UInt8] = []

  static func == (first: AgeHeader, second: AgeHeader) -> Bool {
    (first.stanzas, first.proved, first.code) == (second.stanzas, second.proved, second.code)
      && first.nonce == second.nonce
  }
}

/// A stanza of a kind that is known here, taken apart.
enum KnownStanza: Sendable {
  case key(share: [UInt8], body: [UInt8])
  case passphrase(salt: [UInt8], workFactor: Int, body: [UInt8])
}

extension KnownStanza {
  static let saltSize = 16

  /// Nil for a kind that others may know.
  init?(_ stanza: AgeStanza) throws(HeaderFault) {
    switch stanza.kind {
    case AgeStanza.key:
      guard stanza.arguments.count == 1,
        let share = try? Base64.decoded(stanza.arguments[0]), share.count == X25519.size,
        stanza.body.count == AgeStanza.bodySize
      else { throw .badKeyStanza }
      self = .key(share: share, body: stanza.body)
    case AgeStanza.passphrase:
      guard stanza.arguments.count == 2,
        let salt = try? Base64.decoded(stanza.arguments[0]), salt.count == Self.saltSize,
        let factor = Self.workFactor(stanza.arguments[1]),
        stanza.body.count == AgeStanza.bodySize
      else { throw .badPassphraseStanza }
      self = .passphrase(salt: salt, workFactor: factor, body: stanza.body)
    default: return nil
    }
  }

  /// A number without sign and leading zeroes.
  private static func workFactor(_ digits: [UInt8]) -> Int? {
    guard digits.first != UInt8(ascii: "0"), digits.count <= 9,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
