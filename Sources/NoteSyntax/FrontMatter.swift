/// The lines between `---` at the very start of a note, as far as the list needs them.
package struct FrontMatter {
  /// Empty where there is none.
  private(set) var title: [UInt8] = []
  private(set) var isClosed = false

  /// Moves the text behind the front matter; nil, and nothing moved, where there is none.
  package init?(_ text: inout HeadText, isWhole: Bool) {
    let start = text.position
    guard let opening = text.nextLine(), opening.isAll(UInt8(ascii: "-"), atLeast: 3),
      opening.count == 3
    else {
      text.position = start
      return nil
    }
    while let line = text.nextLine() {
      if line.count == 3, line.starts(with: "---") || line.starts(with: "...") {
        isClosed = true
        return
      }
      if title.isEmpty, line.starts(with: "title:") { title = Self.value(line.dropping(6)) }
    }
    if isWhole {
      // Never closed: the first line was a ruler, not front matter.
      text.position = start
      return nil
    }
  }

  private static func value(_ raw: Line) -> [UInt8] {
    let line = raw.trimmed
    switch line.first {
    case UInt8(ascii: "\""): return doubleQuoted(line.dropping(1))
    case UInt8(ascii: "'"): return singleQuoted(line.dropping(1))
    // Blocks, lists, references: more than a line can tell.
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "#"), nil:
      return []
    default: return plain(line)
    }
  }

  private static func plain(_ line: Line) -> [UInt8] {
    var end = line.start
    while end < line.end {
      if line.bytes[end] == UInt8(ascii: "#"), Line.isBlank(line.bytes[end - 1]) { break }
      end += 1
    }
    return Line(bytes: line.bytes, start: line.start, end: end).trimmed.copy
  }

  private static func singleQuoted(_ line: Line) -> [UInt8] {
    var value: [UInt8] = []
    var index = line.start
    while index < line.end {
      if line.bytes[index] == UInt8(ascii: "'") {
        index += 1
        guard index < line.end, line.bytes[index] == UInt8(ascii: "'") else { break }
      }
      value.append(line.bytes[index])
      index += 1
    }
    return value
  }

  private static func doubleQuoted(_ line: Line) -> [UInt8] {
    var value: [UInt8] = []
    var index = line.start
    while index < line.end, line.bytes[index] != UInt8(ascii: "\"") {
      if line.bytes[index] == UInt8(ascii: "\\"), index + 1 < line.end {
        index += 1
        switch line.bytes[index] {
        case UInt8(ascii: "n"), UInt8(ascii: "t"): value.append(0x20)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
          value.append(line.bytes[index])
        default: value += [UInt8(ascii: "\\"), line.bytes[index]]
        }
      } else {
        value.append(line.bytes[index])
      }
      index += 1
    }
    return value
  }
}
