import Bytes

/// What stands in a line's text.
extension ScanPass {
  mutating func readText(_ start: Int, _ stop: Int) {
    var index = start
    var escaped = -1
    lastConstruct = start
    while true {
      while index < stop, !special[Int(bytes[index])] { index += 1 }
      guard index < stop else { break }
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        escaped = index + 1
        index = min(stop, index + 2)
      case UInt8(ascii: "["):
        let isEmbed =
          index > start && bytes[index - 1] == UInt8(ascii: "!") && escaped != index - 1
        index = openBracket(index, stop, isEmbed: isEmbed)
      case UInt8(ascii: "]"): index = closeBracket(index, stop)
      case UInt8(ascii: "#"): index = readTag(index, from: start, to: stop)
      case UInt8(ascii: "`"): index = skipCode(index, stop)
      case UInt8(ascii: "<"): index = skipMarkup(index, stop, isFirst: index == start)
      case UInt8(ascii: "$"): index = skipFormula(index, stop, isFirst: index == start)
      case UInt8(ascii: "%"): index = skipComment(index, stop)
      default: index = readColonTags(index, from: start, to: stop)
      }
      if index > stop {
        // It ends in a line below.
        resume = index
        lastConstruct = index
        return
      }
    }
    readBlockID(start, stop)
  }

  /// Behind the code that opens here, or behind the marks if none does.
  private mutating func skipCode(_ index: Int, _ stop: Int) -> Int {
    let count = Byte.run(of: Byte.backtick, in: bytes, from: index, to: stop)
    guard count <= CodeRuns.longest else { return index + count }
    if index >= code.end { code.read(bytes, from: index, to: paragraphEnd(stop)) }
    guard let close = code.closer(of: count, at: index, in: bytes) else { return index + count }
    lastConstruct = close + count
    return close + count
  }

  /// Where the paragraph that the line ending at `stop` belongs to ends.
  private func paragraphEnd(_ stop: Int) -> Int {
    if isOneLine { return stop }
    var paragraphEnd = stop
    var start = position
    while start < end {
      let lineStop = lineEnd(from: start)
      if interrupts(start, trimmedEnd(start, lineStop)) { break }
      paragraphEnd = lineStop
      start = lineStop + 1
    }
    return paragraphEnd
  }

  /// Behind a formula between `$$`. One that begins a line may go over blank lines.
  private mutating func skipFormula(_ index: Int, _ stop: Int, isFirst: Bool) -> Int {
    guard index + 1 < stop, bytes[index + 1] == UInt8(ascii: "$") else { return index + 1 }
    guard let closer = closers.formula.find(self, from: index + 2) else { return index + 2 }
    if !isFirst, closer >= stop {
      if index >= code.end { code.read(bytes, from: index, to: paragraphEnd(stop)) }
      if closer >= code.end { return index + 2 }
    }
    lastConstruct = closer + 2
    return closer + 2
  }

  private mutating func skipComment(_ index: Int, _ stop: Int) -> Int {
    guard index + 1 < stop, bytes[index + 1] == UInt8(ascii: "%") else { return index + 1 }
    guard let closer = closers.comment.find(self, from: index + 2) else { return index + 2 }
    lastConstruct = closer + 2
    return closer + 2
  }

  /// Behind a comment, a tag of HTML or a link between angle brackets.
  private mutating func skipMarkup(_ index: Int, _ stop: Int, isFirst: Bool) -> Int {
    if Byte.stands("<!--", in: bytes, at: index, to: stop) {
      let closer = closers.markup.find(self, from: index + 4)
      // One that begins a line and never ends hides all the rest.
      guard let after = closer.map({ $0 + 3 }) ?? (isFirst ? end + 1 : nil) else {
        return index + 4
      }
      lastConstruct = after
      return after
    }
    guard let markup = Markup(bytes, index, stop) else { return index + 1 }
    lastConstruct = markup.end
    return markup.end
  }

  /// `Words ^id` at the end of a line.
  private mutating func readBlockID(_ start: Int, _ stop: Int) {
    if let id = LineSigns.blockID(bytes, start, stop, after: lastConstruct) {
      waitingBlock = NoteScan.Block(id: id, line: line)
    }
  }

  /// The line above is read: its id counts if the paragraph does not go on.
  mutating func settleBlock(continues: Bool) {
    if let block = waitingBlock {
      if !continues, scan.blocks.count < NoteScan.most { scan.blocks.append(block) }
      waitingBlock = nil
    }
  }
}
