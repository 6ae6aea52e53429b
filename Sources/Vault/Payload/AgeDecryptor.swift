import Files

/// How a file of age's is given.
package enum AgeForm: Sendable {
  case binary
  case armored
  /// Whichever its first letter says.
  case either
}

/// Opens a file that comes in pieces of any size. Text is handed on chunk by chunk, each only after it
/// was proved to be what was written there, in this file; what is handed on is gone after the
/// call. That the text is whole is known only once `finish` returned.
///
///     var decryptor = AgeDecryptor(with: [.key(identity)])
///     try decryptor.push(piece) { text.append(contentsOf: $0) }   // as often as there are pieces
///     try decryptor.finish { text.append(contentsOf: $0) }
///
/// After an error every further call throws the same one.
package struct AgeDecryptor: ~Copyable {
  private let identities: [AgeIdentity]
  /// Where the file's own key is known, no identity is asked.
  private let key: PassphraseKey?
  private var form: FormReader
  private var header = HeaderReader()
  private var failure: AgeError?
  /// How long the header is, once it was read; of a file without armor, where its text begins.
  package private(set) var headerSize = 0
  /// What proves the header, once it was read. It tells two files apart without their texts: each has
  /// keys of its own, and the same ones only a copy.
  package var headerCode: [UInt8] { header.header.code }
  /// Nil until the header is whole and proved.
  private var cipher: ChunkCipher?
  private var number: UInt64 = 0
  /// What may be the last chunk.
  private let pending: ChunkRoom
  private var pendingCount = 0
  private let text: ChunkRoom

  package init(with identities: [AgeIdentity], form: AgeForm = .either) {
    self.init(with: identities, form: form, limit: .max)
  }

  /// At most this number of bytes will come: less room does, and less of it has to be wiped.
  init(with identities: [AgeIdentity], form: AgeForm, limit: Int) {
    pending = ChunkRoom(min(ChunkCipher.sealedSize, limit))
    text = ChunkRoom(min(ChunkCipher.size, limit))
    self.identities = identities
    key = nil
    self.form = FormReader(form)
  }

  /// For a file that this key belongs to: any other is refused.
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
        // What came before the fault is text still.
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

  /// Nothing follows. What it hands on is the rest.
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
