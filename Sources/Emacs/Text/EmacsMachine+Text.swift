import Bytes
import TextEngine

/// The text, as read by commands.
extension EmacsMachine {
  var rope: Rope { text.text }
  var end: Int { text.text.byteCount }

  /// Returns a byte; nil outside the text.
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < end ? rope[ByteOffset(offset)] : nil
  }

  func bytes(_ range: Range<Int>) -> [UInt8] { rope.bytes(in: range.offsets) }

  func part(_ range: Range<Int>) -> Rope { rope[range.offsets] }

  // MARK: - Characters

  /// Returns the end of the character at an offset, as a person sees it; the end of the text stays.
  func next(_ offset: Int) -> Int {
    if let here = byte(offset), here < 0x80, here != 0x0d {
      guard let after = byte(offset + 1) else { return offset + 1 }
      if after < 0x80 { return offset + 1 }
    }
    return offset >= end ? end : rope.boundary(after: ByteOffset(offset)).value
  }

  func previous(_ offset: Int) -> Int {
    if let before = byte(offset - 1), before < 0x80, before != 0x0a,
      let here = byte(offset - 2), here < 0x80, here != 0x0d
    {
      return offset - 1
    }
    return offset <= 0 ? 0 : rope.boundary(before: ByteOffset(offset)).value
  }

  /// Returns the scalar at an offset; a byte of invalid UTF-8 counts as a scalar. Nil at the end.
  func scalar(_ offset: Int) -> EmacsScalar? {
    guard let first = byte(offset) else { return nil }
    if first < 0x80 { return EmacsScalar(value: UInt32(first), range: offset..<offset + 1) }
    let (scalar, length) = UTF8Scalars.decode(bytes(offset..<min(end, offset + 4)).span, at: 0)
    return EmacsScalar(value: scalar?.value ?? UInt32(first), range: offset..<offset + length)
  }

  /// Returns the scalar that ends at an offset.
  func scalar(before offset: Int) -> EmacsScalar? {
    var start = offset - 1
    while start > 0, offset - start < 4, let byte = byte(start), byte & 0xc0 == 0x80 { start -= 1 }
    guard let found = scalar(start), found.range.upperBound == offset else {
      guard let byte = byte(offset - 1) else { return nil }
      return EmacsScalar(value: UInt32(byte), range: offset - 1..<offset)
    }
    return found
  }

  func scalar(_ offset: Int, isForward: Bool) -> EmacsScalar? {
    isForward ? scalar(offset) : scalar(before: offset)
  }

  /// Skips all scalars that fit, forward or back.
  func skip(_ offset: Int, isForward: Bool = true, while fits: (UInt32) -> Bool) -> Int {
    var offset = offset
    while let scalar = scalar(offset, isForward: isForward), fits(scalar.value) {
      offset = scalar.edge(isForward: isForward)
    }
    return offset
  }

  // MARK: - Lines

  var lastLine: Int { rope.lastLine.value }

  func line(_ offset: Int) -> Int { rope.line(at: ByteOffset(offset)).value }

  func start(ofLine line: Int) -> Int { rope.start(of: LineNumber(line)).value }

  func lineStart(_ offset: Int) -> Int { start(ofLine: line(offset)) }

  /// Returns the end of the line, before its ending.
  func lineEnd(_ offset: Int) -> Int { rope.content(at: ByteOffset(offset)).upperBound.value }

  /// Returns the start of the next line.
  func nextLineStart(_ offset: Int) -> Int { start(ofLine: line(offset) + 1) }

  func isLineStart(_ offset: Int) -> Bool { offset == 0 || byte(offset - 1) == 0x0a }

  func isLineEnd(_ offset: Int) -> Bool {
    guard let here = byte(offset) else { return true }
    return here == 0x0a || here == 0x0d && byte(offset + 1) == 0x0a
  }

  var newline: [UInt8] { text.format.ending.bytes }

  static func isBlank(_ value: some BinaryInteger) -> Bool { value == 0x20 || value == 0x09 }

  static func isWhite(_ value: some BinaryInteger) -> Bool {
    isBlank(value) || value == 0x0a || value == 0x0d
  }

  /// Skips blanks and tabs.
  func skipBlanks(_ offset: Int, upTo limit: Int? = nil) -> Int {
    min(skip(offset, while: Self.isBlank), max(offset, limit ?? end))
  }

  func skipBlanksBack(_ offset: Int, downTo limit: Int = 0) -> Int {
    max(skip(offset, isForward: false, while: Self.isBlank), min(offset, limit))
  }

  /// Skips blanks, tabs and line endings.
  func skipWhite(_ offset: Int) -> Int { skip(offset, while: Self.isWhite) }

  func skipWhiteBack(_ offset: Int) -> Int { skip(offset, isForward: false, while: Self.isWhite) }

  /// Whether there are only blanks from an offset to the end of its line.
  func isBlank(from offset: Int) -> Bool {
    isLineEnd(skip(offset) { Self.isBlank($0) || $0 == 0x0c })
  }

  func isBlankLine(_ offset: Int) -> Bool { isBlank(from: lineStart(offset)) }

  /// Moves to the start of a line further down or up. False if there are too few lines; a last line
  /// without an ending counts as one.
  @discardableResult
  mutating func forwardLine(_ count: Int = 1) -> Bool {
    let before = point
    let target = line(point) + count
    if count <= 0 {
      point = start(ofLine: max(0, target))
      return target >= 0
    }
    let last = lastLine
    if target <= last {
      point = start(ofLine: target)
      return true
    }
    point = end
    let isCounted = point != before && byte(point - 1) != 0x0a
    return target - last - (isCounted ? 1 : 0) <= 0
  }
}

struct EmacsScalar: Equatable {
  var value: UInt32
  var range: Range<Int>

  /// Returns the end that comes last in a direction.
  func edge(isForward: Bool) -> Int { isForward ? range.upperBound : range.lowerBound }
}
