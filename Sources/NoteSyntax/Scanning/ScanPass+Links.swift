import Bytes
import MarkdownLines

/// Links of both kinds, and definitions of references.
extension ScanPass {
  /// Behind a wiki link, or behind a bracket that waits for its partner.
  mutating func openBracket(_ index: Int, _ stop: Int, isEmbed: Bool) -> Int {
    if index + 1 < stop, bytes[index + 1] == UInt8(ascii: "[") {
      if let after = readWikiLink(index, stop, isEmbed: isEmbed) { return after }
    }
    brackets.append(OpenBrackets.Bracket(start: index, isEmbed: isEmbed, line: textLine))
    return index + 1
  }

  /// `[[Target#Part|Text]]`; one without a target is no link, and its words are no text.
  mutating func readWikiLink(_ index: Int, _ stop: Int, isEmbed: Bool) -> Int? {
    let link = WikiLink(bytes, index, stop)
    guard link.isClosed else { return nil }
    guard link.isLink else { return link.end }
    lastConstruct = link.end
    add(
      NoteScan.Link(
        kind: .wiki, isEmbed: isEmbed, whole: (index - (isEmbed ? 1 : 0))..<link.end,
        target: link.target, part: link.part,
        text: link.bar.map { Byte.trimmed(in: bytes, ($0 + 1)..<link.close) }, line: textLine,
        isExternal: false))
    return link.end
  }

  private mutating func add(_ link: NoteScan.Link) {
    if let last = scan.links.last, last.whole.lowerBound > link.whole.lowerBound {
      areLinksInOrder = false
    }
    if scan.links.count < NoteScan.most { scan.links.append(link) }
  }

  /// Behind the bracket, or behind the link `[Text](target)` that it is part of.
  mutating func closeBracket(_ index: Int, _ stop: Int) -> Int {
    guard let open = brackets.popLast() else { return index + 1 }
    guard index + 1 < stop, bytes[index + 1] == UInt8(ascii: "("),
      let found = LinkDestination(bytes, parenthesis: index + 1, stop)
    else { return index + 1 }
    if !open.isEmbed { brackets.keepEmbeds() }
    lastConstruct = found.end
    add(
      found.target, of: .markdown, open.isEmbed, open.wholeStart..<found.end,
      (open.start + 1)..<index, open.line)
    return found.end
  }

  private mutating func add(
    _ written: Range<Int>, of kind: NoteScan.Link.Kind, _ isEmbed: Bool, _ whole: Range<Int>,
    _ text: Range<Int>?, _ line: Int
  ) {
    guard !written.isEmpty else { return }
    let isExternal = LinkDestination.isExternal(bytes, written)
    // A `#` in an address of the web is the web's.
    let hash =
      isExternal
      ? nil : Byte.find(Byte.hash, in: bytes, from: written.lowerBound, to: written.upperBound)
    let target = written.lowerBound..<(hash ?? written.upperBound)
    let part = hash.map { ($0 + 1)..<written.upperBound }
    guard !target.isEmpty || part?.isEmpty == false else { return }
    add(
      NoteScan.Link(
        kind: kind, isEmbed: isEmbed, whole: whole, target: target, part: part, text: text,
        line: line, isExternal: isExternal))
  }

  /// `[label]: target "Title"`, the whole line.
  mutating func readDefinition(_ text: TextLine) {
    guard let found = LinkDefinition(bytes, text.start, text.stop)?.destination else { return }
    add(found.target, of: .reference, false, text.start..<found.end, nil, text.line)
  }
}

extension LinkDestination {
  /// It begins with a scheme of two letters or more, or with `//`. Denote's ids are the vault's.
  static func isExternal(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    let line = Line(bytes: bytes, start: range.lowerBound, end: range.upperBound)
    if line.starts(with: "//") { return true }
    if line.starts(with: "denote:") { return false }
    var index = line.start
    while index < line.end {
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        if index == line.start { return false }
      case UInt8(ascii: ":"): return index - line.start > 1
      default: return false
      }
      index += 1
    }
    return false
  }
}
