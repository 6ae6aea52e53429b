/// Brackets that wait for their partner. Of very many only the latest count.
struct OpenBrackets {
  struct Bracket {
    var start: Int
    var isEmbed: Bool
  }

  private static let most = 64
  private var open: [Bracket] = []

  mutating func removeAll() { open.removeAll(keepingCapacity: true) }

  mutating func append(_ bracket: Bracket) {
    if open.count == Self.most { open.removeFirst(Self.most / 2) }
    open.append(bracket)
  }

  mutating func popLast() -> Bracket? { open.popLast() }

  /// There are no links within links, but pictures.
  mutating func keepEmbeds() { open.removeAll { !$0.isEmbed } }
}

/// Links of all kinds.
extension BlockScanner {
  private static let linkSign: InkSet = [.link, .marker]

  /// Behind a wiki link, or behind a bracket that waits for its partner.
  mutating func openBracket(_ index: Int, _ stop: Int, isEmbed: Bool) -> Int {
    if index + 1 < stop, bytes[index + 1] == Byte.opening,
      let after = readWikiLink(index, stop, isEmbed: isEmbed)
    {
      return after
    }
    inline.brackets.append(OpenBrackets.Bracket(start: index, isEmbed: isEmbed))
    return index + 1
  }

  /// `[[Target#Part|Text]]`
  private mutating func readWikiLink(_ index: Int, _ stop: Int, isEmbed: Bool) -> Int? {
    let start = index + 2
    // Of three brackets the last two are the link's.
    if start < stop, bytes[start] == Byte.opening { return nil }
    var hash: Int?
    var bar: Int?
    var close = start
    while true {
      inline.steps += 1
      guard close + 1 < stop else { return nil }
      switch bytes[close] {
      case Byte.closing where bytes[close + 1] == Byte.closing:
        return paintWikiLink(index, start, close, hash: hash, bar: bar, isEmbed: isEmbed)
      case Byte.opening where bytes[close + 1] == Byte.opening: return nil
      case Byte.hash where hash == nil && bar == nil: hash = close
      case Byte.bar where bar == nil: bar = close
      default: break
      }
      close += 1
    }
  }

  private mutating func paintWikiLink(
    _ index: Int, _ start: Int, _ close: Int, hash: Int?, bar: Int?, isEmbed: Bool
  ) -> Int? {
    var wordsEnd = bar ?? close
    // In a table the bar has a backslash before it.
    if bar != nil, wordsEnd > start, bytes[wordsEnd - 1] == Byte.backslash { wordsEnd -= 1 }
    let hasTarget = isWord(start, hash ?? wordsEnd)
    let hasPart = hash.map { isWord(min($0 + 1, wordsEnd), wordsEnd) } ?? false
    guard hasTarget || hasPart else { return nil }
    inline.lastConstruct = close + 2
    let extra: InkSet = isEmbed ? [.embed] : []
    let whole = index - (isEmbed ? 1 : 0)
    canvas.paint(whole, start, Self.linkSign.union(extra))
    canvas.paint(start, wordsEnd, (bar == nil ? InkSet(.link) : InkSet(.linkTarget)).union(extra))
    if let bar {
      canvas.paint(wordsEnd, bar + 1, Self.linkSign.union(extra))
      canvas.paint(bar + 1, close, InkSet(.link).union(extra))
    }
    canvas.paint(close, close + 2, Self.linkSign.union(extra))
    return close + 2
  }

  private func isWord(_ start: Int, _ stop: Int) -> Bool {
    var index = start
    while index < stop, Byte.isBlank(bytes[index]) { index += 1 }
    return index < stop
  }

  /// Behind the bracket, or behind the link `[Text](target)` that it is part of.
  mutating func closeBracket(_ index: Int, _ stop: Int) -> Int {
    guard let open = inline.brackets.popLast() else { return index + 1 }
    if index + 1 < stop, bytes[index + 1] == UInt8(ascii: "("),
      let found = Destination(bytes, parenthesis: index + 1, stop)
    {
      if !open.isEmbed { inline.brackets.keepEmbeds() }
      inline.lastConstruct = found.end
      let extra: InkSet = open.isEmbed ? [.embed] : []
      paintText(of: open, to: index, extra)
      canvas.paint(index, found.target.lowerBound, Self.linkSign.union(extra))
      canvas.paint(
        found.target.lowerBound, found.target.upperBound, InkSet(.linkTarget).union(extra))
      canvas.paint(found.target.upperBound, found.end, Self.linkSign.union(extra))
      return found.end
    }
    if canvas.isOn { paintReference(open, index, stop) }
    return index + 1
  }

  private mutating func paintText(of open: OpenBrackets.Bracket, to close: Int, _ extra: InkSet) {
    let words = open.start + 1
    canvas.paint(
      open.start - (open.isEmbed ? 1 : 0), words, Self.linkSign.union(extra))
    canvas.paint(words, close, InkSet(.link).union(extra))
    // What opens in the words of a link closes there.
    inline.linkCount &+= 1
    for index in inline.delimiters.indices.reversed() {
      if inline.delimiters[index].start < words { break }
      if inline.delimiters[index].group == 0 {
        inline.delimiters[index].group = max(1, inline.linkCount)
      }
    }
  }

  /// `[^note]` and `[Text][label]`. What stands in them is read like text.
  private mutating func paintReference(_ open: OpenBrackets.Bracket, _ index: Int, _ stop: Int) {
    let words = open.start + 1
    if words < index, bytes[words] == Byte.caret, index > words + 1 {
      canvas.paint(open.start, index + 1, [.footnote])
      return
    }
    guard index > words, index + 1 < stop, bytes[index + 1] == Byte.opening,
      let close = buffer.find(Byte.closing, from: index + 2, to: min(stop, index + 1024)),
      close > index + 2,
      buffer.find(Byte.opening, from: index + 2, to: close) == nil
    else { return }
    paintText(of: open, to: index, [])
    canvas.paint(index, index + 2, [.link, .marker])
    canvas.paint(index + 2, close, [.linkTarget])
    canvas.paint(close, close + 1, [.link, .marker])
    inline.quietEnd = max(inline.quietEnd, close + 1)
  }

  /// `[label]: target "Title"`
  mutating func paintDefinition(_ start: Int, _ stop: Int) {
    guard canvas.isOn, let (close, destination) = definition(start, stop) else { return }
    canvas.paint(start, start + 1, [.link, .marker])
    canvas.paint(start + 1, close, [.link])
    canvas.paint(close, close + 2, [.link, .marker])
    canvas.paint(destination.target.lowerBound, destination.target.upperBound, [.linkTarget])
    canvas.paint(destination.target.upperBound, destination.end, [.link])
  }
}
