/// Who may read: the public half of a key, `age1…`.
package struct X25519Recipient: Hashable, Sendable {
  static let prefix = "age"
  let key: [UInt8]

  init(key: [UInt8]) {
    precondition(key.count == X25519.size)
    self.key = key
  }

  /// Reads `age1…`; the text may come from anywhere.
  package init(_ text: some Collection<UInt8>) throws(AgeError) {
    let text = Array(text)
    var key = [UInt8](repeating: 0, count: X25519.size)
    let isKey = key.withUnsafeMutableBytes { key in
      text.withUnsafeBytes { Bech32.decode($0, prefix: Self.prefix, into: key) }
    }
    guard isKey else { throw .key(KeyFault(recipient: text)) }
    self.key = key
  }

  /// `age1…`
  package var text: String {
    var text = [UInt8](repeating: 0, count: Bech32.length(prefix: Self.prefix))
    text.withUnsafeMutableBytes { text in
      key.withUnsafeBytes { Bech32.encode($0, prefix: Self.prefix, into: text) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The secret half of a key, `AGE-SECRET-KEY-1…`, with its public one.
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

  /// A new key of random bytes.
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

  /// `AGE-SECRET-KEY-1…`, to be kept by whoever asks for it.
  package func text() throws(AgeError) -> Secret {
    try Secret(room: Bech32.length(prefix: Self.prefix)) { room in
      secret.withBytes { Bech32.encode($0, prefix: Self.prefix, into: room) }
      return room.count
    }
  }
}
