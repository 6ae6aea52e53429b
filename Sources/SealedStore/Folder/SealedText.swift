import Entities
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
  ) throws(SealedTextError) {
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
      if let failure { throw .sealing(failure) }
    case .sealed(let stream):
      do {
        try stream.forEachPiece(body)
      } catch {
        throw .sealing(error)
      }
    case .reading(let reading):
      var failure: SealedTextError?
      withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { room in
        do throws(SealedTextError) {
          while true {
            let count = try Self.next(of: reading, into: room)
            if count == 0 { return }
            do throws(SealedFault) {
              try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
            } catch {
              throw .sealing(error)
            }
          }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
  }

  private static func next(
    of reading: any NoteReading, into room: UnsafeMutableRawBufferPointer
  ) throws(SealedTextError) -> Int {
    do throws(NoteStoreError) {
      let count = try reading.read(into: room)
      // Only now it is known to be a text that there ever was.
      if count == 0 { _ = try reading.finish() }
      return count
    } catch {
      throw .reading(error)
    }
  }
}

enum SealedTextError: Error {
  case sealing(SealedFault)
  case reading(NoteStoreError)

  func noteError(_ path: NotePath, _ action: String) -> NoteStoreError {
    switch self {
    case .sealing(let fault): fault.noteError(path, action)
    case .reading(let error): error
    }
  }
}
