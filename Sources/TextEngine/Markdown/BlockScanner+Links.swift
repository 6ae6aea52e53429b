import Bytes
import MarkdownLines

/// Links of all kinds.
extension BlockScanner {
  private static let linkSign: InkSet = [.link, .marker]

  /// `[[Target#Part|Text]]`
  mutating func paintWikiLink(_ link: WikiLink, isEmbed: Bool) {
    let extra: InkSet = isEmbed ? [.embed] : []
    let words: InkSet = link.bar == nil ? [.link] : [.linkTarget]
    canvas.paint(reader.start - (isEmbed ? 1 : 0), link.start, Self.linkSign.union(extra))
    canvas.paint(link.start, link.targetEnd, words.union(extra))
    if let bar = link.bar {
      canvas.paint(link.targetEnd, bar + 1, Self.linkSign.union(extra))
      canvas.paint(bar + 1, link.close, InkSet(.link).union(extra))
    }
    canvas.paint(link.close, link.end, Self.linkSign.union(extra))
  }

  /// `[Text](target)`
  mutating func paintLink(
    _ open: OpenBrackets.Bracket, _ close: Int, _ found: LinkDestination
  ) {
    let extra: InkSet = open.isEmbed ? [.embed] : []
    paintText(of: open, to: close, extra)
    canvas.paint(close, found.target.lowerBound, Self.linkSign.union(extra))
    canvas.paint(
      found.target.lowerBound, found.target.upperBound, InkSet(.linkTarget).union(extra))
    canvas.paint(found.target.upperBound, found.end, Self.linkSign.union(extra))
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
  mutating func paintReference(_ open: OpenBrackets.Bracket, _ index: Int, _ stop: Int) {
    let words = open.start + 1
    if words < index, bytes[words] == Byte.caret, index > words + 1 {
      canvas.paint(open.start, index + 1, [.footnote])
      return
    }
    guard index > words, index + 1 < stop, bytes[index + 1] == Byte.opening,
      let close = Byte.find(
        Byte.closing, in: bytes.span, from: index + 2, to: min(stop, index + 1024)),
      close > index + 2,
      Byte.find(Byte.opening, in: bytes.span, from: index + 2, to: close) == nil
    else { return }
    paintText(of: open, to: index, [])
    canvas.paint(index, index + 2, [.link, .marker])
    canvas.paint(index + 2, close, [.linkTarget])
    canvas.paint(close, close + 1, [.link, .marker])
    inline.quietEnd = max(inline.quietEnd, close + 1)
  }

  /// `[label]: target "Title"`
  mutating func paintDefinition(_ start: Int, _ stop: Int) {
    guard canvas.isOn, let definition = LinkDefinition(bytes.span, start, stop) else { return }
    let close = definition.labelEnd
    let destination = definition.destination
    canvas.paint(start, start + 1, [.link, .marker])
    canvas.paint(start + 1, close, [.link])
    canvas.paint(close, close + 2, [.link, .marker])
    canvas.paint(destination.target.lowerBound, destination.target.upperBound, [.linkTarget])
    canvas.paint(destination.target.upperBound, destination.end, [.link])
  }

  /// `https://…`; answers where to read on.
  mutating func readAddress(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard canvas.isOn, index >= inline.quietEnd,
      Byte.stands("://", in: bytes.span, at: index, to: stop)
    else { return index + 1 }
    var first = index
    while first > start, index - first < 8, Byte.isLetter(bytes[first - 1]) { first -= 1 }
    guard first >= inline.tagEnd, index - first > 1, index - first < 8,
      first == start || !Byte.isName(bytes[first - 1])
    else { return index + 1 }
    if let end = BareAddress.end(bytes.span, first, stop) {
      canvas.paint(first, end, [.link])
      inline.quietEnd = end
    }
    return index + 3
  }
}
