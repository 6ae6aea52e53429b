/// The key of one file, and the keys derived from it. It exists only while a header is read or
/// written, in memory that is wiped afterward; only the key of the text remains.
enum FileKey {
  static let size = 16

  /// The layout of the memory. Only the key of the text is copied out of it.
  private struct Room {
    let all: UnsafeMutableRawBufferPointer
    static let size = 224

    var payloadKey: UnsafeMutableRawBufferPointer { part(0, 32) }
    var fileKey: UnsafeMutableRawBufferPointer { part(32, FileKey.size) }
    var ownSecret: UnsafeMutableRawBufferPointer { part(64, 32) }
    var shared: UnsafeMutableRawBufferPointer { part(96, 32) }
    var wrapKey: UnsafeMutableRawBufferPointer { part(128, 32) }
    var proofKey: UnsafeMutableRawBufferPointer { part(160, 32) }
    var code: UnsafeMutableRawBufferPointer { part(192, 32) }

    private func part(_ start: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
      UnsafeMutableRawBufferPointer(rebasing: all[start..<start + count])
    }
  }

  /// Makes a key for these recipients: the header to write, and the key of the text.
  static func close(
    for recipients: [AgeRecipient]
  ) throws(AgeError) -> (header: AgeHeader, payloadKey: Secret) {
    var header = AgeHeader()
    header.nonce = Sodium.randomBytes(AgeHeader.nonceSize)
    let key = try withRoom { (room) throws(AgeError) in
      try close(&header, for: recipients, room)
      derivePayloadKey(header, room)
    }
    return (header, key)
  }

  /// The same for callers that write the file more than once: the header has no nonce yet.
  static func make(
    for recipients: [AgeRecipient]
  ) throws(AgeError) -> (header: AgeHeader, key: Secret) {
    var header = AgeHeader()
    let key = try withRoom(keeping: size) { (room) throws(AgeError) in
      try close(&header, for: recipients, room)
      room.payloadKey.copyMemory(from: UnsafeRawBufferPointer(room.fileKey))
    }
    return (header, key)
  }

  private static func close(
    _ header: inout AgeHeader, for recipients: [AgeRecipient], _ room: Room
  ) throws(AgeError) {
    Sodium.fillRandomly(room.fileKey)
    for recipient in recipients { header.stanzas.append(try stanza(for: recipient, room)) }
    header.proved = AgeHeader.proved(header.stanzas)
    prove(header, room)
    header.code = Array(room.code)
  }

  /// Returns the key of the text, once the header is authenticated.
  static func open(
    _ header: AgeHeader, with identities: [AgeIdentity]
  ) throws(AgeError) -> Secret {
    try withRoom { (room) throws(AgeError) in
      try unwrapProved(header, identities, room)
      derivePayloadKey(header, room)
    }
  }

  /// The same for a file whose key is already known.
  static func payloadKey(_ nonce: [UInt8], of key: Secret) throws(AgeError) -> Secret {
    try .key(from: key, salt: nonce, info: "payload")
  }

  /// Returns the file key, with which the same file can be written again without the work of
  /// opening it. The header is authenticated.
  static func key(
    of header: AgeHeader, with identities: [AgeIdentity]
  ) throws(AgeError) -> Secret {
    try withRoom(keeping: FileKey.size) { (room) throws(AgeError) in
      try unwrapProved(header, identities, room)
      room.payloadKey.copyMemory(from: UnsafeRawBufferPointer(room.fileKey))
    }
  }

  private static func unwrapProved(
    _ header: AgeHeader, _ identities: [AgeIdentity], _ room: Room
  ) throws(AgeError) {
    guard try unwrap(header, identities, room) else {
      throw .noMatch(mismatch(header, identities))
    }
    prove(header, room)
    let isProved = header.code.withUnsafeBytes {
      Sodium.areEqual($0, UnsafeRawBufferPointer(room.code))
    }
    guard isProved else { throw .changedHeader }
  }

  private static func withRoom(
    keeping count: Int = 32, _ body: (Room) throws(AgeError) -> Void
  ) throws(AgeError) -> Secret {
    do throws(SecretError<AgeError>) {
      return try Secret(capacity: Room.size) { (bytes) throws(AgeError) in
        let room = Room(all: bytes)
        try body(room)
        return count
      }
    } catch {
      throw error.cause
    }
  }

  private static func prove(_ header: AgeHeader, _ room: Room) {
    KeyDerivation.derive(
      from: UnsafeRawBufferPointer(room.fileKey),
      salt: UnsafeRawBufferPointer(start: nil, count: 0),
      info: "header", into: room.proofKey)
    header.proved.withUnsafeBytes {
      KeyDerivation.hmac(key: UnsafeRawBufferPointer(room.proofKey), $0, into: room.code)
    }
  }

