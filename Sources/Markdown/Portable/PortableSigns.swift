import Bytes
import CCmark
import MarkdownLines
import NoteSyntax

/// What stands instead of the signs that CommonMark knows nothing of. Links are not among them.
enum PortableSigns {
  static func edits(of note: [UInt8], keepsFootnotes: Bool) -> [ByteEdit] {
    all(of: note) { edits($0, $1, keepsFootnotes) }
  }

  /// Of what is hidden alone.
  static func hidden(in note: [UInt8]) -> [ByteEdit] {
    all(of: note) { masked, document in
      Descendants(of: document).filter { $0.kind == CMARK_KIND_TEXT }.flatMap { node in
        masked.numbers(in: node.text).compactMap { number in
          guard case .hidden = masked.masks[number] else { return nil }
          return edit(number, masked, false)
        }
      }
    }
  }

  private static func all(
    of note: [UInt8], _ read: (MaskedText, cmark_tree) -> [ByteEdit]
  ) -> [ByteEdit] {
    PartText.all(of: note).flatMap { part, text in
      let start = part.range.lowerBound
      return (text.read(read) ?? []).map { edit in
        let range = (edit.range.lowerBound + start)..<(edit.range.upperBound + start)
        return ByteEdit(range: range, bytes: edit.bytes)
      }
    }
  }

  private static func edits(
    _ masked: MaskedText, _ document: cmark_tree, _ keepsFootnotes: Bool
  ) -> [ByteEdit] {
    let lines = LineTable(masked.source)
    var edits: [ByteEdit] = []
    for node in Descendants(of: document) {
      switch node.kind {
      case CMARK_KIND_TEXT:
        edits += masked.numbers(in: node.text).compactMap { edit($0, masked, keepsFootnotes) }
      case CMARK_KIND_QUOTE: edits += callout(node, lines, masked.source)
      case CMARK_KIND_FOOTNOTE where !keepsFootnotes:
        let line = lines.range(of: node.line)
        guard
          let start = Byte.find(
            "[^", in: masked.source.span, from: line.lowerBound, to: line.upperBound)
        else { continue }
        // An item of a list: its further paragraphs are as far in.
        edits.append(ByteEdit(range: start..<start, bytes: Array("- \\".utf8)))
      default: break
      }
    }
    return edits
  }

  private static func edit(
    _ number: Int, _ masked: MaskedText, _ keepsFootnotes: Bool
  ) -> ByteEdit? {
    let range = masked.sources[number]
    func text(_ text: String, _ range: Range<Int> = range) -> ByteEdit {
      ByteEdit(range: range, bytes: Array(text.utf8))
    }
    return switch masked.masks[number] {
    case .hidden: text("")
    case .beginMark: text("<mark>")
    case .endMark: text("</mark>")
    case .beginNote: text(" (")
    case .endNote: text(")")
    case .footnote: keepsFootnotes ? nil : text("\\", range.lowerBound..<range.lowerBound)
    case .wiki, .formula, .formulaLine: nil
    }
  }

  /// `> [!note] Title` as `> **Title**`, a paragraph of its own.
  private static func callout(
    _ quote: cmark_tree, _ lines: LineTable, _ source: [UInt8]
  ) -> [ByteEdit] {
    guard let callout = Callout(quote), let paragraph = cmark_tree_child(quote) else { return [] }
    let line = lines.range(of: paragraph.line)
    guard let start = Byte.find("[!", in: source.span, from: line.lowerBound, to: line.upperBound),
      case let title = min(line.upperBound, start + callout.length)
    else { return [] }
    let words = source[title..<line.upperBound]
    // Bold within bold would end it.
    let mark = words.contains(Byte.star) ? "" : "**"
    var end = (words.isEmpty ? callout.name : "") + mark
    let hasMore = Children(of: paragraph).contains {
      $0.kind == CMARK_KIND_SOFT_BREAK || $0.kind == CMARK_KIND_LINE_BREAK
    }
    if hasMore {
      let signs = source[line.lowerBound..<start].map { sign in
        sign == Byte.greater || Byte.isBlank(sign) ? sign : Byte.space
      }
      end += "\n" + String(decoding: signs, as: UTF8.self)
    }
    return [
      ByteEdit(range: start..<title, bytes: Array(mark.utf8)),
      ByteEdit(range: line.upperBound..<line.upperBound, bytes: Array(end.utf8)),
    ]
  }
}

extension MaskedText {
  /// The masks in a text of the tree, in their order.
  func numbers(in text: [UInt8]) -> [Int] {
    var numbers: [Int] = []
    var index = 0
    while index < text.count {
      if text[index] == Self.opening, let mask = Self.number(in: text, at: index),
        mask.number < masks.count
      {
        numbers.append(mask.number)
        index = mask.end
      } else {
        index += 1
      }
    }
    return numbers
  }
}
