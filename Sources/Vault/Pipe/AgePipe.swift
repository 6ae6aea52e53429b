package import Files

/// Where a stream's bytes come from. Called by one thread at a time, not always the same.
package struct AgeSource: Sendable {
  /// Answers with how many bytes it put into the room; 0 at the end.
  package var read: @Sendable (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int

  package init(
    read: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  ) { self.read = read }
}

/// Where a stream's bytes go. Called by one thread at a time, not always the same.
package struct AgeSink: Sendable {
  /// Takes all of them.
  package var write: @Sendable (UnsafeRawBufferPointer) throws(SystemError) -> Void

  package init(
    write: @escaping @Sendable (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) { self.write = write }
}

package enum AgePipeError: Error, Equatable {
  case age(AgeError)
  case reading(SystemError)
  case writing(SystemError)

  /// The end of a sentence.
  package var reason: String {
    switch self {
    case .age(let error): error.message
    case .reading(let error), .writing(let error): error.reason
    }
  }
}

/// Closes and opens streams of any length as fast as two processors can, in a few megabytes.
package enum AgePipe {
  /// So many chunks are worked on at a time by each of two threads.
  private static let stretch = 16

  /// Writes what it reads, closed for all of these.
  package static func encrypt(
    from source: AgeSource, to sink: AgeSink, for recipients: [AgeRecipient], armored: Bool = false
  ) throws(AgePipeError) {
    let begun: (header: AgeHeader, payloadKey: Secret)
    do throws(AgeError) {
      begun = try AgeEncryptor.begin(recipients)
    } catch {
      throw .age(error)
    }
    var armor = armored ? ArmorWriter() : nil
    var text: [UInt8] = []
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
      guard armor != nil else { return try sink.write(bytes) }
      armor?.write(bytes, to: &text)
      defer { text.removeAll(keepingCapacity: true) }
      try text.withRaw { (text) throws(SystemError) in try sink.write(text) }
    }
    let header = begun.header.written
    do throws(SystemError) {
      try header.withRaw { (header) throws(SystemError) in try write(header) }
    } catch {
      throw .writing(error)
    }
    let cipher = ChunkCipher(key: begun.payloadKey)
    try SideBySide(
      unit: ChunkCipher.size, madeUnit: ChunkCipher.sealedSize, stretch: stretch,
      source: PipeSource(source, form: .binary), write: write
    ) { chunk, number, isEnd, room in
      let count = chunk.count + Sealing.tagSize
      cipher.close(
        chunk, number: number, isLast: isEnd,
        into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
      return (count, nil)
    }.run()
    guard armor != nil else { return }
    armor?.finish(&text)
    do throws(SystemError) {
      try text.withRaw { (text) throws(SystemError) in try sink.write(text) }
    } catch {
      throw .writing(error)
    }
  }

  /// Writes the text of what it reads, as far as each part of it is proved: only after it returned is
  /// the text known to be whole.
  package static func decrypt(
    from source: AgeSource, to sink: AgeSink, with identities: [AgeIdentity],
    form: AgeForm = .either
  ) throws(AgePipeError) {
    var source = PipeSource(source, form: form)
    let header = try source.readHeader()
    let cipher: ChunkCipher
    do throws(AgeError) {
      cipher = ChunkCipher(key: try FileKey.open(header, with: identities))
    } catch {
      throw .age(error)
    }
    try SideBySide(
      unit: ChunkCipher.sealedSize, madeUnit: ChunkCipher.size, stretch: stretch,
      source: source, write: { (bytes) throws(SystemError) in try sink.write(bytes) }
    ) { chunk, number, isEnd, room in
      let (count, fault) = cipher.open(chunk, number: number, isEnd: isEnd, into: room)
      return (count, fault.map { .payload($0, chunk: number) })
    }.run()
  }
}
