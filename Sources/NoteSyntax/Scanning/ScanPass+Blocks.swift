/// What a line is: text, a heading, an item, code.
extension ScanPass {
  mutating func readLine(_ start: Int, _ stop: Int) {
    if resume > start {
      // Something that began above goes on; what it is no longer part of is text.
      isInParagraph = !isCloser(start, stop)
      paragraph = nil
      settleBlock(continues: true)
      if resume < stop { readText(resume, stop) }
      return
    }
    if fence == nil, items.isEmpty, quoteDepth == 0, start < stop, isLetter(bytes[start]) {
      // The usual line: nothing is open and nothing opens.
      readParagraph(start, stop, isPlain: true)
      return
    }
    var place = Place(index: start, column: 0)
    skipBlanks(&place, stop)
    if place.index >= stop {
      readBlankLine()
      return
    }
    if let fence, !leaves(fence, &place, stop) { return }
    readContainers(&place, stop)
  }

  /// A place in a line, with the column that it is shown in.
  struct Place {
    var index: Int
    var column: Int
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte >= 0x80
  }

  func skipBlanks(_ place: inout Place, _ stop: Int) {
    while place.index < stop, Line.isBlank(bytes[place.index]) {
      // A tab goes to the next of the columns 4, 8, 12…
      place.column += bytes[place.index] == 0x09 ? 4 - place.column & 3 : 1
      place.index += 1
    }
  }

  private mutating func readBlankLine() {
    settleBlock(continues: false)
    isInParagraph = false
    paragraph = nil
    if let fence, fence.quoteDepth > 0 { self.fence = nil }
    if fence == nil { quoteDepth = 0 }
  }

  /// Whether the line stands outside the fenced code above; `place` is back at its start then.
  private mutating func leaves(_ fence: Fence, _ place: inout Place, _ stop: Int) -> Bool {
    let start = place
    var depth = 0
    while depth < fence.quoteDepth, place.index < stop, bytes[place.index] == UInt8(ascii: ">") {
      depth += 1
      place.index += 1
      place.column += 1
      skipBlanks(&place, stop)
    }
    if depth < fence.quoteDepth || place.index < stop && place.column < fence.column {
      // What the fence stands in is over, and so is the fence.
      self.fence = nil
      place = start
      return true
    }
    let count = run(of: fence.mark, from: place.index, to: stop)
    if count >= fence.count, place.index + count == stop { self.fence = nil }
    return false
  }

  private mutating func readContainers(_ place: inout Place, _ stop: Int) {
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
        place.index += 1
        place.column += 1
        quoteColumn = place.column + 1
        if depth > quoteDepth { canBeCode = false }
        skipBlanks(&place, stop)
        continue
      }
      if ruler.isRuler(self, place.index, stop) { break }
      guard indent < 4 || hasItems, let width = marker(at: place, stop, wasInParagraph)
      else { break }
      if !hasMarker {
        while let column = items.last, column > place.column { items.removeLast() }
        itemsAbove = min(itemsAbove, items.count)
      }
      hasMarker = true
      canBeCode = false
      place.index += width
      place.column += width
      skipBlanks(&place, stop)
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

  private mutating func readContent(_ place: Place, _ stop: Int, isPlain: Bool) {
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
      if ruler.isRuler(self, place.index, stop) {
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
      Line(bytes: bytes, start: start, end: stop).opensComment
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

  private mutating func openFence(_ place: Place, _ stop: Int) -> Bool {
    let mark = bytes[place.index]
    let count = run(of: mark, from: place.index, to: stop)
    guard count >= 3 else { return false }
    // What has such marks behind is code within a line.
    if mark == UInt8(ascii: "`"), find(mark, from: place.index + count, to: stop) != nil {
      return false
    }
    startBlock()
    isInParagraph = false
    paragraph = nil
    fence = Fence(
      mark: mark, count: count, quoteDepth: quoteDepth,
      column: min(items.last ?? 0, place.column))
    return true
  }
}
