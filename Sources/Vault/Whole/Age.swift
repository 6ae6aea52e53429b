import Files

/// Texts that are small enough to be held as a whole: notes, keys.
package enum Age {
  /// Closes a text for all of these.
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

  /// Opens a text with the first of these that fits. All of it was proved, or nothing is given.
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

  /// Opens a text into memory that no one else may see.
  package static func openSecret(
    bytes: [UInt8], with identities: [AgeIdentity], form: AgeForm = .either
  ) throws(AgeError) -> Secret {
    do throws(SecretError<AgeError>) {
      // What is closed is longer than what is in it.
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

  /// Whether a file begins as age's do, armored or not.
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
