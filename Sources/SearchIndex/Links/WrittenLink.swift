import Bytes
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
  var range: Range<Int>

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
    range = start..<max(start, Int(rows.int(10)))
  }

  /// What tells where it leads.
  init(note: Int64, path: NotePath, target: [UInt8]) {
    (self.note, self.path, self.target) = (note, path, target)
    (title, line, kind, isEmbed, key, part, range) = ("", 0, .wiki, false, [], nil, 0..<0)
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

/// What a link within the vault leads to, before anyone looks which note that is.
struct LinkTarget {
  /// As written, without escapes.
  var bytes: [UInt8]
  /// Of the bare name, without folder and note extension.
  var key: [UInt8]
  /// It has an extension that is not a note's.
  var isAttachment: Bool
  /// As Obsidian reads it, which leaves encoded what means something in addresses; nil where that is the
  /// same.
  var inObsidian: String?

  init(_ link: NoteScan.Link, of text: Span<UInt8>) {
    let name = LinkName(link, in: text)
    bytes = name.target
    key = name.key
    isAttachment = name.ending == nil && Self.hasEnding(key)
    if link.kind == .markdown { inObsidian = Self.inObsidian(text.copy(link.target)) }
  }

  private static func inObsidian(_ written: [UInt8]) -> String? {
    var (plain, hasEncoded): ([UInt8], Bool) = ([], false)
    var rest = written[...]
    while let first = rest.first {
      let byte = first == Byte.percent ? Percent.byte(at: rest) : nil
      let stays = byte.map { signs.contains($0) } ?? false
      if let byte, !stays { plain.append(byte) } else { plain += rest.prefix(stays ? 3 : 1) }
      hasEncoded = hasEncoded || stays
      rest = rest.dropFirst(byte == nil ? 1 : 3)
    }
    return hasEncoded ? String(decoding: plain, as: UTF8.self) : nil
  }

  private static let signs = Array(";/?:@&=+$,#".utf8)

  static func hasEnding(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    let ending = name[(dot + 1)...]
    let isLetter = { (byte: UInt8) in (0x61...0x7a).contains(byte) }
    return ending.count <= 5 && ending.first.map(isLetter) == true
      && ending.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
