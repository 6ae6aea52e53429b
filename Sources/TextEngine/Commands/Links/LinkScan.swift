import Bytes
import MarkdownLines

/// Looks for the link around a place in a line. Places are bytes of the line.
struct LinkScan {
  let bytes: [UInt8]
  let place: Int

  /// The innermost link that `accept` takes, as it gives it back.
  func find(_ accept: (TextLink) -> TextLink?) -> TextLink? {
    // What stands within another one begins behind it.
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
    // A `#` in an address of the web is the web's.
    if kind == .markdown, !target.utf8.contains(Byte.colon), let hash = target.firstIndex(of: "#") {
      part = String(target[target.index(after: hash)...])
      target = String(target[..<hash])
    }
    return TextLink(
      kind: kind, isEmbed: isEmbed, range: range.offsets, target: target, part: part, words: words)
  }

  /// The links with marks around them that the place is in or at the end of. The person asks for what
  /// looks like one: it may be in code or in a formula.
  private func marked() -> [TextLink] {
    var found: [TextLink] = []
    var reader = TextReader(signs: "")
    reader.begin(end: bytes.count)
    _ = reader.beginLine(0, bytes.count, number: 0)
    /// Brackets that others follow: `[words][label]`.
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
      $0.range.lowerBound.value <= place && place <= $0.range.upperBound.value
    }
  }

  /// An address by itself, or between angle brackets.
  private func address() -> TextLink? {
    for low in (0...min(place, bytes.count)).reversed() {
      if low > 0, Byte.isLetter(bytes[low - 1]) || Byte.isDigit(bytes[low - 1]) { continue }
      guard let high = BareAddress.end(bytes.span, low, bytes.count), place <= high else {
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
