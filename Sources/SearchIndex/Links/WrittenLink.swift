import Bytes
import Entities
import NoteSyntax

/// A link in the index, whose target is not resolved.
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

  /// The columns that `init` reads, from a link `l` and its note `n`.
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

  /// Makes a link with only what determines its target.
  init(note: Int64, path: NotePath, target: [UInt8]) {
    (self.note, self.path, self.target) = (note, path, target)
    (title, line, kind, isEmbed, key, part, range) = ("", 0, .wiki, false, [], nil, 0..<0)
  }

  /// Returns the note that would have to be made for it; nil if it means no note.
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

  /// The link in its usual form, for when the note itself is not read.
  var plain: String {
    let name = String(decoding: target, as: UTF8.self) + (part.map { "#\($0)" } ?? "")
    return (isEmbed ? "!" : "") + (kind == .wiki ? "[[\(name)]]" : "[](\(name))")
  }
}

extension Schema.LinkKind {
  /// The kind in a note's text.
  var written: NoteScan.Link.Kind {
    switch self {
    case .wiki: .wiki
    case .markdown: .markdown
    case .reference: .reference
    }
  }
}

/// The target of a link within the vault, not resolved to a note.
struct LinkTarget {
  /// As written, without escapes.
  var bytes: [UInt8]
  /// The key of the bare name, without folder and note extension.
  var key: [UInt8]
  /// Whether it has an extension that is not a note's.
  var isAttachment: Bool
  /// As Obsidian reads it, which does not decode characters with a meaning in addresses; nil if it
  /// is the same.
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
