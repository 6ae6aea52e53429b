import Bytes

/// What a line is: text, a heading, an item, code.
extension ScanPass {
  mutating func readLine(_ start: Int, _ stop: Int) {
    if resume > start {
      // Something that began above goes on; what it is no longer part of is text.
      isInParagraph = !LineSigns.isCloser(bytes, start, stop)
      paragraph = nil
      settleBlock(continues: true)
      if resume < stop { readText(resume, stop) }
      return
    }
    if fence == nil, items.isEmpty, quoteDepth == 0, start < stop,
      Byte.isLetter(bytes[start]) || bytes[start] >= 0x80
    {
      // The usual line: nothing is open and nothing opens.
      readParagraph(start, stop, isPlain: true)
      return
    }
    var place = LinePlace(index: start, column: 0)
    place.skipBlanks(bytes, stop)
    if place.index >= stop {
      readBlankLine()
      return
    }
    if let fence, !leaves(fence, &place, stop) { return }
    readContainers(&place, stop)
  }

  private mutating func readBlankLine() {
    settleBlock(continues: false)
    isInParagraph = false
    paragraph = nil
    if let fence, fence.quoteDepth > 0 { self.fence = nil }
    if fence == nil { quoteDepth = 0 }
  }

  /// Whether the line stands outside the fenced code above; `place` is back at its start then.
  private mutating func leaves(_ fence: Fence, _ place: inout LinePlace, _ stop: Int) -> Bool {
    let start = place
    var depth = 0
    while depth < fence.quoteDepth, place.index < stop, bytes[place.index] == UInt8(ascii: ">") {
      depth += 1
      place.skip(1)
      place.skipBlanks(bytes, stop)
    }
    if depth < fence.quoteDepth || place.index < stop && place.column < fence.column {
      // What the fence stands in is over, and so is the fence.
      self.fence = nil
      place = start
      return true
    }
    let count = Byte.run(of: fence.mark, in: bytes, from: place.index, to: stop)
    if count >= fence.count, place.index + count == stop { self.fence = nil }
    return false
  }

  private mutating func readContainers(_ place: inout LinePlace, _ stop: Int) {
    var itemsAbove = items.count
    let hasItems = itemsAbove > 0
    let wasInParagraph = isInParagraph
    if closeHeading(place, stop) { return }
    var depth = 0
    var quoteColumn = 0
    var hasMarker = false
    var ruler = RulerCheck()
    var canBeCode = !wasInParagraph
    while place.index < stop {
      let indent =
        hasMarker ? 0 : place.column - max(quoteColumn, openColumn(at: place.column))
      if indent >= 4, canBeCode {
        // Code by its indentation. The list above stays open.
        settleBlock(continues: false)
        return
      }
      let byte = bytes[place.index]
      if byte == UInt8(ascii: ">"), indent < 4 {
        depth += 1
        place.skip(1)
        quoteColumn = place.column + 1
        if depth > quoteDepth { canBeCode = false }
        place.skipBlanks(bytes, stop)
        continue
      }
      if ruler.isRuler(bytes, place.index, stop) { break }
      guard indent < 4 || hasItems,
        let width = LineSigns.itemWidth(
          bytes, place.index, stop, isInText: wasInParagraph && items.isEmpty)
      else { break }
      if !hasMarker {
        while let column = items.last, column > place.column { items.removeLast() }
        itemsAbove = min(itemsAbove, items.count)
      }
      hasMarker = true
      canBeCode = false
      place.skip(width)
      place.skipBlanks(bytes, stop)
      items.append(place.column)
      if readTask(&place, stop) { break }
    }
    if depth != quoteDepth, hasMarker || !wasInParagraph || depth > quoteDepth {
      // Another quote: the lists above are not its own.
      items.removeFirst(min(itemsAbove, items.count))
      quoteDepth = depth
      isInParagraph = false
    }
    if hasMarker { isInParagraph = false }
    readContent(place, stop, isPlain: depth == 0 && !hasMarker)
  }

  /// The column at which the text of the open item stands that a line at `column` belongs to.
  private mutating func openColumn(at column: Int) -> Int {
    // Text right below an item's text goes on with it wherever it stands.
    if isInParagraph { return items.last ?? 0 }
    while let last = items.last, last > column { items.removeLast() }
    return items.last ?? 0
  }

  private mutating func readContent(_ place: LinePlace, _ stop: Int, isPlain: Bool) {
    if place.index >= stop {
      // An item or a quote without words.
      settleBlock(continues: false)
      isInParagraph = false
      paragraph = nil
      return
    }
    switch bytes[place.index] {
    case UInt8(ascii: "#"):
      if readHeading(place, stop, isPlain: isPlain) { return }
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      if openFence(place, stop) { return }
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      var ruler = RulerCheck()
      if ruler.isRuler(bytes, place.index, stop) {
        settleBlock(continues: false)
        isInParagraph = false
        paragraph = nil
        items.removeAll(keepingCapacity: true)
        return
      }
    case UInt8(ascii: "|"):
      startBlock()
      isOneLine = true
      isInParagraph = true
      paragraph = nil
      readText(place.index, stop)
      return
    case UInt8(ascii: "["):
      if !isInParagraph, readDefinition(place.index, stop) { return }
    default: break
    }
    readParagraph(place.index, stop, isPlain: isPlain)
  }

  private mutating func readParagraph(_ start: Int, _ stop: Int, isPlain: Bool) {
    if isInParagraph {
      settleBlock(continues: true)
      if let above = paragraph { paragraph = above.lowerBound..<stop }
    } else {
      startBlock()
      isInParagraph = true
      paragraph = isPlain ? start..<stop : nil
    }
    readText(start, stop)
    // A comment that is a line of its own is no text that an underline could make a heading.
    if let above = paragraph, above.lowerBound == start, lastConstruct >= stop,
      LineSigns.opensComment(bytes, start, stop)
    {
      isInParagraph = false
      paragraph = nil
    }
  }

  /// Something new begins: what was open in the paragraph above is not closed any more.
  mutating func startBlock() {
    settleBlock(continues: false)
    brackets.removeAll()
    code.forget()
    isOneLine = false
  }

  private mutating func openFence(_ place: LinePlace, _ stop: Int) -> Bool {
    guard let count = LineSigns.fenceCount(bytes, place.index, stop) else { return false }
    startBlock()
    isInParagraph = false
    paragraph = nil
    fence = Fence(
      mark: bytes[place.index], count: count, quoteDepth: quoteDepth,
      column: min(items.last ?? 0, place.column))
    return true
  }
}
