extension EditCommands {
  /// Begins a new line that continues the indent, quote, list item or task. In an empty item, ends
  /// the list instead.
  package static func continueLine(_ context: EditContext) -> TextChange? {
    var draft = Draft(context)
    var outdented: [LineNumber] = []
    let ways = context.selections.all.map { selection in
      let way = NewLine(context, selection)
      if way.isOutdent { outdented.append(context.text.line(at: selection.head)) }
      return way
    }
    draft.replaceSelections { index, selection in
      ways[index].isOutdent ? DraftReplacement(at: selection.head, []) : ways[index].replacement
    }
    let lines = zip(draft.selections.all.map { draft.text.line(at: $0.head) }, ways)
    for (line, way) in lines where way.isItem && draft.selections.count == ways.count {
      draft.renumber(from: line)
    }
    if outdented.count == ways.count { draft.indentLines(outdented, by: -1, context) }
    return draft.change()
  }

  /// Whether a new line at the cursor continues an item or a quote.
  package static func continuesItem(_ context: EditContext) -> Bool {
    let offset = context.selections.main.head
    let line = context.text.line(at: offset)
    let head = LineHead(context.text, line)
    let start = head.mark == nil ? head.quoteEnd : head.textStart
    return head.isItemOrQuote && offset - context.text.start(of: line) >= start
      && !context.isCode(offset)
  }

  /// Adds a line below or above the cursor's that continues its item or quote; nil without one.
  package static func openItem(_ context: EditContext, below: Bool) -> TextChange? {
    let text = context.text
    let line = text.line(at: context.selections.main.head)
    let head = LineHead(text, line)
    let content = text.content(of: line)
    guard head.isItemOrQuote, !context.isCode(content.upperBound) else { return nil }
    let ending = context.ending(at: content.lowerBound).bytes
    let step = below && head.number != nil ? ListWalk(text: text).step(at: line, head) : 0
    let new =
      head.mark == nil ? Array(head.bytes[..<head.indentEnd]) : head.continuation(step: step)
    let offset = below ? content.upperBound : content.lowerBound
    var draft = Draft(context)
    draft.replace([DraftReplacement(at: offset, below ? ending + new : new + ending)])
    let end = offset + (below ? ending.count + new.count : new.count)
    draft.selections = Selections(Selection(at: end))
    if head.mark != nil { draft.renumber(from: draft.text.line(at: end)) }
    return draft.change()
  }
}

extension LineHead {
  fileprivate var isItemOrQuote: Bool { mark != nil || isQuote }
}

/// The effect of a new line at an offset.
private struct NewLine {
  var replacement: DraftReplacement
  var isItem = false
  /// Whether an empty nested item moves out one level.
  var isOutdent = false

  init(_ context: EditContext, _ selection: Selection) {
    let text = context.text
    let range = selection.range
    let line = text.line(at: range.lowerBound)
    let start = text.start(of: line)
    let passed = range.lowerBound - start
    let ending = context.ending(at: range.lowerBound).bytes
    let head = LineHead(text, line)
    let content = text.content(of: line)
    let isMarkdown = context.continuesLists && !context.isCode(range.lowerBound)
    if isMarkdown, head.mark != nil || head.isQuote, head.isEmpty, selection.isEmpty,
      passed >= head.textStart
    {
      isOutdent =
        head.mark != nil && head.indentWidth > 0
        && ListWalk(text: text).parent(of: line, head) != nil
      let rest = head.mark != nil ? Array(head.bytes[..<head.quoteEnd]) : head.quotesWithoutLast
      replacement = DraftReplacement(content, rest)
      return
    }
    if isMarkdown, head.mark != nil, passed >= head.textStart {
      isItem = true
      let step = head.number.map { _ in ListWalk(text: text).step(at: line, head) } ?? 0
      let blanks = text.blanks(after: range.upperBound)
      replacement = DraftReplacement(
        range.lowerBound..<range.upperBound + blanks, ending + head.continuation(step: step))
      return
    }
    let indent =
      isMarkdown ? head.bytes[..<min(passed, head.indentEnd)] : head.bytes.indentPrefix(passed)
    if selection.isEmpty, !content.isEmpty, head.bytes.count == content.byteCount,
      head.bytes.isBlank
    {
      // A line of blanks only is removed.
      replacement = DraftReplacement(content, ending + indent)
      return
    }
    replacement = DraftReplacement(range, ending + indent)
  }
}

extension [UInt8] {
  fileprivate func indentPrefix(_ count: Int) -> ArraySlice<UInt8> {
    prefix(count).prefix { $0.isSpaceOrTab }
  }
}

extension LineHead {
  /// Returns the beginning of the next item.
  fileprivate func continuation(step: Int) -> [UInt8] {
    var next = Array(bytes[..<indentEnd])
    switch mark {
    case .bullet(let byte): next.append(byte)
    case .ordered(let number, let delimiter):
      next += Array(String(Swift.min(number + step, 999_999_999)).utf8) + [delimiter]
    case nil: break
    }
    let blanks = bytes[markEnd...].prefix { $0.isSpaceOrTab }
    next += blanks.isEmpty || blanks.count > 4 ? [.space] : Array(blanks)
    return box == nil ? next : next + Array("[ ] ".utf8)
  }

  /// The quote marks without the last one.
  fileprivate var quotesWithoutLast: [UInt8] {
    let quotes = bytes[..<quoteEnd]
    let last = quotes.lastIndex(of: UInt8(ascii: ">")) ?? quotes.startIndex
    let rest = Array(quotes[..<last])
    return rest.isEmpty || rest.last == .space ? rest : rest + [.space]
  }
}

extension Rope {
  /// Returns the number of blanks after an offset.
  func blanks(after offset: ByteOffset) -> Int {
    let high = min(content(at: offset).upperBound, offset + 256)
    return offset < high ? bytes(in: offset..<high).prefix { $0.isSpaceOrTab }.count : 0
  }
}
