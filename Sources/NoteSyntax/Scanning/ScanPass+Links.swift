/// Links of both kinds, and definitions of references.
extension ScanPass {
  /// Behind a wiki link, or behind a bracket that waits for its partner.
  mutating func openBracket(_ index: Int, _ stop: Int, isEmbed: Bool) -> Int {
    if index + 1 < stop, bytes[index + 1] == UInt8(ascii: "[") {
      if let after = readWikiLink(index, stop, isEmbed: isEmbed) { return after }
    }
    brackets.append(
      OpenBrackets.Bracket(start: index - (isEmbed ? 1 : 0), isEmbed: isEmbed, line: line))
    return index + 1
  }

  /// `[[Target#Part|Text]]`
  mutating func readWikiLink(_ index: Int, _ stop: Int, isEmbed: Bool) -> Int? {
    let start = index + 2
    // Of three brackets the last two are the link's.
    if start < stop, bytes[start] == UInt8(ascii: "[") { return nil }
    var hash: Int?
    var bar: Int?
    var close = start
    while true {
      guard close + 1 < stop else { return nil }
      switch bytes[close] {
      case UInt8(ascii: "]") where bytes[close + 1] == UInt8(ascii: "]"):
        return wikiLink(
          index - (isEmbed ? 1 : 0), start, close, hash: hash, bar: bar, isEmbed: isEmbed)
      case UInt8(ascii: "[") where bytes[close + 1] == UInt8(ascii: "["): return nil
      case UInt8(ascii: "#") where hash == nil && bar == nil: hash = close
      case UInt8(ascii: "|") where bar == nil: bar = close
      default: break
      }
      close += 1
    }
  }

  private mutating func wikiLink(
    _ whole: Int, _ start: Int, _ close: Int, hash: Int?, bar: Int?, isEmbed: Bool
  ) -> Int? {
    var wordsEnd = bar ?? close
    // In a table the bar has a backslash before it.
    if bar != nil, wordsEnd > start, bytes[wordsEnd - 1] == UInt8(ascii: "\\") { wordsEnd -= 1 }
    let target = trimmed(start..<(hash ?? wordsEnd))
    let part = hash.map { trimmed(min($0 + 1, wordsEnd)..<wordsEnd) }
    guard !target.isEmpty || part?.isEmpty == false else { return nil }
    lastConstruct = close + 2
    add(
      NoteScan.Link(
        kind: .wiki, isEmbed: isEmbed, whole: whole..<(close + 2), target: target, part: part,
        text: bar.map { trimmed(($0 + 1)..<close) }, line: line, isExternal: false))
    return close + 2
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let line = Line(bytes: bytes, start: range.lowerBound, end: range.upperBound).trimmed
    return line.start..<line.end
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
      let found = Destination(bytes, parenthesis: index + 1, stop)
    else { return index + 1 }
    if !open.isEmbed { brackets.keepEmbeds() }
    lastConstruct = found.end
    let textStart = open.start + (open.isEmbed ? 2 : 1)
    add(
      found.target, of: .markdown, open.isEmbed, open.start..<found.end, textStart..<index,
      open.line)
    return found.end
  }

  private mutating func add(
    _ written: Range<Int>, of kind: NoteScan.Link.Kind, _ isEmbed: Bool, _ whole: Range<Int>,
    _ text: Range<Int>?, _ line: Int
  ) {
    guard !written.isEmpty else { return }
    let isExternal = Destination.isExternal(bytes, written)
    // A `#` in an address of the web is the web's.
    let hash =
      isExternal
      ? nil : find(UInt8(ascii: "#"), from: written.lowerBound, to: written.upperBound)
    let target = written.lowerBound..<(hash ?? written.upperBound)
    let part = hash.map { ($0 + 1)..<written.upperBound }
    guard !target.isEmpty || part?.isEmpty == false else { return }
    add(
      NoteScan.Link(
        kind: kind, isEmbed: isEmbed, whole: whole, target: target, part: part, text: text,
        line: line, isExternal: isExternal))
  }

  /// `[label]: target "Title"`, the whole line. Footnotes look alike and are text.
  mutating func readDefinition(_ start: Int, _ stop: Int) -> Bool {
    var close = start + 1
    while close < stop, bytes[close] != UInt8(ascii: "]") {
      if bytes[close] == UInt8(ascii: "[") { return false }
      close += bytes[close] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard close > start + 1, close + 1 < stop, bytes[close + 1] == UInt8(ascii: ":"),
      bytes[start + 1] != UInt8(ascii: "^"),
      let found = Destination(bytes, definition: close + 2, stop)
    else { return false }
    startBlock()
    add(found.target, of: .reference, false, start..<found.end, nil, line)
    return true
  }
}

/// What stands in a link's parentheses or behind a definition's colon.
struct Destination {
  /// As written, without angle brackets.
  private(set) var target: Range<Int>
  /// Behind all of it.
  private(set) var end: Int

  /// Parentheses nested deeper are no link: a line of thousands of them is read once.
  private static let deepest = 32

  init?(_ bytes: UnsafeBufferPointer<UInt8>, parenthesis: Int, _ stop: Int) {
    var index = Self.skipBlanks(bytes, parenthesis + 1, stop)
    guard let target = Self.target(bytes, index, stop, isNested: true) else { return nil }
    self.target = target.range
    index = Self.skipBlanks(bytes, target.end, stop)
    if index > target.end, let after = Self.titleEnd(bytes, index, stop) {
      index = Self.skipBlanks(bytes, after, stop)
    }
    guard index < stop, bytes[index] == UInt8(ascii: ")") else { return nil }
    end = index + 1
  }

  init?(_ bytes: UnsafeBufferPointer<UInt8>, definition: Int, _ stop: Int) {
    let index = Self.skipBlanks(bytes, definition, stop)
    guard let target = Self.target(bytes, index, stop, isNested: false), index < stop else {
      return nil
    }
    self.target = target.range
    let title = Self.skipBlanks(bytes, target.end, stop)
    if title == stop {
      end = target.end
    } else if title > target.end, Self.titleEnd(bytes, title, stop) == stop {
      end = stop
    } else {
      return nil
    }
  }

  private static func skipBlanks(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> Int {
    var index = start
    while index < stop, Line.isBlank(bytes[index]) { index += 1 }
    return index
  }

  private static func target(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int, isNested: Bool
  ) -> (range: Range<Int>, end: Int)? {
    var index = start
    if index < stop, bytes[index] == UInt8(ascii: "<") {
      index += 1
      while index < stop, bytes[index] != UInt8(ascii: ">") {
        if bytes[index] == UInt8(ascii: "<") { return nil }
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return index < stop ? ((start + 1)..<index, index + 1) : nil
    }
    var depth = 0
    loop: while index < stop {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < stop: index += 1
      case UInt8(ascii: "("):
        depth += 1
        if depth > deepest { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 {
          if isNested { break loop }
          return nil
        }
        depth -= 1
      case 0...0x20: break loop
      default: break
      }
      index += 1
    }
    return depth == 0 ? (start..<index, index) : nil
  }

  private static func titleEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    guard start < stop else { return nil }
    let closer: UInt8
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closer = bytes[start]
    case UInt8(ascii: "("): closer = UInt8(ascii: ")")
    default: return nil
    }
    var index = start + 1
    while index < stop, bytes[index] != closer {
      if bytes[index] == UInt8(ascii: "("), closer == UInt8(ascii: ")") { return nil }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < stop ? index + 1 : nil
  }

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
