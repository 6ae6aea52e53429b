import Bytes
import Entities

/// The lines between `---` at the very start of a note.
package struct FrontMatter {
  /// From the first `---` to the end of the last line; to the end of the bytes where not closed.
  package private(set) var whole: Range<Int>
  /// The lines between.
  package private(set) var inner: Range<Int>
  package private(set) var isClosed = false

  /// The front matter that begins at `start`, or nil. `isWhole`: the file ends where the bytes do.
  package init?(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, end: Int, isWhole: Bool
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
    // Never closed: the first line was a ruler, not front matter.
    if isWhole { return nil }
    whole = start..<text.position
    inner = first..<text.position
  }

  /// What it calls the note, empty where it does not. Broken YAML may have a title that is whole.
  package func title(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text = HeadText(bytes, end: inner.upperBound)
    text.position = inner.lowerBound
    var isComplex = inner.lowerBound < inner.upperBound && bytes[inner.lowerBound] == 0x7b
    while let line = text.nextLine() {
      guard line.starts(with: "title:") else { continue }
      let title = Self.value(line.dropping(6))
      if !title.isEmpty { return title }
      isComplex = line.count > 6
    }
    guard isComplex, isClosed else { return [] }
    let content = FrontMatterReader.read(bytes, self)
    let title = content.properties.first { $0.name == "title" }
    guard let title, title.values.count == 1 else { return [] }
    return Line.onOne(title.values[0])
  }

  /// A value that stands on one line, empty where it is more than a line can tell.
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
      if line.bytes[end] == UInt8(ascii: "#"), Byte.isBlank(line.bytes[end - 1]) { break }
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
