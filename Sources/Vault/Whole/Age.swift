import Files

/// Encryption of texts that fit into memory: notes, keys.
package enum Age {
  /// Encrypts a text for all of these recipients.
  package static func seal(
    bytes: [UInt8], to recipients: [AgeRecipient], armored: Bool = false
  ) throws(AgeError) -> [UInt8] {
    var encryptor = try AgeEncryptor(
      to: recipients, armored: armored, limit: bytes.count)
    var sealed: [UInt8] = []
    sealed.reserveCapacity(bytes.count + bytes.count / 3_000 + 512)
    bytes.withUnsafeBytes { encryptor.push($0) { sealed += $0 } }
    encryptor.finish { sealed += $0 }
    return sealed
  }

  /// Decrypts a text with the first key that fits. The text is returned only if all of it is authentic.
  package static func open(
    bytes: [UInt8], with identities: [AgeIdentity], form: AgeForm = .either
  ) throws(AgeError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    do throws(AgeError) {
      try open(bytes, identities, form) { text += $0 }
    } catch {
      text.withUnsafeMutableBytes { Sodium.wipe($0) }
      throw error
    }
    return text
  }

  /// Decrypts a text into protected memory.
  package static func openSecret(
    bytes: [UInt8], with identities: [AgeIdentity], form: AgeForm = .either
  ) throws(AgeError) -> Secret {
    do throws(SecretError<AgeError>) {
      // The plain text is shorter than the file.
      return try Secret(capacity: bytes.count) { (room) throws(AgeError) in
        var count = 0
        try open(bytes, identities, form) { piece in
          UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: piece)
          count += piece.count
        }
        return count
      }
    } catch {
      throw error.cause
    }
  }

  /// Whether a file begins like an age file, armored or not.
  package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: AgeHeader.version)
      || bytes.drop(while: Armor.isSpace).starts(with: Armor.begin.utf8)
  }

  private static func open(
    _ bytes: [UInt8], _ identities: [AgeIdentity], _ form: AgeForm,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(AgeError) {
    var decryptor = AgeDecryptor(with: identities, form: form, limit: bytes.count)
    try bytes.withRaw { (bytes) throws(AgeError) in try decryptor.push(bytes, take) }
    try decryptor.finish(take)
  }
}
