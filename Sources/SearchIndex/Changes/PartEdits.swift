import Bytes
import Entities
import NoteSyntax
import Services

/// The edits when a heading or a block of one note is renamed.
struct PartEdits {
  /// Whether links by its name lead to it rather than to an earlier heading with the same words.
  let isFirst: Bool
  private let old: String
  private let new: String
  private let isBlock: Bool
  private let own: Range<Int>

  static func check(_ words: String, isBlock: Bool) throws(NoteIndexError) {
    let name = isBlock && words.hasPrefix("^") ? words.dropFirst() : words[...]
    if isBlock {
      guard !name.isEmpty, name.utf8.allSatisfy(Byte.isName) else {
        throw .refused("“\(words)” cannot be a block's id: letters, digits and “-” can.")
      }
    } else if words.allSatisfy(\.isWhitespace) || words.contains(where: \.isNewline) {
      throw .refused("A heading is words on one line.")
    }
  }

  init(
    _ part: String, in text: [UInt8], to words: String
  ) throws(NoteIndexError) {
    let bytes = Array(part.utf8)
    guard let line = PartFinding.line(ofPart: bytes, in: text.span) else {
      throw .refused("The note has no “\(part)” any more.")
    }
    let scan = NoteScanner.scan(text.span)
    isBlock = bytes.first == UInt8(ascii: "^")
    if isBlock, let block = scan.blocks.first(where: { $0.line == line }) {
      own = block.id
      new = words.hasPrefix("^") ? String(words.dropFirst()) : words
      isFirst = true
    } else if let heading = scan.headings.first(where: { $0.line == line }) {
      own = heading.text
      new = words
      let said = Array(text[heading.text])
      let named = said.filter { $0 != UInt8(ascii: "#") }
      isFirst = PartFinding.line(ofPart: named, in: text.span) == line
    } else {
      throw .refused("The note has no “\(part)” any more.")
    }
    old = String(decoding: text[own], as: UTF8.self)
    try checkOwn(in: text, line)
  }

  /// Throws if the new heading would not be read back as the requested words.
  private func checkOwn(
    in text: [UInt8], _ line: Int
  ) throws(NoteIndexError) {
    let after = ByteEdit.apply([ownEdit], to: text)
    let scan = NoteScanner.scan(after.span)
    let range =
      isBlock
      ? scan.blocks.first { $0.line == line }?.id
      : scan.headings.first { $0.line == line }?.text
    guard let range, after[range].elementsEqual(new.utf8) else {
      throw .refused("“\(new)” cannot be used there: it would not be read as it is written.")
    }
  }

  private var ownEdit: ByteEdit { ByteEdit(range: own, bytes: Array(new.utf8)) }

  /// Returns the edits of the note's own line, and of its links to itself.
  func all(in text: [UInt8]) -> [ByteEdit] {
    let links = isFirst ? links(in: text) { $0 == nil } : []
    let rest = links.filter { !$0.range.overlaps(own) }
    return (rest + [ownEdit]).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the edits of links to it; `leads` is passed to `PartRewriting`.
  func links(
    in text: [UInt8], leads: (LinkName?) -> Bool
  ) -> [ByteEdit] {
    isBlock
      ? PartRewriting.blockRenamed(from: old, to: new, in: text, leads: leads)
      : PartRewriting.headingRenamed(from: old, to: new, in: text, leads: leads)
  }
}

/// Turns words in one note that are another note's name into links.
struct MentionLinks {
  private let text: [UInt8]
  /// The form of links to the note.
  private let target: LinkWriting

  init(_ text: [UInt8], _ target: LinkWriting) {
    self.text = text
    self.target = target
  }

  func edits(for records: [LinkRecord]) throws(NoteIndexError) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    for record in records {
      let needle = Needle(phrase: record.written)
      let mentions = text.withUnsafeBufferPointer { VaultLinks.mentions([needle], in: $0) }
      guard let found = mentions.first(where: { $0.line == record.line }) else {
        throw .refused(
          "Line \(record.line) of \(record.source.path.text) does not say “\(record.written)” any"
            + " more. Look again.")
      }
      edits.append(ByteEdit(range: found.range, bytes: link(found.range)))
    }
    edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    try check(edits, records)
    return edits
  }

  private func link(_ range: Range<Int>) -> [UInt8] {
    target.text(part: nil, words: Array(text[range]), isInTable: isInTable(range.lowerBound))
  }

  /// Whether the offset is in a table's row, where a bar would begin another cell.
  private func isInTable(_ offset: Int) -> Bool {
    var start = offset
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    while start < offset, Byte.isBlank(text[start]) { start += 1 }
    return text[start] == Byte.bar
  }

  /// Throws unless each edit results in a link: in code it would not.
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
