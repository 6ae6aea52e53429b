import Files

/// The form of an age file.
package enum AgeForm: Sendable {
  case binary
  case armored
  /// Either form, by the first character.
  case either
}

/// Decrypts a file that arrives in pieces of any size. Each chunk of text is handed out only after
/// it is authenticated; the memory is valid only during the call. Only when `finish` returns is the
/// text known to be complete.
///
///     var decryptor = AgeDecryptor(with: [.key(identity)])
///     try decryptor.push(piece) { text.append(contentsOf: $0) }   // once per piece
///     try decryptor.finish { text.append(contentsOf: $0) }
///
/// After an error every further call throws the same one.
package struct AgeDecryptor: ~Copyable {
  private let identities: [AgeIdentity]
  /// If the file's own key is known, no identity is used.
  private let key: PassphraseKey?
  private var form: FormReader
  private var header = HeaderReader()
  private var failure: AgeError?
  /// The size of the header once it was read; in a file without armor, the offset of the text.
  package private(set) var headerSize = 0
  /// The code that authenticates the header, once it was read. It identifies a file without its
  /// text: each file has its own keys, and only a copy has the same.
  package var headerCode: [UInt8] { header.header.code }
  /// Nil until the header is complete and authenticated.
  private var cipher: ChunkCipher?
  private var number: UInt64 = 0
  /// A chunk that may be the last.
  private let pending: ChunkRoom
  private var pendingCount = 0
  private let text: ChunkRoom

  package init(with identities: [AgeIdentity], form: AgeForm = .either) {
    self.init(with: identities, form: form, limit: .max)
  }

  /// With a limit on the file's size, less memory is used and has to be wiped.
  init(with identities: [AgeIdentity], form: AgeForm, limit: Int) {
    pending = ChunkRoom(min(ChunkCipher.sealedSize, limit))
    text = ChunkRoom(min(ChunkCipher.size, limit))
    self.identities = identities
    key = nil
    self.form = FormReader(form)
  }

  /// Opens only the file of this key, and rejects any other.
  init(with key: PassphraseKey, limit: Int) {
    pending = ChunkRoom(min(ChunkCipher.sealedSize, limit))
    text = ChunkRoom(min(ChunkCipher.size, limit))
    identities = []
    self.key = key
    form = FormReader(.either)
  }

  package mutating func push(
    _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(AgeError) {
    try failing { (machine) throws(AgeError) in
      var made: [UInt8] = []
      let isPlain: Bool
      do throws(AgeError) {
        isPlain = try machine.form.read(piece, to: &made)
      } catch {
        // The bytes before the fault are valid text.
        try machine.read(made, take)
        throw error
      }
      if isPlain {
        try machine.read(piece, take)
      } else {
        try machine.read(made, take)
      }
    }
  }

  /// Ends the file, and hands out the rest of the text.
  package mutating func finish(_ take: (UnsafeRawBufferPointer) -> Void) throws(AgeError) {
    try failing { (machine) throws(AgeError) in
      var made: [UInt8] = []
      try machine.form.finish(&made)
      try machine.read(made, take)
      guard machine.cipher != nil else { throw machine.header.endFault }
      let last = UnsafeRawBufferPointer(rebasing: machine.pending.bytes[..<machine.pendingCount])
      try machine.open(last, isEnd: true, take)
    }
  }

  private mutating func failing(
    _ body: (inout AgeDecryptor) throws(AgeError) -> Void
  ) throws(AgeError) {
    if let failure { throw failure }
    do throws(AgeError) {
      try body(&self)
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func read(
    _ bytes: [UInt8], _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(AgeError) {
    try bytes.withRaw { (bytes) throws(AgeError) in try read(bytes, take) }
  }

  private mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(AgeError) {
    var start = 0
    if cipher == nil {
      start = try header.read(bytes)
      headerSize += start
      guard header.isWhole else { return }
      cipher = ChunkCipher(key: try payloadKey())
    }
    while start < bytes.count {
      let left = bytes.count - start
      if pendingCount == ChunkCipher.sealedSize {
        try open(UnsafeRawBufferPointer(pending.bytes), isEnd: false, take)
        pendingCount = 0
      }
      if pendingCount == 0, left > ChunkCipher.sealedSize {
        let chunk = bytes[start..<start + ChunkCipher.sealedSize]
        try open(UnsafeRawBufferPointer(rebasing: chunk), isEnd: false, take)
        start += ChunkCipher.sealedSize
      } else {
        let taken = min(ChunkCipher.sealedSize - pendingCount, left)
        UnsafeMutableRawBufferPointer(rebasing: pending.bytes[pendingCount...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + taken]))
        pendingCount += taken
        start += taken
      }
    }
  }

  private func payloadKey() throws(AgeError) -> Secret {
    guard let key else { return try FileKey.open(header.header, with: identities) }
    guard key.fits(header.header) else { throw .noMatch(.otherKeys) }
    return try FileKey.payloadKey(header.header.nonce, of: key.secret)
  }

  private mutating func open(
    _ sealed: UnsafeRawBufferPointer, isEnd: Bool, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(AgeError) {
    guard let cipher else { return }
    let (count, fault) = cipher.open(sealed, number: number, isEnd: isEnd, into: text.bytes)
    if count > 0 { take(UnsafeRawBufferPointer(rebasing: text.bytes[..<count])) }
    if let fault { throw .payload(fault, chunk: number) }
    number += 1
  }
}
