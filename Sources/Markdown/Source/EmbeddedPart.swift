import Bytes
import NoteSyntax

/// What a link with a part shows of a note: a heading with all that is below it, or a block.
package enum EmbeddedPart {
  /// The bytes of a part, `Heading` or `^id`; all without front matter where none is named. Nil where
  /// the note has no such part.
  package static func bytes(of part: String?, in note: [UInt8]) -> [UInt8]? {
    note.withUnsafeBufferPointer { bytes in
      let scan = NoteScanner.scan(bytes)
      guard let part, !part.isEmpty else { return Array(bytes[scan.body...]) }
      guard let line = PartFinding.line(ofPart: Array(part.utf8), in: bytes) else { return nil }
      let table = LineTable(bytes)
      let first = line - 1
      if part.utf8.first == Byte.caret { return block(endingIn: first, table, bytes) }
      let level = scan.headings.first { $0.line == line }?.level ?? 6
      let next = scan.headings.first { $0.line > line && $0.level <= level }
      let end = next.map { table.range(of: $0.line - 1).lowerBound } ?? bytes.count
      return Array(bytes[table.range(of: first).lowerBound..<end])
    }
  }

  /// From the line that begins the paragraph or the item to the one with the id.
  private static func block(
    endingIn last: Int, _ table: LineTable, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    var last = last
    // An id that has a line of its own names what stands above.
    if table.text(of: last).first == Byte.caret {
      while last > 0, table.isBlank(last - 1) { last -= 1 }
      last = max(0, last - 1)
    }
    var first = last
    while first > 0, !isStart(of: first, table, bytes), !table.isBlank(first - 1) { first -= 1 }
    return Array(bytes[table.range(of: first).lowerBound..<table.range(of: last).upperBound])
  }

  private static func isStart(
    of line: Int, _ table: LineTable, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let range = Byte.trimmed(in: bytes, table.range(of: line))
    if range.isEmpty { return true }
    return LineSigns.itemWidth(bytes, range.lowerBound, range.upperBound, isInText: true) != nil
  }
}
