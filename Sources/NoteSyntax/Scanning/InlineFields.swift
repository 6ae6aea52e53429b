import Bytes

/// `key:: value` in a note's text, as Dataview has it: all of a line, or `[key:: value]` and
/// `(key:: value)` anywhere in one.
package enum InlineFields {
  package struct Field: Equatable, Sendable {
    /// With its brackets, where it has some.
    package var whole: Range<Int>
    package var name: Range<Int>
    package var value: Range<Int>
    package var hasBrackets: Bool
  }

  /// A longer line is no person's.
  private static let longest = 32_768
  /// Brackets that nothing closes are not looked for again and again.
  private static let mostOpen = 64
  private static let longestName = 200

  /// Those of a line's text. A whole line is one only where it has none between brackets.
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

  /// Behind a span of code, or behind the signs that begin none.
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

  /// Where the two colons behind a name begin.
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

  /// The name may have signs of emphasis around it.
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
