/// A place in a text: a line and a byte within it, both counted from 0. Endings are not counted.
package struct TextPosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var byte: Int

  package init(line: Int, byte: Int) {
    self.line = line
    self.byte = byte
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.byte) < (right.line, right.byte)
  }

  /// The place right after `bytes`, if they start here.
  func advanced(over bytes: [UInt8]) -> TextPosition {
    guard let last = bytes.lastIndex(of: .lineFeed) else {
      return TextPosition(line: line, byte: byte + bytes.count)
    }
    let lines = bytes.reduce(0) { $0 + ($1 == .lineFeed ? 1 : 0) }
    return TextPosition(line: line + lines, byte: bytes.count - last - 1)
  }
}

/// What lies between two places; the earlier one is the start whatever the order given.
package struct TextRange: Hashable, Sendable {
  package let start: TextPosition
  package let end: TextPosition

  package init(_ one: TextPosition, _ other: TextPosition) {
    start = min(one, other)
    end = max(one, other)
  }

  /// The empty range at a place.
  package init(_ position: TextPosition) { self.init(position, position) }

  package var isEmpty: Bool { start == end }

  /// Whether the glyph at `position` is in the range.
  package func contains(_ position: TextPosition) -> Bool { start <= position && position < end }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
