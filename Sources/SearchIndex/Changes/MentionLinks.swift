import Bytes
import Entities
import NoteSyntax
import Services

/// Makes links of the words in one note that say another's name.
struct MentionLinks {
  private let text: [UInt8]
  /// How links to the note are written there.
  private let target: LinkWriting

  init(_ text: [UInt8], _ target: LinkWriting) {
    self.text = text
    self.target = target
  }

  func edits(for records: [LinkRecord]) throws(NoteIndexError) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    for record in records {
      let needle = Needle(phrase: record.written)
      let places = text.withUnsafeBufferPointer { VaultLinks.mentions([needle], in: $0) }
      guard let found = places.first(where: { $0.line == record.line }) else {
        throw .refused(
          "Line \(record.line) of \(record.source.path.text) does not say “\(record.written)” any"
            + " more. Look again.")
      }
      edits.append(ByteEdit(range: found.place, bytes: link(found.place)))
    }
    edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    try check(edits, records)
    return edits
  }

  private func link(_ place: Range<Int>) -> [UInt8] {
    target.text(part: nil, words: Array(text[place]), isInTable: isInTable(place.lowerBound))
  }

  /// In a table's row the bar would begin another cell.
  private func isInTable(_ place: Int) -> Bool {
    var start = place
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    while start < place, Byte.isBlank(text[start]) { start += 1 }
    return text[start] == Byte.bar
  }

  /// Each must be a link when it stands there: in code it would be none.
  private func check(
    _ edits: [ByteEdit], _ records: [LinkRecord]
  ) throws(NoteIndexError) {
    let after = ByteEdit.apply(edits, to: text)
    let starts = Set(NoteScanner.scan(after.span).links.map(\.whole.lowerBound))
    var shift = 0
    for edit in edits {
      guard starts.contains(edit.range.lowerBound + shift) else {
        let line = text[..<edit.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
        throw .refused(
          "Line \(line) of \(records[0].source.path.text) cannot have a link there: it is code, a"
            + " comment or part of another link.")
      }
      shift += edit.bytes.count - edit.range.count
    }
  }
}
