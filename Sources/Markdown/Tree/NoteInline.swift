import Bytes
import Entities

/// An inline of a paragraph, a heading or a cell, in the order of the text. Links, tags, footnotes,
/// formulas and queries are resolved.
///
/// A span is two inlines, `begin` and `end`, around its contents: emphasis may be nested thousands
/// of levels deep, and readers need no recursion.
enum NoteInline: Sendable {
  case text(NoteText)
  /// Code, with its query if it is a Dataview expression.
  case code([UInt8], QueryBlock?)
  /// An HTML tag other than `<br>`.
  case html([UInt8])
  /// The end of a line of the note.
  case lineBreak(isHard: Bool)
  /// `<br>`
  case lineTag
  case footnote(label: String, line: Int)
  case wiki(MaskedText.WikiMask)
  /// A formula as it is written, with its dollar signs but without the signs of containers.
  case formula([UInt8])
  /// A comment or a block id, as it is written.
  case hidden([UInt8])
  /// `==words==` and `^[words]`, which may begin in one span and end in another.
  case beginMark
  case endMark
  case beginNote
  case endNote
  /// `end`: the index where the same span ends.
  case begin(NoteSpan, end: Int)
  case end(NoteSpan)
}

/// A span, which contains other inlines.
enum NoteSpan: Sendable {
  case emphasis
  case strong
  case struck
  case link(target: String)
  case picture(target: String)
}

/// Words without markup.
struct NoteText: Sendable {
  var bytes: [UInt8]
  /// The ranges of tags with their signs. Tags within links are plain words.
  var tags: [Range<Int>] = []

  /// The tags and the words between them.
  var pieces: [(bytes: ArraySlice<UInt8>, isTag: Bool)] {
    var pieces: [(bytes: ArraySlice<UInt8>, isTag: Bool)] = []
    var start = 0
    for tag in tags {
      pieces += [(bytes[start..<tag.lowerBound], false), (bytes[tag], true)]
      start = tag.upperBound
    }
    pieces.append((bytes[start...], false))
    return pieces
  }
}

extension [NoteInline] {
  /// The first line and the lines below it, if any. No line ends within a span.
  var lines: (first: ArraySlice<NoteInline>, rest: ArraySlice<NoteInline>?) {
    var index = startIndex
    while index < endIndex {
      switch self[index] {
      case .lineBreak: return (self[..<index], self[(index + 1)...])
      case .begin(_, let end): index = end + 1
      default: index += 1
      }
    }
    return (self[...], nil)
  }

  /// Whether there are several lines, which a formula alone may have too.
  var isWrapped: Bool {
    let hasLongFormula = contains {
      if case .formula(let text) = $0 { text.contains(Byte.lineFeed) } else { false }
    }
    return hasLongFormula || lines.rest != nil
  }

  /// The expressions of Dataview's in it.
  var queries: [QueryBlock] {
    compactMap { if case .code(_, let query) = $0 { query } else { nil } }
  }

  /// The embed, if it is the only inline.
  var singleEmbed: MaskedText.WikiMask? {
    guard count == 1, case .wiki(let wiki) = self[0], wiki.isEmbed else { return nil }
    return wiki
  }

  /// The address of a picture that is the only inline, and the size in its words: `words|250`.
  var singlePicture: (target: String, size: String?)? {
    guard case .begin(.picture(let target), let end)? = first, end == count - 1 else { return nil }
    guard case .text(let words) = self[end - 1] else { return (target, nil) }
    let parts = words.bytes.split(separator: Byte.bar, omittingEmptySubsequences: false)
    // Without a bar, the words are the size if they are only a number.
    guard parts.count > 1 || count == 3, let last = parts.last else { return (target, nil) }
    return (target, String(decoding: last, as: UTF8.self))
  }
}
