import Bytes
import MarkdownLines

/// Looks for the link around a place in a line, by each form in turn. Places are bytes of the line.
struct LinkScan {
  let bytes: [UInt8]
  let place: Int

  /// The innermost link that `accept` takes, as it gives it back.
  func find(_ accept: (TextLink) -> TextLink?) -> TextLink? {
    wiki().flatMap(accept) ?? bracketed(accept) ?? address().flatMap(accept)
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].trimmed, as: UTF8.self)
  }

  /// The last place at or before the cursor where something begins that has its end behind it.
  private func openings(_ mark: [UInt8]) -> [Int] {
    guard bytes.count >= mark.count else { return [] }
    let last = min(place, bytes.count - mark.count)
    return (0...last).reversed().filter { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
  }

  private func isEmbed(_ start: Int) -> Bool {
    start > 0 && start <= bytes.count && bytes[start - 1] == UInt8(ascii: "!")
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
    let whole = (isEmbed ? range.lowerBound - 1 : range.lowerBound)..<range.upperBound
    return TextLink(
      kind: kind, isEmbed: isEmbed, range: whole.offsets, target: target, part: part, words: words)
  }

  /// `[[Target#Part|words]]`; in a table the bar has a backslash before it.
  private func wiki() -> TextLink? {
    let openings = openings([.openBracket, .openBracket])
    // At the second bracket or the embed's mark the cursor is in the link too.
    let starts =
      openings
      + [place + 1].filter {
        isEmbed($0) && bytes[$0...].starts(with: [.openBracket, .openBracket])
      }
    for start in starts.prefix(8) {
      let found = bytes.withUnsafeBufferPointer { WikiLink($0, start, $0.count) }
      guard found.isLink, place <= found.end else { continue }
      return link(
        .wiki, start..<found.end, string(found.target), part: found.part.map(string),
        words: string((found.bar.map { $0 + 1 } ?? found.start)..<found.close),
        isEmbed: isEmbed(start))
    }
    return nil
  }

  /// `[words](address)`, `[words][label]`, `[label]` and `[^label]`.
  private func bracketed(_ accept: (TextLink) -> TextLink?) -> TextLink? {
    for start in openings([.openBracket]).prefix(32) {
      if let found = bracketed(from: start), let link = accept(found) { return link }
    }
    return nil
  }

  private func bracketed(from start: Int) -> TextLink? {
    guard let close = partner(of: start) else { return nil }
    let words = start + 1..<close
    let next = close + 1
    if next < bytes.count, bytes[next] == Byte.leftParenthesis,
      let found = bytes.withUnsafeBufferPointer({
        LinkDestination($0, parenthesis: next, $0.count)
      })
    {
      guard place <= found.end else { return nil }
      return link(
        .markdown, start..<found.end, string(found.target), words: string(words),
        isEmbed: isEmbed(start))
    }
    if next < bytes.count, bytes[next] == .openBracket, let end = partner(of: next) {
      guard place <= end + 1 else { return nil }
      let label = end > next + 1 ? next + 1..<end : words
      return link(.reference, start..<end + 1, string(label), words: string(words))
    }
    guard place <= close + 1, !words.isEmpty else { return nil }
    // The label of `[words][label]`, with the cursor in it.
    if start > 0, bytes[start - 1] == .closeBracket,
      let first = openings([.openBracket]).first(where: { partner(of: $0) == start - 1 })
    {
      let outer = first + 1..<start - 1
      return link(.reference, first..<close + 1, string(words), words: string(outer))
    }
    let kind: TextLink.Kind = bytes[start + 1] == UInt8(ascii: "^") ? .footnote : .reference
    return link(kind, start..<close + 1, string(words), words: string(words))
  }

  /// The bracket that closes one.
  private func partner(of start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case .backslash: index += 1
      case .openBracket: depth += 1
      case .closeBracket:
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return nil
  }

  private static let stops = Set(" \t\"'<>()[]|`\\^{}".utf8)
  private static let marks = Set(".,;:!?*_~".utf8)

  /// An address by itself, or between angle brackets.
  private func address() -> TextLink? {
    var low = min(place, bytes.count)
    while low > 0, !Self.stops.contains(bytes[low - 1]), bytes[low - 1] >= 0x20 { low -= 1 }
    var high = min(place, bytes.count)
    while high < bytes.count, !Self.stops.contains(bytes[high]), bytes[high] >= 0x20 { high += 1 }
    while low < high, Self.marks.contains(bytes[low]) { low += 1 }
    // The sentence around an address may go on or end right behind it.
    while high > low, Self.marks.contains(bytes[high - 1]) { high -= 1 }
    guard place >= low, place <= high else { return nil }
    let text = string(low..<high)
    guard Self.isAddress(text) else { return nil }
    let isAngled =
      low > 0 && bytes[low - 1] == UInt8(ascii: "<") && high < bytes.count
      && bytes[high] == UInt8(ascii: ">")
    return link(.address, isAngled ? low - 1..<high + 1 : low..<high, text, words: text)
  }

  /// Whether a text is an address and nothing else.
  static func isAddress(_ text: String) -> Bool {
    if text.utf8.contains(where: {
      $0 <= 0x20 || stops.contains($0) && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")")
    }) {
      return false
    }
    if text.hasPrefix("www."), text.utf8.count > 6 { return true }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text[..<colon]
    let rest = text[colon...].dropFirst()
    guard scheme.utf8.count > 1, scheme.utf8.allSatisfy({ Byte.isLetter($0) || $0.isDigit }) else {
      return false
    }
    if rest.hasPrefix("//") { return rest.utf8.count > 2 }
    return (scheme == "mailto" || scheme == "denote") && !rest.isEmpty
  }
}
