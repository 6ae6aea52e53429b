import Bytes

/// Reads a command line from its start.
struct VimLineReader {
  let bytes: [UInt8]
  var index = 0

  init(_ line: String) { bytes = Array(line.utf8) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[index] }
  var afterNext: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }
  var rest: String { String(decoding: bytes[min(index, bytes.count)...], as: UTF8.self) }

  mutating func skipBlanks() {
    while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
  }

  mutating func take(if sign: Character) -> Bool {
    guard let byte = next, byte == sign.asciiValue else { return false }
    index += 1
    return true
  }

  mutating func take() -> UInt8? {
    guard let byte = next else { return nil }
    index += 1
    return byte
  }

  /// Takes a whole character.
  mutating func takeCharacter() -> Character? {
    guard !isAtEnd else { return nil }
    let (value, length) = VimChars.scalar(bytes, index)
    index += length
    return Unicode.Scalar(value).map(Character.init)
  }

  var isAtDigit: Bool { next.map(Byte.isDigit) ?? false }

  mutating func takeNumber(most: Int = 1_000_000_000) -> Int? {
    guard isAtDigit else { return nil }
    var number = 0
    while let byte = next, Byte.isDigit(byte) {
      number = min(number * 10 + Int(byte - 0x30), most)
      index += 1
    }
    return number
  }

  mutating func takeLetters() -> String {
    let start = index
    while let byte = next, Byte.isLetter(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Takes a pattern and the sign that ends it. `hasEnd` is false if the line ends first.
  mutating func takePattern(until end: UInt8) -> (pattern: String, hasEnd: Bool) {
    var pattern: [UInt8] = []
    var isVery = false
    var isNone = false
    while let byte = take() {
      if byte == end { return (String(decoding: pattern, as: UTF8.self), true) }
      pattern.append(byte)
      if byte == UInt8(ascii: "\\"), let escaped = take() {
        if escaped == UInt8(ascii: "v") { (isVery, isNone) = (true, false) }
        if escaped == UInt8(ascii: "V") { (isVery, isNone) = (false, true) }
        // An escaped `?` would have a meaning in the pattern.
        if escaped == end, end == UInt8(ascii: "?") { pattern.removeLast() }
        pattern.append(escaped)
        if escaped == UInt8(ascii: "["), isNone { takeCollection(into: &pattern) }
      } else if byte == UInt8(ascii: "["), !isNone || isVery {
        takeCollection(into: &pattern)
      }
    }
    return (String(decoding: pattern, as: UTF8.self), false)
  }

  /// Takes the rest of a collection after `[`, up to its `]`.
  private mutating func takeCollection(into pattern: inout [UInt8]) {
    func move(_ count: Int, _ reader: inout VimLineReader) {
      for _ in 0..<count { if let byte = reader.take() { pattern.append(byte) } }
    }
    if next == UInt8(ascii: "^") { move(1, &self) }
    if next == UInt8(ascii: "]") || next == UInt8(ascii: "-") { move(1, &self) }
    while let byte = next, byte != UInt8(ascii: "]") {
      if byte == UInt8(ascii: "\\"), let escaped = afterNext,
        "]^-n\\rtebdoxuU".utf8.contains(escaped)
      {
        move(2, &self)
      } else if byte == UInt8(ascii: "["), afterNext == UInt8(ascii: ":"),
        let length = lengthOfNamedClass()
      {
        move(length, &self)
      } else {
        move(1, &self)
      }
    }
  }

  private func lengthOfNamedClass() -> Int? {
    var end = index + 2
    while end < bytes.count, Byte.isLetter(bytes[end]) { end += 1 }
    guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: ":"),
      bytes[end + 1] == UInt8(ascii: "]")
    else { return nil }
    return end + 2 - index
  }
}
