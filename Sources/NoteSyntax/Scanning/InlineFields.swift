import Bytes

/// Dataview's fields in a note's text: `key:: value` as a whole line, or `[key:: value]` and
/// `(key:: value)` within one.
package enum InlineFields {
  package struct Field: Equatable, Sendable {
    /// The field with its brackets, if any.
    package var whole: Range<Int>
    package var name: Range<Int>
    package var value: Range<Int>
    package var hasBrackets: Bool
  }

  /// The longest line that is read; people write shorter ones.
  private static let longest = 32_768
  /// The limit of unclosed brackets, after which no more are tried.
  private static let mostOpen = 64
  private static let longestName = 200

  /// Returns the fields of a line's text. A whole line is a field only if it has none in brackets.
  package static func all(
    in bytes: Span<UInt8>, _ start: Int, _ stop: Int, wholeLine: Bool = true
  ) -> [Field] {
    guard stop - start <= longest, Byte.find("::", in: bytes, from: start, to: stop) != nil else {
      return []
    }
    let found = bracketed(bytes, start, stop)
    if !found.isEmpty || !wholeLine { return found }
    return line(bytes, start, stop).map { [$0] } ?? []
  }

  private static func bracketed(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> [Field] {
    var found: [Field] = []
    var index = start
    var failures = 0
    while index < stop, failures < mostOpen {
      let byte = bytes[index]
      switch byte {
      case Byte.backslash: index += 2
      case UInt8(ascii: "`"): index = endOfCode(bytes, index, stop)
      case Byte.opening, UInt8(ascii: "("):
        let isLink = index > start && bytes[index - 1] == Byte.opening && byte == Byte.opening
        guard !isLink, let name = nameEnd(bytes, index + 1, stop) else {
          index += 1
          continue
        }
        guard let end = closing(bytes, name + 2, stop, of: byte) else {
          failures += 1
          index += 1
          continue
        }
        found.append(
          Field(
            whole: index..<(end + 1), name: trimmed(bytes, index + 1, name),
            value: trimmed(bytes, name + 2, end), hasBrackets: true))
        index = end + 1
      default: index += 1
      }
    }
    return found
  }

  /// Returns the offset after a code span, or after backticks that begin none.
  private static func endOfCode(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int {
    let count = Byte.run(of: bytes[start], in: bytes, from: start, to: stop)
    var index = start + count
    while index < stop {
      guard bytes[index] == bytes[start] else {
        index += 1
        continue
      }
      let run = Byte.run(of: bytes[start], in: bytes, from: index, to: stop)
      if run == count { return index + run }
      index += run
    }
    return start + count
  }

  /// Returns the offset of the two colons after a name.
  private static func nameEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    while index + 1 < stop, index - start <= longestName {
      switch bytes[index] {
      case Byte.opening, Byte.closing, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "`"):
        return nil
      case UInt8(ascii: ":") where bytes[index + 1] == UInt8(ascii: ":"):
        return trimmed(bytes, start, index).isEmpty ? nil : index
      default: index += 1
      }
    }
    return nil
  }

  private static func closing(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int, of opening: UInt8
  ) -> Int? {
    let closing = opening == Byte.opening ? Byte.closing : UInt8(ascii: ")")
    var (index, depth) = (start, 0)
    while index < stop {
      switch bytes[index] {
      case Byte.backslash: index += 1
      case opening: depth += 1
      case closing:
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Reads a whole line as a field; its name may have emphasis signs around it.
  private static func line(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Field? {
    guard let sign = Byte.find("::", in: bytes, from: start, to: stop) else { return nil }
    func isOfWord(_ byte: UInt8) -> Bool {
      Byte.isLetter(byte) || Byte.isDigit(byte) || byte >= 0x80
    }
    var name = start..<sign
    while let first = name.first, "*_~=- \t>+".utf8.contains(bytes[first]) {
      name = (first + 1)..<sign
    }
    while let last = name.last, "_*~` \t".utf8.contains(bytes[last]) {
      name = name.lowerBound..<last
    }
    let isName = name.allSatisfy { index in
      isOfWord(bytes[index]) || Byte.isBlank(bytes[index]) || "_/-".utf8.contains(bytes[index])
    }
    guard !name.isEmpty, name.count <= longestName, isName else { return nil }
    return Field(
      whole: start..<stop, name: name, value: trimmed(bytes, sign + 2, stop), hasBrackets: false)
  }

  private static func trimmed(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Range<Int> {
    var (start, stop) = (start, stop)
    while start < stop, Byte.isBlank(bytes[start]) { start += 1 }
    while stop > start, Byte.isBlank(bytes[stop - 1]) { stop -= 1 }
    return start..<stop
  }
}
