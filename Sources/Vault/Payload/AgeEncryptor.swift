/// Encrypts a text that arrives in pieces of any size. Each completed chunk, of 64 KB and a little
/// at most, is handed out immediately; the memory is valid only during the call.
///
///     var encryptor = try AgeEncryptor(to: [.key(recipient)])
///     try encryptor.push(piece) { file.append(contentsOf: $0) }   // once per piece
///     encryptor.finish { file.append(contentsOf: $0) }
package struct AgeEncryptor: ~Copyable {
  private let cipher: ChunkCipher
  /// The bytes to write before the first chunk.
  private var header: [UInt8]
  private var armor: ArmorWriter?
  private var line: [UInt8] = []
  private var number: UInt64 = 0
  private let pending: ChunkRoom
  private var pendingCount = 0
  private let sealed: ChunkRoom

  /// Takes about a second for a passphrase.
  package init(to recipients: [AgeRecipient], armored: Bool = false) throws(AgeError) {
    try self.init(to: recipients, armored: armored, limit: ChunkCipher.size)
  }

  /// With a limit on the text's size, less memory is used and has to be wiped.
  init(to recipients: [AgeRecipient], armored: Bool, limit: Int) throws(AgeError) {
    pending = ChunkRoom(min(ChunkCipher.size, limit))
    sealed = ChunkRoom(min(ChunkCipher.size, limit) + Sealing.tagSize)
    let (header, key) = try Self.begin(recipients)
    self.header = header.written
    cipher = ChunkCipher(key: key)
    armor = armored ? ArmorWriter() : nil
  }

  /// Encrypts another text with the key and header of an existing file: only the nonce is new.
  init(with key: PassphraseKey, limit: Int) throws(AgeError) {
    pending = ChunkRoom(min(ChunkCipher.size, limit))
    sealed = ChunkRoom(min(ChunkCipher.size, limit) + Sealing.tagSize)
    var header = key.header
    header.nonce = Sodium.randomBytes(AgeHeader.nonceSize)
    self.header = header.written
    cipher = ChunkCipher(key: try FileKey.payloadKey(header.nonce, of: key.secret))
    armor = key.isArmored ? ArmorWriter() : nil
  }

  static func begin(
    _ recipients: [AgeRecipient]
  ) throws(AgeError) -> (header: AgeHeader, payloadKey: Secret) {
    try check(recipients)
    return try FileKey.close(for: recipients)
  }

  static func check(_ recipients: [AgeRecipient]) throws(AgeError) {
    if recipients.isEmpty { throw .key(.noKeys) }
    for recipient in recipients {
      guard case .passphrase(let passphrase, let factor) = recipient else { continue }
      if recipients.count > 1 { throw .key(.passphraseNotAlone) }
      if passphrase.count == 0 { throw .key(.emptyPassphrase) }
      if !AgeRecipient.workFactors.contains(factor) { throw .key(.badWorkFactor) }
    }
  }

  package mutating func push(
    _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void
  ) {
    handHeader(take)
    var start = 0
    while start < piece.count {
      let left = piece.count - start
      // A chunk is sealed only when more text follows: the last one is marked as such.
      if pendingCount == ChunkCipher.size {
        close(UnsafeRawBufferPointer(pending.bytes), isLast: false, take)
        pendingCount = 0
      }
      if pendingCount == 0, left > ChunkCipher.size {
        let chunk = piece[start..<start + ChunkCipher.size]
        close(UnsafeRawBufferPointer(rebasing: chunk), isLast: false, take)
        start += ChunkCipher.size
      } else {
        let taken = min(ChunkCipher.size - pendingCount, left)
        UnsafeMutableRawBufferPointer(rebasing: pending.bytes[pendingCount...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[start..<start + taken]))
        pendingCount += taken
        start += taken
      }
    }
  }

  /// Ends the text, and hands out the rest of the file.
  package consuming func finish(_ take: (UnsafeRawBufferPointer) -> Void) {
    handHeader(take)
    let last = UnsafeRawBufferPointer(rebasing: pending.bytes[..<pendingCount])
    close(last, isLast: true, take)
    if var armor {
      line.removeAll(keepingCapacity: true)
      armor.finish(&line)
      line.withUnsafeBytes { take($0) }
    }
  }

  private mutating func handHeader(_ take: (UnsafeRawBufferPointer) -> Void) {
    if header.isEmpty { return }
    let header = header
    self.header = []
    header.withUnsafeBytes { hand($0, take) }
  }

  private mutating func close(
    _ text: UnsafeRawBufferPointer, isLast: Bool, _ take: (UnsafeRawBufferPointer) -> Void
  ) {
    let room = UnsafeMutableRawBufferPointer(
      rebasing: sealed.bytes[..<(text.count + Sealing.tagSize)])
    cipher.close(text, number: number, isLast: isLast, into: room)
    number += 1
    hand(UnsafeRawBufferPointer(room), take)
  }

  private mutating func hand(
    _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void
  ) {
    guard armor != nil else { return take(bytes) }
    line.removeAll(keepingCapacity: true)
    armor?.write(bytes, to: &line)
    line.withUnsafeBytes { take($0) }
  }
}
