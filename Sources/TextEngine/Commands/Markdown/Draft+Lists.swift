extension Draft {
  /// Gives the items of an ordered list their numbers from a line on, until they are right.
  ///
  /// The first of its list keeps its number, or takes `start`. Up to `last` all are looked at.
  mutating func renumber(from line: LineNumber, start: Int? = nil, through last: LineNumber? = nil)
  {
    guard line <= text.lastLine else { return }
    let head = LineHead(text, line)
    guard let number = head.number else { return }
    let walk = ListWalk(text: text)
    let before = walk.sibling(before: line, like: head)
    let step = walk.step(around: line, head)
    var expected = before?.1.number.map { $0 + step } ?? start ?? number
    var next: (LineNumber, LineHead)? = (line, head)
    var replacements: [DraftReplacement] = []
    let last = last ?? line
    while let (line, head) = next, replacements.count < ListWalk.farthest {
      if head.number != expected {
        let digits = text.start(of: line) + head.digits.lowerBound
        let new = Array(String(expected).utf8)
        replacements.append(DraftReplacement(digits..<digits + head.digits.count, new))
        replacements += shifted(under: line, head, by: new.count - head.digits.count)
      } else if line > last {
        break
      }
      expected = min(expected + step, 999_999_999)
      next = walk.sibling(after: line, like: head)
    }
    replace(replacements)
  }

  /// What is indented under an item moves with its words when the number becomes longer or shorter:
  /// else it would be under it no more.
  private func shifted(
    under line: LineNumber, _ head: LineHead, by shift: Int
  ) -> [DraftReplacement] {
    guard shift != 0 else { return [] }
    let last = ListWalk(text: text).lastLine(of: line, head)
    let content = head.indentWidth + head.contentWidth
    let lines = stride(from: line.value + 1, through: last.value, by: 1).map { LineNumber($0) }
    let heads = lines.map { (line: $0, head: LineHead(text, $0)) }.filter {
      !$0.head.isEmpty || $0.head.mark != nil
    }
    // Tabs leave room, and what is not under the words follows rules of its own.
    let isUnder = heads.allSatisfy {
      $0.head.indentWidth >= content && !$0.head.indent.contains(.tab)
    }
    guard isUnder else { return [] }
    return heads.map { line, head in
      let place = text.start(of: line) + head.quoteEnd
      return shift > 0
        ? DraftReplacement(at: place, [UInt8](repeating: .space, count: shift))
        : DraftReplacement(place..<place - shift, [])
    }
  }

  /// Takes lines out; what is left of their lists is numbered again.
  mutating func removeLines(_ runs: [ClosedRange<LineNumber>]) {
    let starts = runs.map { startAfterRemoval(of: $0) }
    let before = text
    replace(runs.map { DraftReplacement(before.removal(of: $0), []) })
    var gone = 0
    for (run, start) in zip(runs, starts) {
      renumber(from: run.lowerBound - gone, start: start)
      gone += run.upperBound.value - run.lowerBound.value + 1
    }
  }

  /// The number that a list began with and begins with again.
  private func startAfterRemoval(of run: ClosedRange<LineNumber>) -> Int? {
    guard run.upperBound < text.lastLine else { return nil }
    let (first, last) = (LineHead(text, run.lowerBound), LineHead(text, run.upperBound))
    let next = LineHead(text, run.upperBound + 1)
    let goesOn =
      next.isLike(last) && next.indentWidth == first.indentWidth && first.isLike(next)
      && next.number == last.number.map { $0 + 1 }
    return goesOn ? first.number : nil
  }

  /// Moves lines in or out by a step. Items of lists move under the item before, or beside the one
  /// that they are under, and take along what is under them.
  mutating func indentLines(_ lines: [LineNumber], by direction: Int, _ context: EditContext) {
    var replacements: [DraftReplacement] = []
    var items: [LineNumber] = []
    var next = 0
    while next < lines.count {
      var run = [lines[next]]
      while next + run.count < lines.count,
        lines[next + run.count].value == lines[next].value + run.count
      {
        run.append(lines[next + run.count])
      }
      next += run.count
      let first = run.first { !LineHead(text, $0).isEmpty || LineHead(text, $0).mark != nil }
      guard let first else { continue }
      let head = LineHead(text, first)
      let amount = amount(of: first, head, by: direction, context)
      if head.mark != nil, let last = run.last, !context.isCode(text.start(of: first)) {
        let lastHead = LineHead(text, last)
        let end = lastHead.mark == nil ? last : ListWalk(text: text).lastLine(of: last, lastHead)
        // A run that comes later may be a part of this item.
        run = (run[0].value...end.value).map { LineNumber($0) }
        while next < lines.count, lines[next] <= end { next += 1 }
        items += [first, end + 1]
      }
      replacements += run.compactMap { replacement(of: $0, amount, by: direction, context) }
    }
    let starts = Set(items)
    replace(replacements)
    for line in starts.sorted() where line <= text.lastLine {
      let head = LineHead(text, line)
      let isFirst = ListWalk(text: text).sibling(before: line, like: head) == nil
      renumber(from: line, start: isFirst && head.indentWidth > 0 ? 1 : nil)
    }
  }

  private func amount(
    of line: LineNumber, _ head: LineHead, by direction: Int, _ context: EditContext
  ) -> Int {
    guard head.mark != nil, !context.isCode(text.start(of: line)) else {
      return context.format.indentWidth
    }
    let walk = ListWalk(text: text)
    if direction > 0 {
      return walk.sibling(before: line, like: head)?.1.contentWidth ?? head.contentWidth
    }
    let parent = walk.parent(of: line, head)
    return parent.map { head.indentWidth - $0.1.indentWidth } ?? context.format.indentWidth
  }

  private func replacement(
    of line: LineNumber, _ amount: Int, by direction: Int, _ context: EditContext
  ) -> DraftReplacement? {
    let head = LineHead(text, line)
    if head.isEmpty, head.mark == nil { return nil }
    let place = text.start(of: line) + head.quoteEnd
    if direction > 0 {
      let isTab = context.format.indentsByTab
      return DraftReplacement(at: place, isTab ? [.tab] : [UInt8](repeating: .space, count: amount))
    }
    if head.indent.first == .tab { return DraftReplacement(place..<place + 1, []) }
    let blanks = head.indent.prefix(amount).prefix { $0 == .space }.count
    return blanks == 0 ? nil : DraftReplacement(place..<place + blanks, [])
  }
}
