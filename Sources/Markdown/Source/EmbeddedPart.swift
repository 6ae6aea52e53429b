import Bytes
import MarkdownLines
import NoteSyntax

/// The part of a note that a link names: a heading's section, or a block.
package enum EmbeddedPart {
  /// Returns the bytes of a part, `Heading` or `^id`; the whole text without front matter if `part`
  /// is nil. Returns nil if the note has no such part.
  package static func bytes(of part: String?, in note: [UInt8]) -> [UInt8]? {
    let scan = NoteScanner.scan(note.span)
    guard let part, !part.isEmpty else { return Array(note[scan.body...]) }
    if part.utf8.first == Byte.caret {
      return PartFinding.block(Array(part.utf8), in: note.span, scan).map { block($0, in: note) }
    }
    return range(of: part, in: note, scan).map { Array(note[$0]) }
  }

  /// Returns the range of a part's text that can be edited without losing the part: without the
  /// heading, a block's id, and the empty lines around it. Returns nil if the note has no such part
  /// or the part is empty.
  package static func editable(_ part: String, in note: [UInt8]) -> Range<Int>? {
    let scan = NoteScanner.scan(note.span)
    guard !part.isEmpty, var range = range(of: part, in: note, scan) else { return nil }
    if part.utf8.first == Byte.caret {
      range = withoutID(Array(part.utf8), range, note)
    } else {
      range = belowHeading(range, note)
    }
    let start = Byte.droppingEmptyLines(in: note, range)
    let end = Byte.droppingBlanksAndLines(in: note, start..<range.upperBound)
    return start < end ? start..<end : nil
  }

  private static func range(
    of part: String, in bytes: [UInt8], _ scan: NoteScan
  ) -> Range<Int>? {
    let table = LineTable(bytes)
    if part.utf8.first == Byte.caret {
      let block = PartFinding.block(Array(part.utf8), in: bytes.span, scan)
      return block.map { table.range(of: $0.lines) }
    }
    guard let line = PartFinding.line(ofPart: Array(part.utf8), in: bytes.span, scan) else {
      return nil
    }
    let level = scan.headings.first { $0.line == line }?.level ?? 6
    let next = scan.headings.first { $0.line > line && $0.level <= level }
    let end = next.map { table.range(of: $0.line - 1).lowerBound } ?? bytes.count
    return table.range(of: line - 1).lowerBound..<end
  }

  /// Returns the lines of a block without the indent of its item, which could make it code.
  private static func block(
    _ block: NoteScan.Block, in bytes: [UInt8]
  ) -> [UInt8] {
    let table = LineTable(bytes)
    // An id on a line of its own is indented like its block. The block's own lines may be indented
    // code.
    let line = block.lines.contains(block.line) ? block.lines.lowerBound : block.line
    let indent = table.text(of: line - 1).prefix(while: Byte.isBlank).count
    let isItem = block.lines.contains(block.line)
    let lines = isItem ? withChildren(block.lines, table, bytes) : block.lines
    let text = bytes[table.range(of: lines)]
    guard indent > 0 else { return Array(text) }
    var outdented: [UInt8] = []
    for line in text.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
      if !outdented.isEmpty { outdented.append(Byte.lineFeed) }
      outdented += line.dropFirst(line.prefix(indent).prefix(while: Byte.isBlank).count)
    }
    return outdented
  }

  /// Returns a list item's lines with all lines nested in it; another block's own lines.
  private static func withChildren(
    _ lines: ClosedRange<Int>, _ table: LineTable, _ bytes: [UInt8]
  ) -> ClosedRange<Int> {
    let own = table.range(of: lines.lowerBound - 1)
    let mark = own.first { !Byte.isBlank(bytes[$0]) } ?? own.upperBound
    guard mark < own.upperBound,
      let width = LineSigns.itemWidth(bytes.span, mark, own.upperBound, isInText: false)
    else { return lines }
    let column = self.column(of: bytes[own.lowerBound..<mark]) + width + 1
    var last = lines.upperBound
    for line in stride(from: last + 1, through: table.count, by: 1) {
      let text = table.text(of: line - 1)
      if text.isEmpty { continue }
      guard self.column(of: text.prefix(while: Byte.isBlank)) >= column else { break }
      last = line
    }
    return lines.lowerBound...last
  }

  /// Returns the width of blanks in columns.
  private static func column(of blanks: ArraySlice<UInt8>) -> Int {
    blanks.reduce(0) { $1 == 0x09 ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }

  private static func withoutID(
    _ id: [UInt8], _ range: Range<Int>, _ bytes: [UInt8]
  ) -> Range<Int> {
    let end = Byte.droppingBlanks(in: bytes.span, from: range.lowerBound, to: range.upperBound)
    let start = end - id.count
    guard start > range.lowerBound, Byte.isBlank(bytes[start - 1]),
      zip(bytes[start..<end], id).allSatisfy({ Byte.lowered($0) == Byte.lowered($1) })
    else { return range }
    return range.lowerBound..<start
  }

  /// Returns the text below a heading, which is one line, or lines underlined with `=` or `-`.
  private static func belowHeading(
    _ range: Range<Int>, _ bytes: [UInt8]
  ) -> Range<Int> {
    let part = Array(bytes[range])
    let own = NoteScanner.scan(part.span).headings.first
    var end = own?.text.upperBound ?? 0
    end = (Byte.find(Byte.lineFeed, in: part.span, from: end, to: part.count) ?? part.count - 1) + 1
    let sign = part.first { !Byte.isBlank($0) }
    if sign != Byte.hash {
      end =
        (Byte.find(Byte.lineFeed, in: part.span, from: end, to: part.count) ?? part.count - 1) + 1
    }
    return (range.lowerBound + min(end, part.count))..<range.upperBound
  }
}

extension Byte {
  /// Returns the start of the first line that is not empty.
  fileprivate static func droppingEmptyLines(
    in bytes: [UInt8], _ range: Range<Int>
  ) -> Int {
    var start = range.lowerBound
    var offset = start
    while offset < range.upperBound, isBlank(bytes[offset]) || bytes[offset] == lineFeed {
      if bytes[offset] == lineFeed { start = offset + 1 }
      offset += 1
    }
    return offset == range.upperBound ? offset : start
  }

  fileprivate static func droppingBlanksAndLines(
    in bytes: [UInt8], _ range: Range<Int>
  ) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, isBlank(bytes[end - 1]) || bytes[end - 1] == lineFeed { end -= 1 }
    return end
  }
}