  private static func derivePayloadKey(_ header: AgeHeader, _ room: Room) {
    header.nonce.withUnsafeBytes {
      KeyDerivation.derive(
        from: UnsafeRawBufferPointer(room.fileKey), salt: $0, info: "payload",
        into: room.payloadKey)
    }
  }

  // MARK: Closing

  private static func stanza(
    for recipient: AgeRecipient, _ room: Room
  ) throws(AgeError) -> AgeStanza {
    switch recipient {
    case .key(let recipient):
      Sodium.fillRandomly(room.ownSecret)
      var share = [UInt8](repeating: 0, count: X25519.size)
      share.withUnsafeMutableBytes {
        X25519.publicKey(of: UnsafeRawBufferPointer(room.ownSecret), into: $0)
      }
      let isShared = recipient.key.withUnsafeBytes {
        X25519.shared(UnsafeRawBufferPointer(room.ownSecret), with: $0, into: room.shared)
      }
      guard isShared else { throw .key(.weak) }
      deriveWrapKey(share: share, recipient: recipient.key, room)
      return AgeStanza(
        kind: AgeStanza.key, arguments: [Base64.encoded(share)], body: wrapped(room))
    case .passphrase(let passphrase, let factor):
      let salt = Sodium.randomBytes(KnownStanza.saltSize)
      try derivePassphraseKey(passphrase, salt, factor, room)
      return AgeStanza(
        kind: AgeStanza.passphrase, arguments: [Base64.encoded(salt), Array("\(factor)".utf8)],
        body: wrapped(room))
    }
  }

  private static func wrapped(_ room: Room) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: AgeStanza.bodySize)
    body.withUnsafeMutableBytes { body in
      Sealing.withZeroNonce {
        Sealing.close(
          UnsafeRawBufferPointer(room.fileKey), key: UnsafeRawBufferPointer(room.wrapKey),
          nonce: $0, into: body)
      }
    }
    return body
  }

  // MARK: Opening

  private static func unwrap(
    _ header: AgeHeader, _ identities: [AgeIdentity], _ room: Room
  ) throws(AgeError) -> Bool {
    for identity in identities {
      for (stanza, line) in header.known {
        if try unwrap(stanza, line, identity, room) { return true }
      }
    }
    return false
  }

  private static func unwrap(
    _ stanza: KnownStanza, _ line: Int, _ identity: AgeIdentity, _ room: Room
  ) throws(AgeError) -> Bool {
    let body: [UInt8]
    switch (stanza, identity) {
    case (.key(let share, let sealed), .key(let identity)):
      let isShared = identity.secret.withBytes { secret in
        share.withUnsafeBytes { X25519.shared(secret, with: $0, into: room.shared) }
      }
      guard isShared else { throw .header(.weakShare, line: line) }
      deriveWrapKey(share: share, recipient: identity.recipient.key, room)
      body = sealed
    case (.passphrase(let salt, let factor, let sealed), .passphrase(let passphrase, let limit)):
      if factor > limit { throw .tooMuchWork(factor: factor, limit: limit) }
      try derivePassphraseKey(passphrase, salt, factor, room)
      body = sealed
    case (.key, .passphrase), (.passphrase, .key): return false
    }
    return body.withUnsafeBytes { body in
      Sealing.withZeroNonce {
        Sealing.open(
          body, key: UnsafeRawBufferPointer(room.wrapKey), nonce: $0, into: room.fileKey)
      }
    }
  }

  private static func mismatch(_ header: AgeHeader, _ identities: [AgeIdentity]) -> Mismatch {
    let hasPassphrase = identities.contains { if case .passphrase = $0 { true } else { false } }
    let hasKey = identities.contains { if case .key = $0 { true } else { false } }
    if case .passphrase? = header.known.first?.0 {
      return hasPassphrase ? .wrongPassphrase : .needsPassphrase
    }
    return hasKey ? .otherKeys : .needsKey
  }

  // MARK: Common

  private static func deriveWrapKey(share: [UInt8], recipient: [UInt8], _ room: Room) {
    (share + recipient).withUnsafeBytes {
      KeyDerivation.derive(
        from: UnsafeRawBufferPointer(room.shared), salt: $0,
        info: "age-encryption.org/v1/X25519", into: room.wrapKey)
    }
  }

  private static func derivePassphraseKey(
    _ passphrase: Secret, _ salt: [UInt8], _ factor: Int, _ room: Room
  ) throws(AgeError) {
    let isDerived = (Array("age-encryption.org/v1/scrypt".utf8) + salt).withUnsafeBytes { salt in
      passphrase.withBytes {
        Scrypt.derive(from: $0, salt: salt, workFactor: factor, into: room.wrapKey)
      }
    }
    guard isDerived else { throw .noMemory }
  }
}
