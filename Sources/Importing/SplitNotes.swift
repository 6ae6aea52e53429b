import Bytes
import NoteSyntax
import Services

/// Splits an imported note at its headings, down to a given level. The note itself retains the text
/// before the first of them, and gets links to the parts.
final class SplitNotes: ImportSink {
  private let level: Int
  private let sink: any ImportSink

  init(level: Int, sink: any ImportSink) {
    self.level = level
    self.sink = sink
  }

  func add(_ problem: ImportNotice) { sink.add(problem) }

  func add(_ file: ImportedFile) throws(ImportFailure) { try sink.add(file) }

  func add(_ note: ImportedNote) throws(ImportFailure) {
    let text = Self.withNamedLinks(note)
    let scan = NoteScanner.scan(text.span)
    let starts = scan.headings.filter {
      // An underlined heading spans two lines, so it splits nothing.
      $0.level <= level && text[Self.lineStart($0, text)] == Self.sign
    }
    guard let first = starts.first else { return try sink.add(note) }
    var (parts, names): ([ImportedNote], [String: Int]) = ([], [:])
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : nil
      let end = next.map { Self.lineStart($0, text) } ?? text.count
      let name = Self.words(start, scan, text)
      names[name, default: 0] += 1
      let id = names[name] == 1 ? name : "\(name) \(names[name] ?? 0)"
      var part = Self.part(id, titled: name, of: note)
      let body = text[start.text.upperBound..<end].drop { $0 != Self.lineFeed }.dropFirst()
      part.text = Array(body)
      part.part?.headings = scan.headings.filter {
        start.line <= $0.line && $0.line < next?.line ?? Int.max
      }.map { Self.words($0, scan, text) }
      parts.append(part)
    }
    var whole = note
    let links = parts.map { "- [\($0.title)](\(InternalLink.destination($0.id)))\n" }
    whole.text = Array(text[..<Self.lineStart(first, text)]) + Array(links.joined().utf8)
    try sink.add(whole)
    for part in parts { try sink.add(part) }
  }

  private static func part(
    _ id: String, titled title: String, of note: ImportedNote
  ) -> ImportedNote {
    var part = ImportedNote(id: "\(note.id)#\(id)", title: title)
    part.part = ImportPlan.Part(of: note.id)
    part.folder = note.folder + [note.shownName]
    part.linkFolder = note.linkFolder
    (part.created, part.changed, part.localCreated) = (
      note.created, note.changed, note.localCreated
    )
    (part.tags, part.isArchived, part.isTrashed) = (note.tags, note.isArchived, note.isTrashed)
    return part
  }

  /// Adds the note's name to links within the note, since their part may end up in another note.
  private static func withNamedLinks(_ note: ImportedNote) -> [UInt8] {
    let text = note.text
    let scan = NoteScanner.scan(text.span)
    let edits = scan.links.compactMap { link -> ByteEdit? in
      guard link.kind == .wiki, link.target.isEmpty, !link.isEmbed, let part = link.part else {
        return nil
      }
      func words(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
      let address = InternalLink.destination(note.id, part: words(part))
      return ByteEdit(
        range: link.whole, bytes: Array("[\(words(link.text ?? part))](\(address))".utf8))
    }
    return ByteEdit.apply(edits.inOrder(), to: text)
  }

  private static let sign = UInt8(ascii: "#")
  private static let lineFeed = UInt8(ascii: "\n")

  private static func lineStart(_ heading: NoteScan.Heading, _ text: [UInt8]) -> Int {
    text[..<heading.text.lowerBound].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
  }

  /// Returns a heading's text without the addresses of its links.
  static func words(_ heading: NoteScan.Heading, _ scan: NoteScan, _ text: [UInt8]) -> String {
    let start = heading.text.lowerBound
    let links = scan.links.filter { heading.text.contains($0.whole.lowerBound) }
    let edits = links.map { link in
      ByteEdit(
        range: (link.whole.lowerBound - start)..<(link.whole.upperBound - start),
        bytes: Array(text[link.text ?? link.target]))
    }
    let words = ByteEdit.apply(edits.inOrder(), to: Array(text[heading.text]))
    return String(decoding: words, as: UTF8.self)
  }
}

/// Tells apart notes that share an id, as when two exports were saved in one folder.
final class NoteDeduplicator: ImportSink {
  private let sink: any ImportSink
  /// For each id, the digest of its first note; `others` has those of the rest.
  private var digests: [String: UInt64] = [:]
  private var others: [String: [UInt64]] = [:]

  init(_ sink: any ImportSink) { self.sink = sink }

  func add(_ problem: ImportNotice) { sink.add(problem) }

  func add(_ file: ImportedFile) throws(ImportFailure) { try sink.add(file) }

  func add(_ note: ImportedNote) throws(ImportFailure) {
    let digest = note.digest
    guard let first = digests[note.id] else {
      digests[note.id] = digest
      return try sink.add(note)
    }
    let known = [first] + others[note.id, default: []]
    guard !known.contains(digest) else {
      return sink.add(
        ImportNotice(of: note.shownName, "It is in the archive twice; imported once."))
    }
    others[note.id, default: []].append(digest)
    var note = note
    note.id += " (\(known.count + 1))"
    try sink.add(note)
  }
}
