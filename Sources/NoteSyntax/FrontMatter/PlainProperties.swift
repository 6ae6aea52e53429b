import Bytes
import Entities

/// Front matter as nearly all of it is: a name, a colon, and a value, a short list or lines of items.
/// It is read in a fraction of the time that all of YAML takes; whatever is more goes there.
struct PlainProperties {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var content = FrontMatterContent()
  /// Lines before the first are the `---`.
  private var line = 1

  /// Nil where it takes YAML to tell what stands there, or that it is wrong.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> FrontMatterContent? {
    guard isPlain(bytes) else { return nil }
    var reader = PlainProperties(bytes)
    return reader.readAll() ? reader.content : nil
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// No tabs, controls, bytes that are not UTF-8, or characters that YAML takes for line ends.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        guard byte >= 0x20 && byte < 0x7f || byte == 0x0a || byte == 0x0d else { return false }
        if byte == 0x0d, index + 1 == bytes.count || bytes[index + 1] != 0x0a { return false }
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalars.decode(bytes, at: index)
      guard let scalar, scalar.value >= 0xa0, scalar.value != 0x2028, scalar.value != 0x2029,
        scalar.value < 0xfeff || scalar.value > 0xffff
      else { return false }
      index += length
    }
    return true
  }

  private mutating func readAll() -> Bool {
    var text = HeadText(bytes, end: bytes.count)
    var isList = false
    /// All items of a list are indented alike.
    var indent: Int?
    while let whole = text.nextLine() {
      line += 1
      guard let first = whole.first, first != UInt8(ascii: "#") else { continue }
      if first == 0x20 || first == UInt8(ascii: "-") {
        let item = whole.trimmed
        guard isList, indent == nil || indent == item.start - whole.start, readItem(item) else {
          return false
        }
        indent = item.start - whole.start
        continue
      }
      let nameEnd = keyEnd(whole)
      guard let nameEnd, content.properties.count < FrontMatterReader.mostKeys else { return false }
      let name = string(Line(bytes: bytes, start: whole.start, end: nameEnd))
      let value = Line(bytes: bytes, start: nameEnd + 1, end: whole.end).trimmed
      isList = value.isEmpty
      indent = nil
      var values: [String] = []
      guard isList || readValue(value, into: &values) else { return false }
      content.properties.append(NoteProperty(name: name, values: values))
      content.lines.append(values.map { _ in line })
    }
    return true
  }

  private func string(_ line: Line) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[line.start..<line.end]), as: UTF8.self)
  }

  /// Where the colon stands behind a name of letters, digits, `_`, `-`, and blanks between.
  private func keyEnd(_ line: Line) -> Int? {
    var index = line.start
    while index < line.end {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":") {
        let isKey = index > line.start && bytes[index - 1] != 0x20
        return isKey && (index + 1 == line.end || bytes[index + 1] == 0x20) ? index : nil
      }
      let isInside = index > line.start && (byte == 0x20 || byte == UInt8(ascii: "-"))
      guard byte >= 0x80 || byte == UInt8(ascii: "_") || isInside || isWordByte(byte) else {
        return nil
      }
      index += 1
    }
    return nil
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    Byte.isName(byte) && byte != UInt8(ascii: "-")
  }

  /// `- item`, as the last property's next value.
  private mutating func readItem(_ item: Line) -> Bool {
    guard item.count > 2, item.starts(with: "- "), var property = content.properties.last else {
      return false
    }
    let value = item.dropping(2).trimmed
    // `- a: b` is a mapping, `- - a` a list of its own.
    guard readScalar(value, into: &property.values) else { return false }
    let added = property.values.count - (content.lines.last?.count ?? 0)
    content.properties[content.properties.count - 1] = property
    content.lines[content.lines.count - 1] += (0..<added).map { _ in line }
    return content.lines[content.lines.count - 1].count <= FrontMatterReader.mostValues
  }

  private func readValue(_ value: Line, into values: inout [String]) -> Bool {
    guard value.first == UInt8(ascii: "[") else { return readScalar(value, into: &values) }
    guard value.bytes[value.end - 1] == UInt8(ascii: "]"), value.count > 1 else { return false }
    let inner = Line(bytes: bytes, start: value.start + 1, end: value.end - 1).trimmed
    if inner.isEmpty { return true }
    var start = inner.start
    for index in inner.start...inner.end {
      if index < inner.end {
        switch bytes[index] {
        case UInt8(ascii: ","): break
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
          UInt8(ascii: ":"), UInt8(ascii: "#"), UInt8(ascii: "?"):
          return false
        default: continue
        }
      }
      let item = Line(bytes: bytes, start: start, end: index).trimmed
      guard readScalar(item, into: &values) else { return false }
      start = index + 1
    }
    return true
  }

  private func readScalar(_ value: Line, into values: inout [String]) -> Bool {
    guard let first = value.first else { return false }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      let end = value.end - 1
      guard value.count >= 2, bytes[end] == first else { return false }
      for index in (value.start + 1)..<end
      where bytes[index] == first || bytes[index] == UInt8(ascii: "\\") {
        return false
      }
      values.append(string(Line(bytes: bytes, start: value.start + 1, end: end)))
      return true
    }
    guard
      isWordByte(first) || first >= 0x80 || first == UInt8(ascii: "/")
        || first == UInt8(ascii: "_") || first == UInt8(ascii: "(") || first == UInt8(ascii: "+")
    else { return false }
    for index in value.start..<value.end {
      let next = index + 1 < value.end ? bytes[index + 1] : 0x20
      if bytes[index] == UInt8(ascii: ":"), next == 0x20 { return false }
      if bytes[index] == 0x20, next == UInt8(ascii: "#") { return false }
    }
    let text = string(value)
    if !FrontMatterReader.isNull(text) { values.append(text) }
    return true
  }
}
