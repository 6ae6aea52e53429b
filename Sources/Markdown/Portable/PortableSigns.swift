import Bytes

/// Replacements for the signs that CommonMark does not know, except for links.
enum PortableSigns {
  static func edits(of note: [UInt8], keepsFootnotes: Bool) -> [ByteEdit] {
    all(of: note) { tree, source in
      let lines = LineTable(source)
      let blocks = tree.blocks.flatMap { block in
        switch block.kind {
        case .quote(let callout?): edits(of: callout, block.inlines, lines)
        case .footnote where !keepsFootnotes: footnote(lines.range(of: block.line), source)
        default: [ByteEdit]()
        }
      }
      return blocks + tree.masks.compactMap { edit($0, keepsFootnotes) }
    }
  }

  /// The signs of containers in the lines below one that begins with these signs.
  static func ofContainers(below first: some Sequence<UInt8>) -> [UInt8] {
    first.map { $0 == Byte.greater || Byte.isBlank($0) ? $0 : Byte.space }
  }

  /// Only of hidden text.
  static func hidden(in note: [UInt8]) -> [ByteEdit] {
    all(of: note) { tree, _ in
      tree.masks.compactMap { if case .hidden = $0.mask { edit($0, false) } else { nil } }
    }
  }

  /// Returns the edits of each part of a note. `read` counts offsets from the part's first byte.
  static func all(
    of note: [UInt8], _ embeds: Embeds = Embeds(),
    _ read: (NoteTree, [UInt8]) -> [ByteEdit]
  ) -> [ByteEdit] {
    PartText.all(of: note, embeds).flatMap { part, text in
      (text.tree.map { read($0, text.bytes) } ?? []).map { edit in
        ByteEdit(
          range: (edit.range.lowerBound + part.range.lowerBound)..<(edit.range.upperBound
            + part.range.lowerBound),
          bytes: edit.bytes)
      }
    }
  }

  /// Turns a footnote into a list item, whose further paragraphs have the same indent.
  private static func footnote(
    _ line: Range<Int>, _ source: [UInt8]
  ) -> [ByteEdit] {
    let start = Byte.find("[^", in: source.span, from: line.lowerBound, to: line.upperBound)
    return start.map { [ByteEdit(range: $0..<$0, bytes: Array("- \\".utf8))] } ?? []
  }

  private static func edit(_ found: NoteTree.Mask, _ keepsFootnotes: Bool) -> ByteEdit? {
    func text(_ text: String, _ range: Range<Int>) -> ByteEdit {
      ByteEdit(range: range, bytes: Array(text.utf8))
    }
    let range = found.source
    return switch found.mask {
    case .hidden: text("", range)
    case .beginMark: text("<mark>", range)
    case .endMark: text("</mark>", range)
    case .beginNote: text(" (", range)
    case .endNote: text(")", range)
    case .footnote: keepsFootnotes ? nil : text("\\", range.lowerBound..<range.lowerBound)
    case .wiki, .formula, .formulaLine: nil
    }
  }

  /// Writes `> [!note] Title` as `> **Title**`, a paragraph of its own.
  private static func edits(
    of callout: Callout, _ text: [NoteInline], _ lines: LineTable
  ) -> [ByteEdit] {
    let (source, line) = (lines.source, lines.range(of: callout.line))
    guard let start = Byte.find("[!", in: source.span, from: line.lowerBound, to: line.upperBound),
      case let title = min(line.upperBound, start + callout.sign.count)
    else { return [] }
    let words = source[title..<line.upperBound]
    // Bold text within the title would end the bold.
    let mark = words.contains(Byte.star) ? "" : "**"
    var end = (words.isEmpty ? callout.name : "") + mark
    if text.isWrapped {
      let signs = ofContainers(below: source[line.lowerBound..<start])
      end += "\n" + String(decoding: signs, as: UTF8.self)
    }
    return [
      ByteEdit(range: start..<title, bytes: Array(mark.utf8)),
      ByteEdit(range: line.upperBound..<line.upperBound, bytes: Array(end.utf8)),
    ]
  }
}
