import Bytes
import Entities

/// The text of a note with the texts of others appended.
struct JoinedText {
  private(set) var text: [UInt8]
  private(set) var differences: [JoinedProperties.Difference] = []
  let frontEnd: Int
  /// The end of the target's own text.
  let ownEnd: Int
  /// The number of lines by which each other note's text moves down; nil for a note without text.
  private(set) var shifts: [Int?] = []

  init(
    _ target: NoteJoining.Part, _ others: [NoteJoining.Part]
  ) throws(NoteJoining.Problem) {
    var properties = try JoinedProperties(of: target)
    for other in others { try properties.add(other) }
    text = properties.text
    differences = properties.differences
    frontEnd = Self.scan(text).body
    ownEnd = text.count
    let lineEnd: [UInt8] = text.starts(crlf: frontEnd) ? [0x0d, 0x0a] : [0x0a]
    var last = target.path
    for other in others {
      try add(other, below: last, lineEnd)
      last = other.path
    }
  }

  private mutating func add(
    _ other: NoteJoining.Part, below last: NotePath, _ lineEnd: [UInt8]
  ) throws(NoteJoining.Problem) {
    let scan = Self.scan(other.text)
    let body = Self.body(of: other.text, from: scan.body)
    if body.isEmpty { return shifts.append(nil) }
    let before = Self.scan(text).headings.count
    if text.count > frontEnd {
      if text.last != Byte.lineFeed { text += lineEnd }
      if !text.endsWithBlankLine(from: frontEnd) { text += lineEnd }
    }
    let line = Self.line(at: body.lowerBound, in: other.text)
    let isTitled = scan.headings.first?.line == line
    if !isTitled {
      text += Array("# ".utf8) + Byte.onOneLine(other.title) + lineEnd + lineEnd
    }
    shifts.append(Self.line(at: text.count, in: text) - line)
    text += other.text[body]
    if text.last != Byte.lineFeed { text += lineEnd }
    guard Self.scan(text).headings.count == before + scan.headings.count + (isTitled ? 0 : 1) else {
      throw NoteJoining.Problem(
        note: last, reason: "its text ends in code, a formula or a comment that is not closed")
    }
  }

  static func scan(_ text: [UInt8]) -> NoteScan {
    NoteScanner.scan(text.span)
  }

  /// Returns the range of the text without blank lines around it.
  private static func body(of text: [UInt8], from start: Int) -> Range<Int> {
    var (first, index) = (start, start)
    while index < text.count, Byte.isBlank(text[index]) {
      index += 1
      if text[index - 1] == Byte.lineFeed { first = index }
    }
    if index == text.count { return index..<index }
    var end = text.count
    while end > index, Byte.isBlank(text[end - 1]) { end -= 1 }
    // The range includes the end of the last line.
    while end < text.count, text[end - 1] != Byte.lineFeed { end += 1 }
    return first..<end
  }

  private static func line(at offset: Int, in text: [UInt8]) -> Int {
    text[..<offset].count { $0 == Byte.lineFeed } + 1
  }
}

extension [UInt8] {
  /// Whether the body's first line ends with CRLF or, if it has no end, the front matter's does.
  fileprivate func starts(crlf body: Int) -> Bool {
    let feed =
      self[Swift.min(body, count)...].firstIndex(of: Byte.lineFeed)
      ?? firstIndex(of: Byte.lineFeed)
    return feed.map { $0 > 0 && self[$0 - 1] == 0x0d } ?? false
  }

  fileprivate func endsWithBlankLine(from start: Int) -> Bool {
    var index = count - 1
    while index > start, self[index - 1] == 0x0d || self[index - 1] == 0x20 { index -= 1 }
    return index <= start || self[index - 1] == Byte.lineFeed
  }
}
