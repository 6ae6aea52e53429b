import Bytes
import MarkdownLines

/// A link in a text, in any of the forms of Markdown.
package struct TextLink: Equatable, Sendable {
  package enum Kind: Sendable {
    /// `[[Note#Part|words]]`
    case wiki
    /// `[words](address)`
    case markdown
    /// `<https://…>`, or an address by itself
    case address
    /// `[words][label]`, whose address is elsewhere in the text.
    case reference
    /// `[^label]`; its target is the offset of the footnote.
    case footnote
  }

  package var kind: Kind
  package var isEmbed: Bool
  /// The whole link, with its marks.
  package var range: Range<ByteOffset>
  /// The written target, without the part; empty for a part of the same text.
  package var target: String
  /// The text after the `#`: a heading, or a block with its `^`.
  package var part: String?
  package var words: String
  /// The offset of a reference's or footnote's definition; nil if there is none.
  package var definition: ByteOffset?

  /// The distance, in bytes, within which links are found.
  static let reach = 4096

  /// Returns the link at an offset or ending there; nil if there is none.
  package static func at(_ offset: ByteOffset, in text: Rope) -> TextLink? {
    let line = text.content(at: offset)
    let low = max(line.lowerBound, offset - reach)
    let high = min(line.upperBound, max(offset, low) + reach)
    guard low < high else { return nil }
    let scan = LinkScan(bytes: text.bytes(in: low..<high), offset: offset - low)
    return scan.find { found in
      var link = found
      link.range = low + found.range.lowerBound.value..<low + found.range.upperBound.value
      guard link.kind == .reference || link.kind == .footnote else { return link }
      guard let definition = definition(of: link.target, in: text) else {
        // Brackets without a definition are text.
        return link.kind == .footnote ? link : nil
      }
      link.definition = definition.start
      if link.kind == .reference { link.lead(to: definition.target) }
      return link
    }
  }

  /// Returns the link at an offset, else the next wanted link in the line. Tries only colons and
  /// brackets, which every link has.
  package static func atOrBehind(
    _ offset: ByteOffset, in text: Rope, where isWanted: (TextLink) -> Bool
  ) -> TextLink? {
    if let link = at(offset, in: text), isWanted(link) { return link }
    let end = min(text.content(at: offset).upperBound, offset + reach)
    guard offset < end else { return nil }
    let signs: [UInt8] = [.openBracket, Byte.colon]
    let bytes = text.bytes(in: offset..<end)
    let offsets = bytes.indices.filter { signs.contains(bytes[$0]) }.prefix(mostTried)
    return offsets.lazy.compactMap { at(offset + $0, in: text) }.first(where: isWanted)
  }

  private static let mostTried = 64

  /// Sets the target. A `#` in a web address is part of it.
  private mutating func lead(to written: String) {
    target = written
    guard !written.utf8.contains(UInt8(ascii: ":")), let hash = written.firstIndex(of: "#") else {
      return
    }
    target = String(written[..<hash])
    part = String(written[written.index(after: hash)...])
  }

  /// The number of definitions of the same name to try.
  private static let mostDefinitions = 64

  /// Finds `[label]: address` at the start of a line.
  private static func definition(
    of label: String, in text: Rope
  ) -> (start: ByteOffset, target: String)? {
    let mark = Array("[\(label)]:".utf8)
    guard let search = LiteralSearch(mark, ignoringCase: true) else { return nil }
    for match in search.all(in: text, limit: mostDefinitions).matches {
      let line = text.content(at: match.lowerBound)
      let before = text.bytes(in: max(line.lowerBound, match.lowerBound - 4)..<match.lowerBound)
      guard match.lowerBound - line.lowerBound < 4, before.isBlank else { continue }
      // The text of a footnote is not an address.
      if label.hasPrefix("^") { return (line.lowerBound, "") }
      let whole = text.bytes(in: match.lowerBound..<min(line.upperBound, match.lowerBound + reach))
      let stop = Byte.droppingBlanks(in: whole.span, from: 0, to: whole.count)
      if let definition = LinkDefinition(whole.span, 0, stop) {
        return (line.lowerBound, whole.span.text(definition.destination.target))
      }
    }
    return nil
  }
}

