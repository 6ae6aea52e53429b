extension CommandID {
  package static let indent: Self = "indent"
  package static let outdent: Self = "outdent"
  package static let indentLines: Self = "indent-lines"
}

extension EditCommands {
  static let lists: [EditCommand] = [
    EditCommand(.indent, "indent; next cell in a table") { context in
      if let change = moveToCell(context, by: 1) { return change }
      let isPlain = context.selections.all.allSatisfy(\.isEmpty)
      let areItems = context.selections.all.allSatisfy { context.isItem(at: $0.head) }
      if !isPlain || areItems { return indentLines(context, by: 1) }
      var draft = Draft(context)
      draft.replaceSelections { _, selection in
        DraftReplacement(selection.range, context.step(at: selection.head))
      }
      return draft.change()
    },
    EditCommand(.outdent, "outdent; cell before in a table") { context in
      moveToCell(context, by: -1) ?? indentLines(context, by: -1)
    },
    EditCommand(.indentLines, "indent the line") { indentLines($0, by: 1) },
  ]

  private static func indentLines(_ context: EditContext, by direction: Int) -> TextChange? {
    var draft = Draft(context)
    draft.indentLines(LineRuns(context).lines, by: direction, context)
    return draft.change()
  }
}

extension EditContext {
  fileprivate func isItem(at offset: ByteOffset) -> Bool {
    LineHead(text, text.line(at: offset)).mark != nil && !isCode(offset)
  }

  /// Returns the blanks up to the next indent step, or a tab.
  fileprivate func step(at offset: ByteOffset) -> [UInt8] {
    if format.indentsByTab { return [.tab] }
    let line = text.content(at: offset)
    let head = text.bytes(in: line.lowerBound..<min(offset, line.lowerBound + 1024))
    let rest = head.count % format.indentWidth
    return [UInt8](repeating: .space, count: format.indentWidth - rest)
  }
}

extension Draft {
  /// Renumbers an ordered list from a line on, until the numbers are right.
  ///
  /// The first item of a list keeps its number, or gets `start`. Checks all items up to `last`.
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

  /// Shifts the lines under an item when its number's length changes, so that they stay under it.
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
    // Tabs absorb the shift, and lines that are not under the words follow other rules.
    let isUnder = heads.allSatisfy {
      $0.head.indentWidth >= content && !$0.head.indent.contains(.tab)
    }
    guard isUnder else { return [] }
    return heads.map { line, head in
      let offset = text.start(of: line) + head.quoteEnd
      return shift > 0
        ? DraftReplacement(at: offset, [UInt8](repeating: .space, count: shift))
        : DraftReplacement(offset..<offset - shift, [])
    }
  }

  /// Removes lines and renumbers the rest of their lists.
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

  /// Returns the number for the rest of a list: that of its first removed item. Nil if it ends.
  private func startAfterRemoval(of run: ClosedRange<LineNumber>) -> Int? {
    guard run.upperBound < text.lastLine else { return nil }
    let (first, last) = (LineHead(text, run.lowerBound), LineHead(text, run.upperBound))
    let next = LineHead(text, run.upperBound + 1)
    let goesOn =
      next.isLike(last) && next.indentWidth == first.indentWidth && first.isLike(next)
      && next.number == last.number.map { $0 + 1 }
    return goesOn ? first.number : nil
  }

  /// Indents or outdents lines by a step. A list item moves under the item before it, or next to
  /// its parent, with everything under it.
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
        // A later run may be part of this item.
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
    let offset = text.start(of: line) + head.quoteEnd
    if direction > 0 {
      let isTab = context.format.indentsByTab
      return DraftReplacement(
        at: offset, isTab ? [.tab] : [UInt8](repeating: .space, count: amount))
    }
    if head.indent.first == .tab { return DraftReplacement(offset..<offset + 1, []) }
    let blanks = head.indent.prefix(amount).prefix { $0 == .space }.count
    return blanks == 0 ? nil : DraftReplacement(offset..<offset + blanks, [])
  }
}

/// Finds the items of a list around a line.
package struct ListWalk {
  /// The number of lines of a list that are read.
  static let farthest = 10_000

  let text: Rope

  package init(text: Rope) { self.text = text }

  /// Returns the item that begins with a line or contains it.
  package func item(at line: LineNumber) -> (LineNumber, LineHead)? {
    var (line, head) = (line, LineHead(text, line))
    // A blank line belongs to the text above.
    while head.isEmpty, head.mark == nil, line > .zero {
      line = line - 1
      head = LineHead(text, line)
    }
    return head.mark == nil ? parent(of: line, head) : (line, head)
  }

  /// Returns the previous item of the same list and level.
  func sibling(before line: LineNumber, like head: LineHead) -> (LineNumber, LineHead)? {
    walk(from: line, step: -1, like: head)
  }

  func sibling(after line: LineNumber, like head: LineHead) -> (LineNumber, LineHead)? {
    walk(from: line, step: 1, like: head)
  }

  /// Returns the item that contains a line.
  package func parent(of line: LineNumber, _ head: LineHead) -> (LineNumber, LineHead)? {
    var next = line
    for _ in 0..<Self.farthest where next > .zero {
      next = next - 1
      let other = LineHead(text, next)
      if other.quoteEnd == 0, head.quoteEnd > 0 { return nil }
      if other.isEmpty, other.mark == nil { continue }
      if other.indentWidth < head.indentWidth {
        if other.mark != nil { return (next, other) }
        if other.indentWidth == 0 { return nil }
      }
    }
    return nil
  }

  /// Returns the last line of an item: the last that is indented deeper.
  package func lastLine(of line: LineNumber, _ head: LineHead) -> LineNumber {
    var last = line
    var next = line
    for _ in 0..<Self.farthest where next < text.lastLine {
      next = next + 1
      let other = LineHead(text, next)
      if other.isEmpty, other.mark == nil { continue }
      if other.indentWidth <= head.indentWidth { break }
      last = next
    }
    return last
  }

  /// Returns the increment of a list's numbers: 0 if all are the same, as in `1.` `1.`.
  func step(at line: LineNumber, _ head: LineHead) -> Int {
    if let before = sibling(before: line, like: head) {
      if let first = sibling(before: before.0, like: head) {
        return before.1.number == first.1.number ? 0 : 1
      }
      return before.1.number == head.number ? 0 : 1
    }
    return sibling(after: line, like: head)?.1.number == head.number ? 0 : 1
  }

  /// Returns the increment from the lines around an item whose own number is not valid yet.
  func step(around line: LineNumber, _ head: LineHead) -> Int {
    let before = sibling(before: line, like: head)
    let other =
      before.flatMap { sibling(before: $0.0, like: head) } ?? sibling(after: line, like: head)
    guard let before, let other else { return 1 }
    return before.1.number == other.1.number ? 0 : 1
  }

  private func walk(
    from line: LineNumber, step: Int, like head: LineHead
  ) -> (LineNumber, LineHead)? {
    var next = line
    var emptyLines = 0
    for _ in 0..<Self.farthest {
      next = next + step
      guard next >= .zero, next <= text.lastLine else { return nil }
      let other = LineHead(text, next)
      if other.isEmpty, other.mark == nil {
        emptyLines += 1
        if emptyLines > 1 { return nil }
        continue
      }
      emptyLines = 0
      if other.quoteEnd != head.quoteEnd { return nil }
      if other.indentWidth > head.indentWidth { continue }
      let isSame = other.indentWidth == head.indentWidth && other.isLike(head)
      return isSame ? (next, other) : nil
    }
    return nil
  }
}
