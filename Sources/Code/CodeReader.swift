import Bytes

package enum CodeToken: Sendable {
  case keyword, string, comment, number
  /// The parts of a property line: the dash before, the name, the colon after it, a comment.
  case dash, name, colon, remark
}

package struct CodeReader: ~Escapable {
  private let bytes: Span<UInt8>
  private let language: CodeLanguage
  /// False to read only the constructs that span lines.
  private let classifiesWords: Bool
  /// The number of the construct that continues on the next line; 0 for none.
  package private(set) var inside: UInt8

  @_lifetime(copy bytes)
  package init(
    _ bytes: Span<UInt8>, _ language: CodeLanguage, inside: UInt8 = 0,
    classifiesWords: Bool = true
  ) {
    self.bytes = bytes
    self.language = language
    self.inside = inside
    self.classifiesWords = classifiesWords
  }

  /// Reports the tokens of a line from its start on. All the rest is plain code.
  package mutating func read(
    _ start: Int, _ stop: Int, _ tell: (Range<Int>, CodeToken) -> Void
  ) {
    if language.isProperties { return PropertyLine.read(bytes, start, stop, tell) }
    var index = start
    while index < stop {
      let token = token(at: index, from: start, to: stop)
      if let kind = token.kind { tell(index..<token.end, kind) }
      index = token.end
    }
  }

  private mutating func token(
    at index: Int, from start: Int, to stop: Int
  ) -> (end: Int, kind: CodeToken?) {
    if inside > 0, Int(inside) <= language.long.count {
      let long = language.long[Int(inside) - 1]
      guard let close = Byte.find(long.close, in: bytes, from: index, to: stop) else {
        return (stop, long.token)
      }
      inside = 0
      return (close + long.close.utf8CodeUnitCount, long.token)
    }
    let byte = bytes[index]
    if Self.isWord(byte) { return word(index, from: start, to: stop) }
    if let number = language.long.firstIndex(where: {
      Byte.matches($0.open, in: bytes, at: index, to: stop)
    }) {
      inside = UInt8(number + 1)
      let long = language.long[number]
      return (index + long.open.utf8CodeUnitCount, long.token)
    }
    if beginsComment(index, from: start, to: stop) { return (stop, .comment) }
    if language.quotes.contains(byte),
      !language.isMarkup || index > start && bytes[index - 1] == Byte.equals
    {
      return (stringEnd(index, stop), .string)
    }
    return (index + 1, nil)
  }

  private func beginsComment(_ index: Int, from start: Int, to stop: Int) -> Bool {
    language.lineComments.contains { Byte.matches($0, in: bytes, at: index, to: stop) }
      && (!language.commentsNeedBlankBefore || index == start || Byte.isBlank(bytes[index - 1]))
  }

  /// Returns the offset after the string, or the line's end.
  private func stringEnd(_ start: Int, _ stop: Int) -> Int {
    var index = start + 1
    while index < stop, bytes[index] != bytes[start] {
      index += bytes[index] == Byte.backslash ? 2 : 1
    }
    return min(stop, index + 1)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    Byte.isLetter(byte) || Byte.isDigit(byte) || byte == Byte.underscore || byte >= 0x80
  }

  private func word(
    _ start: Int, from lineStart: Int, to stop: Int
  ) -> (end: Int, kind: CodeToken?) {
    let isNumber = Byte.isDigit(bytes[start])
    var end = start + 1
    while end < stop, Self.isWord(bytes[end]) || isNumber && bytes[end] == Byte.dot { end += 1 }
    guard classifiesWords else { return (end, nil) }
    if isNumber { return (end, .number) }
    if language.isMarkup {
      let before = start > lineStart ? bytes[start - 1] : 0
      return (end, before == Byte.less || before == Byte.slash ? .keyword : nil)
    }
    return (end, isKeyword(start..<end) ? .keyword : nil)
  }

  private static let longestKeyword = 16

  private func isKeyword(_ range: Range<Int>) -> Bool {
    guard range.count < Self.longestKeyword else { return false }
    let word = bytes.copy(range)
    let known = language.ignoresCase ? word.map(Byte.lowered) : word
    return language.keywords.contains(String(decoding: known, as: UTF8.self))
  }
}

/// Reads a line of properties: `name: value`, `- value`, `# remark`.
package enum PropertyLine {
  package static func read(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int,
    _ tell: (Range<Int>, CodeToken) -> Void
  ) {
    var index = Byte.skippingBlanks(in: bytes, from: start, to: stop)
    if index + 1 < stop, bytes[index] == Byte.dash, Byte.isBlank(bytes[index + 1]) {
      tell(index..<index + 1, .dash)
      index += 2
    }
    let name = index
    let ends = [Byte.colon, Byte.hash, doubleQuote, singleQuote]
    while index < stop, !ends.contains(bytes[index]) { index += 1 }
    if index < stop, index > name, bytes[index] == Byte.colon,
      index + 1 == stop || Byte.isBlank(bytes[index + 1])
    {
      tell(name..<index, .name)
      tell(index..<index + 1, .colon)
      index += 1
    } else {
      index = name
    }
    readValue(bytes, index, stop, tell)
  }

  private static func readValue(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int,
    _ tell: (Range<Int>, CodeToken) -> Void
  ) {
    var index = start
    while index < stop {
      let byte = bytes[index]
      if byte == doubleQuote || byte == singleQuote {
        let end = Byte.find(byte, in: bytes, from: index + 1, to: stop).map { $0 + 1 } ?? stop
        tell(index..<end, .string)
        index = end
      } else if byte == Byte.hash, index == start || Byte.isBlank(bytes[index - 1]) {
        return tell(index..<stop, .remark)
      } else {
        index += 1
      }
    }
  }

  private static let doubleQuote = UInt8(ascii: "\"")
  private static let singleQuote = UInt8(ascii: "'")
}
