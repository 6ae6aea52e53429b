package import Files

/// The source of a stream.
package struct AgeSource: Sendable {
  /// Reads into the buffer and returns the number of bytes; 0 at the end.
  package var read: @Sendable (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int

  package init(
    read: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  ) { self.read = read }
}

/// The destination of a stream.
package struct AgeSink: Sendable {
  /// Writes all of the bytes.
  package var write: @Sendable (UnsafeRawBufferPointer) throws(SystemError) -> Void

  package init(
    write: @escaping @Sendable (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) { self.write = write }
}

package enum AgePipeError: Error, Equatable {
  case age(AgeError)
  case reading(SystemError)
  case writing(SystemError)

  /// The reason, as the end of a sentence.
  package var reason: String {
    switch self {
    case .age(let error): error.message
    case .reading(let error), .writing(let error): error.reason
    }
  }
}

/// Encrypts and decrypts streams of any length, with a megabyte of memory.
package enum AgePipe {
  /// Encrypts the source for all of these recipients.
  package static func encrypt(
    from source: AgeSource, to sink: AgeSink, for recipients: [AgeRecipient], armored: Bool = false
  ) throws(AgePipeError) {
    var encryptor = try aging(AgeEncryptor(to: recipients, armored: armored))
    var made = room
    try source.forEachPiece { (piece) throws(AgePipeError) in
      encryptor.push(piece) { made += $0 }
      try sink.put(&made)
    }
    encryptor.finish { made += $0 }
    try sink.put(&made)
  }

  /// Decrypts the source, writing each part once it is authenticated. Only on return is the text
  /// known to be complete.
  package static func decrypt(
    from source: AgeSource, to sink: AgeSink, with identities: [AgeIdentity],
    form: AgeForm = .either
  ) throws(AgePipeError) {
    var decryptor = AgeDecryptor(with: identities, form: form)
    var made = room
    // The bytes before a fault are valid text.
    func put(_ fault: AgeError?) throws(AgePipeError) {
      try sink.put(&made)
      if let fault { throw .age(fault) }
    }
    try source.forEachPiece { (piece) throws(AgePipeError) in
      do throws(AgeError) {
        try decryptor.push(piece) { made += $0 }
      } catch {
        try put(error)
      }
      try put(nil)
    }
    do throws(AgeError) {
      try decryptor.finish { made += $0 }
    } catch {
      try put(error)
    }
    try put(nil)
  }

  /// A buffer that is large enough for the output of any piece: it is never reallocated, so it can
  /// be wiped.
  private static var room: [UInt8] {
    var room: [UInt8] = []
    room.reserveCapacity(1 << 19)
    return room
  }

  private static func aging<Value: ~Copyable>(
    _ call: @autoclosure () throws(AgeError) -> Value
  ) throws(AgePipeError) -> Value {
    do {
      return try call()
    } catch {
      throw .age(error)
    }
  }
}

extension AgeSource {
  private static let piece = 256 << 10

  fileprivate func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws(AgePipeError) -> Void
  ) throws(AgePipeError) {
    let room = ChunkRoom(Self.piece)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try read(room.bytes)
      } catch {
        throw .reading(error)
      }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: room.bytes[..<count]))
    }
  }
}

extension AgeSink {
  /// Writes the output, and wipes it.
  fileprivate func put(_ made: inout [UInt8]) throws(AgePipeError) {
    defer {
      made.withUnsafeMutableBytes { Sodium.wipe($0) }
      made.removeAll(keepingCapacity: true)
    }
    if made.isEmpty { return }
    do throws(SystemError) {
      try made.withRaw { (made) throws(SystemError) in try write(made) }
    } catch {
      throw .writing(error)
    }
  }
}
