import Bytes
import MarkdownLines

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
    inline.brackets.append(
      OpenBrackets.Bracket(start: index, isEmbed: isEmbed, line: inline.lineNumber))
    return index + 1
  }

  /// `[[Target#Part|Text]]`
  private mutating func readWikiLink(_ index: Int, _ stop: Int, isEmbed: Bool) -> Int? {
    let link = WikiLink(bytes, index, stop)
    inline.steps += link.end - index
    // The words of one without a target are no text, but it leads nowhere.
    guard link.isLink else { return link.isClosed ? link.end : nil }
    inline.lastConstruct = link.end
    let extra: InkSet = isEmbed ? [.embed] : []
    let words: InkSet = link.bar == nil ? [.link] : [.linkTarget]
    canvas.paint(index - (isEmbed ? 1 : 0), link.start, Self.linkSign.union(extra))
    canvas.paint(link.start, link.targetEnd, words.union(extra))
    if let bar = link.bar {
      canvas.paint(link.targetEnd, bar + 1, Self.linkSign.union(extra))
      canvas.paint(bar + 1, link.close, InkSet(.link).union(extra))
    }
    canvas.paint(link.close, link.end, Self.linkSign.union(extra))
    return link.end
  }

  /// Behind the bracket, or behind the link `[Text](target)` that it is part of.
  mutating func closeBracket(_ index: Int, _ stop: Int) -> Int {
    guard let open = inline.brackets.popLast() else { return index + 1 }
    if index + 1 < stop, bytes[index + 1] == UInt8(ascii: "("),
      let found = LinkDestination(bytes, parenthesis: index + 1, stop)
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
      open.wholeStart, words, Self.linkSign.union(extra))
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
    guard canvas.isOn, let definition = LinkDefinition(bytes, start, stop) else { return }
    let close = definition.labelEnd
    let destination = definition.destination
    canvas.paint(start, start + 1, [.link, .marker])
    canvas.paint(start + 1, close, [.link])
    canvas.paint(close, close + 2, [.link, .marker])
    canvas.paint(destination.target.lowerBound, destination.target.upperBound, [.linkTarget])
    canvas.paint(destination.target.upperBound, destination.end, [.link])
  }
}
