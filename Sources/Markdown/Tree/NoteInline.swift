import Bytes
import Entities

/// An inline of a paragraph, a heading or a cell, in the order in which it is written. Links, tags,
/// footnotes, formulas and queries are known.
///
/// What holds more is two of these, one before what it holds and one behind it: emphasis may be nested by
/// the thousand, and no reader of this needs recursion.
enum NoteInline: Sendable {
  case text(NoteText)
  /// With what it asks, if it is an expression of Dataview's.
  case code([UInt8], QueryBlock?)
  /// A tag, but for `<br>` and comments.
  case html([UInt8])
  /// Where a line of the note ends.
  case lineBreak(isHard: Bool)
  /// `<br>`
  case lineTag
  case footnote(label: String, line: Int)
  case wiki(MaskedText.WikiMask)
  /// As it is written, with its signs. One that takes several lines is without the signs of containers.
  case formula([UInt8])
  /// A comment or the id of a block, as it is written.
  case hidden([UInt8])
  /// `==words==` and `^[words]`, which may begin in one span and end in another.
  case beginMark
  case endMark
  case beginNote
  case endNote
  /// `end`: where the end of the same span is, in the same text.
  case begin(NoteSpan, end: Int)
  case end(NoteSpan)
}

/// What holds other text.
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
  /// The tags among them, with their signs. Within links they are words like others.
  var tags: [Range<Int>] = []

  /// The words between tags, and the tags.
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
  /// Its first line, and what is below that; nil where it has no other line. A line does not end within
  /// a span.
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

  /// A formula may take several lines too.
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

  /// The embed that is all of it.
  var singleEmbed: MaskedText.WikiMask? {
    guard count == 1, case .wiki(let wiki) = self[0], wiki.isEmbed else { return nil }
    return wiki
  }

  /// Where the picture leads that is all of it, and what the words for it end with: `words|250`.
  var singlePicture: (target: String, size: String?)? {
    guard case .begin(.picture(let target), let end)? = first, end == count - 1 else { return nil }
    guard case .text(let words) = self[end - 1] else { return (target, nil) }
    let parts = words.bytes.split(separator: Byte.bar, omittingEmptySubsequences: false)
    // Numbers without a bar are the size where they are all the words.
    guard parts.count > 1 || count == 3, let last = parts.last else { return (target, nil) }
    return (target, String(decoding: last, as: UTF8.self))
  }
}
