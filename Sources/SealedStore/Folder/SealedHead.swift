import Bytes
import Entities
import Services

/// The first line of a sealed text, which says where in the vault the note belongs:
/// `<!-- notes-tui: daily/2026-03-02.md -->`. The note's own bytes follow.
enum SealedHead {
  private static let start = Array("<!-- notes-tui: ".utf8)
  private static let end = Array(" -->\n".utf8)
  private static let longestName = 255
  private static let longestPath = 4096
  /// Every byte of a path may take three.
  static let longest = start.count + 3 * longestPath + end.count

  static func line(for path: NotePath) -> [UInt8] {
    // A comment must not end before its end, for programs that show the text without us.
    start + Percent.encoded(path.bytes) { Percent.isPlain($0) && $0 != UInt8(ascii: ">") } + end
  }

  /// The path that the first line names, and how long that line is.
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

  /// Whether something in a vault may have this path: anywhere in its tree, hidden nowhere.
  static func fits(_ path: NotePath) -> Bool { path.bytes.withUnsafeBytes(fits) }

  /// The same for the path's bytes. In one pass, since a vault has a hundred thousand of them: no part is
  /// empty, too long, or begins with a dot, and none has a zero in it.
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
