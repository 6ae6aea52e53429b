import Glibc

/// Named bytes with a meaning in text, and tests for kinds of bytes.
package enum Byte {
  package static var ampersand: UInt8 { UInt8(ascii: "&") }
  package static var backslash: UInt8 { UInt8(ascii: "\\") }
  package static var backtick: UInt8 { UInt8(ascii: "`") }
  package static var bang: UInt8 { UInt8(ascii: "!") }
  package static var bar: UInt8 { UInt8(ascii: "|") }
  package static var caret: UInt8 { UInt8(ascii: "^") }
  package static var closing: UInt8 { UInt8(ascii: "]") }
  package static var colon: UInt8 { UInt8(ascii: ":") }
  package static var dash: UInt8 { UInt8(ascii: "-") }
  package static var dollar: UInt8 { UInt8(ascii: "$") }
  package static var dot: UInt8 { UInt8(ascii: ".") }
  package static var equals: UInt8 { UInt8(ascii: "=") }
  package static var greater: UInt8 { UInt8(ascii: ">") }
  package static var hash: UInt8 { UInt8(ascii: "#") }
  package static var leftParenthesis: UInt8 { UInt8(ascii: "(") }
  package static var less: UInt8 { UInt8(ascii: "<") }
  package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  package static var opening: UInt8 { UInt8(ascii: "[") }
  package static var percent: UInt8 { UInt8(ascii: "%") }
  package static var plus: UInt8 { UInt8(ascii: "+") }
  package static var rightParenthesis: UInt8 { UInt8(ascii: ")") }
  package static var slash: UInt8 { UInt8(ascii: "/") }
  package static var space: UInt8 { UInt8(ascii: " ") }
  package static var star: UInt8 { UInt8(ascii: "*") }
  package static var tilde: UInt8 { UInt8(ascii: "~") }
  package static var underscore: UInt8 { UInt8(ascii: "_") }

  /// Whether it is a space, a tab, or another ASCII white space.
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte &- 0x09 < 5
  }

  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether it is an ASCII letter.
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Whether it is a letter, a digit or a dash, as in the names of blocks and of HTML.
  package static func isName(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == dash
  }

  /// Whether it is an ASCII punctuation mark.
  package static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && !isDigit(byte) && !isLetter(byte)
  }

  /// Returns the byte in lowercase, if it is an ASCII letter.
  package static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Returns the value of a hexadecimal digit.
  package static func hexadecimal(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte & 0x0f }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// Returns the words with single spaces between them.
  package static func onOneLine(_ text: String) -> [UInt8] {
    var words: [UInt8] = []
    for part in text.utf8.split(whereSeparator: isBlank) {
      if !words.isEmpty { words.append(0x20) }
      words += part
    }
    return words
  }
}

/// Copies of parts.
extension Span<UInt8> {
  package func copy(_ range: Range<Int>) -> [UInt8] {
    let part = extracting(range)
    return [UInt8](capacity: part.count) { copy in
      for index in part.indices { copy.append(part[index]) }
    }
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: copy(range), as: UTF8.self) }
}

/// Searches between two offsets.
extension Byte {
  /// Returns the first offset of the byte.
  package static func find(
    _ byte: UInt8, in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int? {
    guard start < stop else { return nil }
    return bytes.extracting(start..<stop).withUnsafeBytes { part in
      guard let base = part.baseAddress, let found = memchr(base, Int32(byte), part.count) else {
        return nil
      }
      return start + (UnsafeRawPointer(found) - base)
    }
  }

  /// Returns the first offset of the text.
  package static func find(
    _ text: StaticString, in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int? {
    var next = start
    while let index = find(text.utf8Start[0], in: bytes, from: next, to: stop) {
      if matches(text, in: bytes, at: index, to: stop) { return index }
      next = index + 1
    }
    return nil
  }

  /// Returns the number of times that the byte repeats from `start` on.
  package static func run(
    of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var index = start
    while index < stop, bytes[index] == byte { index += 1 }
    return index - start
  }

  /// Whether the whole text is at `index`.
  package static func matches(
    _ text: StaticString, in bytes: Span<UInt8>, at index: Int, to stop: Int
  ) -> Bool {
    guard index + text.utf8CodeUnitCount <= stop else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Returns the offset of the first byte that is not blank, or `stop`.
  package static func skippingBlanks(
    in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var index = start
    while index < stop, isBlank(bytes[index]) { index += 1 }
    return index
  }

  /// Returns the offset after the last byte that is not blank, or `start`.
  package static func droppingBlanks(
    in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var stop = stop
    while stop > start, isBlank(bytes[stop - 1]) { stop -= 1 }
    return stop
  }

  /// Returns the range without the blanks at both ends.
  package static func trimmed(
    in bytes: Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int> {
    let start = skippingBlanks(in: bytes, from: range.lowerBound, to: range.upperBound)
    return start..<droppingBlanks(in: bytes, from: start, to: range.upperBound)
  }
}
