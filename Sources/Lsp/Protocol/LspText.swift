import Bytes
package import JsonRpc
package import TextEngine

/// A point in a text as the protocol counts: both numbers from 0, `character` in the units of the
/// encoding.
package struct LspPosition: Hashable, Sendable {
  package var line: Int
  package var character: Int

  package init(_ line: Int, _ character: Int) { (self.line, self.character) = (line, character) }
}

/// The units in which a client counts the characters of a line.
package enum LspEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Returns the units of a character; a byte that is no text is one.
  func units(_ scalar: Unicode.Scalar?, _ length: Int) -> Int {
    switch self {
    case .utf8: length
    case .utf16: (scalar?.value ?? 0) > 0xffff ? 2 : 1
    case .utf32: 1
    }
  }
}

/// A text whose positions are those of a client. Like the editors, and unlike the protocol's page,
/// it takes a carriage return alone for a character of its line.
package struct LspText: Equatable, Sendable {
  package private(set) var rope: Rope
  package var encoding: LspEncoding

  package init(_ rope: Rope, _ encoding: LspEncoding) {
    (self.rope, self.encoding) = (rope, encoding)
  }

  package init(_ bytes: [UInt8], _ encoding: LspEncoding) { self.init(Rope(bytes), encoding) }

  /// Returns the offset of a position. After the end of its line it is that end, as the protocol
  /// wants; a line that does not exist is an error, but for the one after the last.
  package func offset(of position: LspPosition) throws(RpcError) -> Int {
    guard position.line >= 0, position.character >= 0, position.line <= rope.lineCount else {
      throw RpcError(
        .invalidParams,
        "there is no line \(position.line), character \(position.character): the text has"
          + " \(rope.lineCount) lines")
    }
    if position.line == rope.lineCount { return rope.byteCount }
    let content = rope.content(of: LineNumber(position.line))
    let bytes = rope.bytes(in: content)
    var (index, units) = (0, 0)
    while index < bytes.count {
      let (scalar, length) = UTF8Scalars.decode(bytes.span, at: index)
      units += encoding.units(scalar, length)
      // Within a character it is the character's start.
      if units > position.character { break }
      index += length
    }
    return content.lowerBound.value + index
  }

  package func position(of offset: Int) -> LspPosition {
    let offset = ByteOffset(max(0, min(offset, rope.byteCount)))
    let line = rope.line(at: offset)
    let bytes = rope.bytes(in: rope.start(of: line)..<offset)
    return LspPosition(line.value, Self.units(in: bytes, encoding))
  }

  static func units(in bytes: [UInt8], _ encoding: LspEncoding) -> Int {
    if encoding == .utf8 { return bytes.count }
    var (index, units) = (0, 0)
    while index < bytes.count {
      let (scalar, length) = UTF8Scalars.decode(bytes.span, at: index)
      units += encoding.units(scalar, length)
      index += length
    }
    return units
  }

  package func offsets(from start: LspPosition, to end: LspPosition) throws(RpcError) -> Range<Int>
  {
    let (start, end) = (try offset(of: start), try offset(of: end))
    guard start <= end else {
      throw RpcError(.invalidParams, "the range ends before it begins")
    }
    return start..<end
  }

  /// Replaces a range; nil for the whole text.
  package mutating func replace(_ range: Range<Int>?, with text: String) {
    let bytes = Array(text.utf8)
    guard let range else { return rope = Rope(bytes) }
    rope.replace(range.offsets, with: bytes)
  }
}
