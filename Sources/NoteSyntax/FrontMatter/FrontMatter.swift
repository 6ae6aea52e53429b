import Bytes
import Entities

/// The lines between `---` at the very start of a note.
package struct FrontMatter {
  /// From the first `---` to the end of the last line, or of the bytes if it is not closed.
  package private(set) var whole: Range<Int>
  /// The lines between the two `---`.
  package private(set) var inner: Range<Int>
  package private(set) var isClosed = false

  /// Finds the front matter that begins at `start`. `isWhole`: the file ends where the bytes end.
  package init?(
    _ bytes: Span<UInt8>, from start: Int, end: Int, isWhole: Bool
  ) {
    var text = HeadText(bytes, end: end)
    text.position = start
    guard let opening = text.nextLine(), opening.count == 3, opening.starts(with: "---") else {
      return nil
    }
    let first = text.position
    while true {
      let lineStart = text.position
      guard let line = text.nextLine() else { break }
      if line.count == 3, line.starts(with: "---") || line.starts(with: "...") {
        whole = start..<text.position
        inner = first..<lineStart
        isClosed = true
        return
      }
    }
    // Without an end, the first line is a rule and not front matter.
    if isWhole { return nil }
    whole = start..<text.position
    inner = first..<text.position
  }

  /// Returns the note's title; empty if there is none. Even broken YAML may have a readable title.
  package func title(in bytes: Span<UInt8>) -> [UInt8] {
    var text = HeadText(bytes, end: inner.upperBound)
    text.position = inner.lowerBound
    var isComplex = inner.lowerBound < inner.upperBound && bytes[inner.lowerBound] == 0x7b
    var firstLine: [UInt8] = []
    while let line = text.nextLine() {
      guard let raw = Self.titleValue(line) else { continue }
      let (title, isWhole) = Self.value(raw)
      if isWhole, !title.isEmpty, !Self.goesOn(text) { return title }
      firstLine = title
      isComplex = !raw.trimmed.isEmpty
    }
    guard isComplex, isClosed else { return firstLine }
    let content = FrontMatterReader.read(bytes, self)
    let title = content.properties.first { $0.name == "title" }
    guard let title, title.values.count == 1 else { return content.problem == nil ? [] : firstLine }
    return Byte.onOneLine(title.values[0])
  }

  /// Returns the text after the colon of `title: X`; blanks before the colon are allowed.
  @_lifetime(copy line)
  private static func titleValue(_ line: Line) -> Line? {
    let isQuoted = line.starts(with: "\"title\"") || line.starts(with: "'title'")
    guard isQuoted || line.starts(with: "title") else { return nil }
    let rest = line.dropping(isQuoted ? 7 : 5).trimmed
    return rest.first == UInt8(ascii: ":") ? rest.dropping(1) : nil
  }

  /// Whether the next line belongs to the value above it.
  private static func goesOn(_ text: consuming HeadText) -> Bool {
    guard let next = text.nextLine(), let first = next.first, Byte.isBlank(first) else {
      return false
    }
    return next.trimmed.first != UInt8(ascii: "#")
  }

  /// Reads a value on one line. `isWhole` is false if the value may have more lines.
  private static func value(_ raw: Line) -> (text: [UInt8], isWhole: Bool) {
    let line = raw.trimmed
    switch line.first {
    case UInt8(ascii: "\""): return doubleQuoted(line.dropping(1))
    case UInt8(ascii: "'"): return singleQuoted(line.dropping(1))
    // Blocks, lists and references need more than one line.
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "#"), nil:
      return ([], false)
    default: return (plain(line), true)
    }
  }

  private static func plain(_ line: Line) -> [UInt8] {
    var end = line.start
    while end < line.end {
      if line.bytes[end] == UInt8(ascii: "#"), Byte.isBlank(line.bytes[end - 1]) { break }
      end += 1
    }
    return Line(line.bytes, line.start, end).trimmed.copy
  }

  private static func singleQuoted(_ line: Line) -> (text: [UInt8], isWhole: Bool) {
    var value: [UInt8] = []
    var index = line.start
    while index < line.end {
      if line.bytes[index] == UInt8(ascii: "'") {
        index += 1
        guard index < line.end, line.bytes[index] == UInt8(ascii: "'") else { return (value, true) }
      }
      value.append(line.bytes[index])
      index += 1
    }
    return (value, false)
  }

  private static func doubleQuoted(_ line: Line) -> (text: [UInt8], isWhole: Bool) {
    var value: [UInt8] = []
    var index = line.start
    while index < line.end {
      let byte = line.bytes[index]
      if byte == UInt8(ascii: "\"") { return (value, true) }
      if byte == Byte.backslash, let escape = YamlEscape(behind: index, in: line) {
        escape.append(to: &value)
        index = escape.end
      } else {
        value.append(byte)
        index += 1
      }
    }
    return (value, false)
  }
}

/// The meaning of a backslash in a double-quoted YAML string.
private struct YamlEscape {
  private let scalar: Unicode.Scalar
  /// The offset after the escape.
  let end: Int

  /// Returns nil for an escape unknown to YAML, which stays as it is.
  init?(behind backslash: Int, in line: Line) {
    guard backslash + 1 < line.end else { return nil }
    let letter = line.bytes[backslash + 1]
    let digits =
      switch letter {
      case UInt8(ascii: "x"): 2
      case UInt8(ascii: "u"): 4
      case UInt8(ascii: "U"): 8
      default: 0
      }
    end = backslash + 2 + digits
    guard end <= line.end else { return nil }
    if digits > 0 {
      let hex = line.bytes.text((backslash + 2)..<end)
      guard hex.allSatisfy(\.isHexDigit), let value = UInt32(hex, radix: 16),
        let scalar = Unicode.Scalar(value)
      else {
        return nil
      }
      self.scalar = scalar
      return
    }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), 0x20:
      scalar = Unicode.Scalar(letter)
    // Line breaks and other control characters become blanks, since a title is on one line.
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "v"),
      UInt8(ascii: "f"), UInt8(ascii: "0"), UInt8(ascii: "a"), UInt8(ascii: "b"),
      UInt8(ascii: "e"), UInt8(ascii: "N"), UInt8(ascii: "L"), UInt8(ascii: "P"):
      scalar = " "
    case UInt8(ascii: "_"): scalar = "\u{a0}"
    default: return nil
    }
  }

  func append(to text: inout [UInt8]) {
    UTF8Scalars.append(scalar.properties.generalCategory == .control ? " " : scalar, to: &text)
  }
}
