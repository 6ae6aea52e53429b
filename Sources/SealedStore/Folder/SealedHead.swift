import Bytes
import Entities
import Services

/// The first line of a sealed text, with the note's path in the vault: `<!-- notes-tui:
/// daily/2026-03-02.md -->`. The note's own bytes follow.
enum SealedHead {
  private static let start = Array("<!-- notes-tui: ".utf8)
  private static let end = Array(" -->\n".utf8)
  private static let longestName = 255
  private static let longestPath = 4096
  /// Percent-encoding takes up to three bytes for each byte of a path.
  static let longest = start.count + 3 * longestPath + end.count

  static func line(for path: NotePath) -> [UInt8] {
    // A `>` in the path could end the comment early for programs that render it.
    start + Percent.encoded(path.bytes) { Percent.isPlain($0) && $0 != UInt8(ascii: ">") } + end
  }

  /// Returns the path in the first line, and the length of that line.
  static func read(
    _ text: UnsafeRawBufferPointer
  ) throws(SealedFault) -> (path: NotePath, length: Int) {
    let first = text.prefix(longest)
    guard first.starts(with: start), let stop = first.firstIndex(of: UInt8(ascii: "\n")),
      stop + 1 >= start.count + end.count, first[...stop].suffix(end.count).elementsEqual(end)
    else { throw .noHead }
    let written = first[start.count..<(stop + 1 - end.count)]
    guard let bytes = Percent.decoded(written) else { throw .noHead }
    let path = NotePath(bytes: bytes)
    guard fits(path) else { throw .badPath }
    return (path, stop + 1)
  }

  /// Whether a path is valid in a vault: no part of it is hidden.
  static func fits(_ path: NotePath) -> Bool { path.bytes.withUnsafeBytes(fits) }

  /// The same for the path's bytes, in one pass, since a vault may have a hundred thousand of them:
  /// no part is empty, too long, or begins with a dot, and none contains a zero byte.
  static func fits(_ path: UnsafeRawBufferPointer) -> Bool {
    if path.isEmpty || path.count > longestPath { return false }
    var length = 0
    for byte in path {
      if byte == UInt8(ascii: "/") {
        if length == 0 { return false }
        length = 0
        continue
      }
      if byte == 0 || length == 0 && byte == UInt8(ascii: ".") { return false }
      length += 1
      if length > longestName { return false }
    }
    return length > 0
  }
}

/// The source of a note's text.
enum SealedText {
  case source(any ByteSource)
  case reading(any NoteReading)
  /// Another sealed file that was not read from yet.
  case sealed(SealedStream)

  /// Passes all bytes to `body`, in order.
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
      // Only reading to the end proves that the text is one consistent state.
      if count == 0 { _ = try reading.finish() }
      return count
    } catch {
      throw .source(error)
    }
  }
}
