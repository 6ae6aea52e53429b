import Bytes
import Entities
import NoteSyntax
import Services

/// Makes links of the words in one note that say another's name.
struct MentionLinks {
  /// How links to the note are written there.
  struct Target {
    /// For a wiki link; nil where none can say it.
    var name: [UInt8]?
    let path: NotePath

    init(_ path: NotePath) {
      self.path = path
      name = nil
    }

    /// What could be written, the shortest first.
    static func names(of path: NotePath) -> [[UInt8]] {
      let stem = path.stem.bytes
      let short = path.folder.bytes.isEmpty ? stem : path.folder.bytes + [0x2f] + stem
      return [stem, short, [0x2f] + short, path.bytes].filter { name in
        !name.contains { "#|[]^".utf8.contains($0) || $0 < 0x20 }
      }
    }
  }

  private let text: UnsafeBufferPointer<UInt8>
  private let target: Target

  init(_ text: UnsafeBufferPointer<UInt8>, _ target: Target) {
    self.text = text
    self.target = target
  }

  func edits(for records: [LinkRecord]) throws(NoteIndexError) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    for record in records {
      let needle = Needle(phrase: record.written)
      let places = VaultLinks.mentions([needle], in: text)
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
    let words = Array(text[place])
    guard let name = target.name else {
      let path = LinkName.encoded(path: [0x2f] + target.path.bytes)
      return Array("[".utf8) + words + Array("](".utf8) + path + Array(")".utf8)
    }
    if name == words { return Array("[[".utf8) + name + Array("]]".utf8) }
    let bar = Array((isInTable(place.lowerBound) ? "\\|" : "|").utf8)
    return Array("[[".utf8) + name + bar + words + Array("]]".utf8)
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
    let starts = ByteEdit.apply(edits, to: Array(text)).withUnsafeBufferPointer { text in
      Set(NoteScanner.scan(text).links.map(\.whole.lowerBound))
    }
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
