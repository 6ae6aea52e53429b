import Services

/// What a note's text is taken from.
enum SealedText {
  case source(any ByteSource)
  case reading(any NoteReading)
  /// Another sealed file, of which nothing was taken yet.
  case sealed(SealedStream)

  /// Hands over all bytes in order.
  func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws(SealedFault) -> Void
  ) throws(SealedFault) {
    switch self {
    case .source(let source):
      var failure: SealedFault?
      source.forEachPiece { piece in
        do throws(SealedFault) {
          try body(piece)
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
    case .sealed(let stream): try stream.forEachPiece(body)
    case .reading(let reading):
      try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) {
        (room) throws(SealedFault) in
        while true {
          let count = try Self.next(of: reading, into: room)
          if count == 0 { return }
          try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
      }
    }
  }

  private static func next(
    of reading: any NoteReading, into room: UnsafeMutableRawBufferPointer
  ) throws(SealedFault) -> Int {
    do throws(NoteStoreError) {
      let count = try reading.read(into: room)
      // Only now it is known to be a text that there ever was.
      if count == 0 { _ = try reading.finish() }
      return count
    } catch {
      throw .source(error)
    }
  }
}