/// Finds the link around an offset in a line. Offsets are bytes of the line.
struct LinkScan {
  let bytes: [UInt8]
  let offset: Int

  /// Returns the innermost link that `accept` accepts, as `accept` returns it.
  func find(_ accept: (TextLink) -> TextLink?) -> TextLink? {
    // An inner link begins after the outer one.
    let links = marked().sorted { $0.range.lowerBound > $1.range.lowerBound }
    return links.lazy.compactMap(accept).first ?? address().flatMap(accept)
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].trimmed, as: UTF8.self)
  }

  private func link(
    _ kind: TextLink.Kind, _ range: Range<Int>, _ target: String, part: String? = nil,
    words: String, isEmbed: Bool = false
  ) -> TextLink {
    var (target, part) = (target, part)
    // A `#` in a web address is part of it.
    if kind == .markdown, !target.utf8.contains(Byte.colon), let hash = target.firstIndex(of: "#") {
      part = String(target[target.index(after: hash)...])
      target = String(target[..<hash])
    }
    return TextLink(
      kind: kind, isEmbed: isEmbed, range: range.offsets, target: target, part: part, words: words)
  }

  /// Returns the links with marks that contain the offset or end there. Includes those in code and
  /// formulas, since the person asks for whatever looks like a link.
  private func marked() -> [TextLink] {
    var found: [TextLink] = []
    var reader = TextReader(signs: "")
    reader.begin(end: bytes.count)
    _ = reader.beginLine(0, bytes.count, number: 0)
    /// Brackets that another pair follows: `[words][label]`.
    var words: Range<Int>?
    while let mark = reader.next(in: bytes.span) {
      switch mark {
      case .wiki(let wiki, let isEmbed):
        found.append(
          link(
            .wiki, reader.start - (isEmbed ? 1 : 0)..<wiki.end, string(wiki.target),
            part: wiki.part.map(string),
            words: string((wiki.bar.map { $0 + 1 } ?? wiki.start)..<wiki.close), isEmbed: isEmbed)
        )
      case .link(let open, let close, let destination):
        found.append(
          link(
            .markdown, open.wholeStart..<destination.end, string(destination.target),
            words: string(open.start + 1..<close), isEmbed: open.isEmbed))
      case .brackets(let open, let close):
        let inside = open.start + 1..<close
        if bytes[open.start + 1] == Byte.caret {
          found.append(
            link(.footnote, open.start..<close + 1, string(inside), words: string(inside)))
        } else if let text = words, text.upperBound + 1 == open.start {
          found.append(
            link(
              .reference, text.lowerBound - 1..<close + 1,
              string(inside.isEmpty ? text : inside), words: string(text)))
          words = nil
        } else if close + 1 < bytes.count, bytes[close + 1] == Byte.opening {
          words = inside
        } else if !inside.isEmpty {
          found.append(
            link(.reference, open.start..<close + 1, string(inside), words: string(inside)))
        }
      case .code(let count): reader.index = reader.start + count
      case .formula, .markup: reader.index = reader.start + 1
      case .escape, .tag, .opensFormula, .opensComment, .sign: break
      }
    }
    return found.filter {
      $0.range.lowerBound.value <= offset && offset <= $0.range.upperBound.value
    }
  }

  /// Returns an address by itself, or between angle brackets.
  private func address() -> TextLink? {
    for low in (0...min(offset, bytes.count)).reversed() {
      if low > 0, Byte.isLetter(bytes[low - 1]) || Byte.isDigit(bytes[low - 1]) { continue }
      guard let high = BareAddress.end(bytes.span, low, bytes.count), offset <= high else {
        continue
      }
      let isAngled =
        low > 0 && bytes[low - 1] == Byte.less && high < bytes.count
        && bytes[high] == Byte.greater
      let text = string(low..<high)
      return link(.address, isAngled ? low - 1..<high + 1 : low..<high, text, words: text)
    }
    return nil
  }

  /// Whether a text is an address and nothing else.
  static func isAddress(_ text: [UInt8]) -> Bool {
    BareAddress.end(text.span, 0, text.count) == text.count
  }
}
