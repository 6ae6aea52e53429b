import Entities
import NoteSyntax

/// A link as the index has it, before anyone looks where it leads.
struct WrittenLink {
  var note: Int64
  var path: NotePath
  var title: String
  var line: Int
  var kind: Schema.LinkKind
  var isEmbed: Bool
  var key: [UInt8]
  var target: [UInt8]
  var part: String?
  var place: Range<Int>

  /// What `init` reads, in its order, from a link `l` and its note `n`.
  static let columns = """
    l.note, n.path, n.title, l.line, l.kind, l.isEmbed, l.key, l.target, l.part, l.start, l.end
    """

  init(_ rows: borrowing Rows) {
    note = rows.int(0)
    path = rows.path(1)
    title = rows.text(2)
    line = Int(rows.int(3))
    kind = Schema.LinkKind(rawValue: rows.int(4)) ?? .wiki
    isEmbed = rows.int(5) != 0
    key = rows.bytes(6)
    target = rows.bytes(7)
    part = rows.optionalText(8)
    let start = Int(rows.int(9))
    place = start..<max(start, Int(rows.int(10)))
  }

  /// What tells where it leads.
  init(note: Int64, path: NotePath, target: [UInt8]) {
    (self.note, self.path, self.target) = (note, path, target)
    (title, line, kind, isEmbed, key, part, place) = ("", 0, .wiki, false, [], nil, 0..<0)
  }

  /// The note that it would lead to if that were made; nil where it means no note.
  func missing(inLogseq: Bool) -> NoteID? {
    if LinkTarget.hasEnding(Array(NotePath(bytes: target).name.bytes)), name.ending == nil {
      return nil
    }
    if inLogseq, kind == .wiki, !name.isBare {
      let page = LogseqName.stem(of: String(decoding: name.path, as: UTF8.self))
      return NoteID("pages/\(page).md")
    }
    return name.newNote(from: path).map { NoteID($0) }
  }

  var name: LinkName {
    LinkName(kind.written, plain: target)
  }

  /// As a person would write it, for when the note itself is not looked at.
  var plain: String {
    let name = String(decoding: target, as: UTF8.self) + (part.map { "#\($0)" } ?? "")
    return (isEmbed ? "!" : "") + (kind == .wiki ? "[[\(name)]]" : "[](\(name))")
  }
}

extension Schema.LinkKind {
  /// As a note writes it.
  var written: NoteScan.Link.Kind {
    switch self {
    case .wiki: .wiki
    case .markdown: .markdown
    case .reference: .reference
    }
  }
}
