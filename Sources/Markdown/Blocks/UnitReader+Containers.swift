import Entities

/// Quotes, callouts and lists, which add a prefix to all rows within them.
extension UnitReader {
  mutating func readQuote(_ index: Int, _ callout: Callout?, _ context: UnitContext) {
    let children = tree.children(of: index)
    let bar = RenderedRow.Run("│ ", width: 2, callout?.style ?? .border)
    var inner = context.entering(bar, bar)
    guard let callout else {
      inner.style.insert(.quote)
      return read(children, inner)
    }
    let fold = callout.isFoldedAtFirst.map {
      RenderedFold(line: callout.line, isFoldedAtFirst: $0)
    }
    readTitle(tree.blocks[index].inlines, of: callout, fold, inner)
    inner.isFirst = false
    if let fold { inner.folds.append(fold) }
    read(children, inner)
  }

  /// Reads the first line of a callout's first paragraph as its title, and the rest as text.
  private mutating func readTitle(
    _ inlines: [NoteInline], of callout: Callout, _ fold: RenderedFold?, _ context: UnitContext
  ) {
    let inline = text(inlines, line: callout.line, context.style, wholeLines: true)
    let (words, rest) = inline.text.dividedAtLineEnd()
    let style = callout.style.union(.heading)
    var title = InlineText(callout.name, style, line: callout.line)
    if !words.isEmpty {
      title.append(": ".utf8, style)
      title.append(words, adding: style)
    }
    var unit = RenderedUnit(.text(title), line: callout.line)
    unit.links = inline.links
    unit.fold = fold
    add(unit, fold == nil ? context : context.entering(RenderedFold.sign(isFolded: false)))
    if rest.isEmpty { return }
    unit.content = .text(rest)
    unit.line += 1
    unit.fold = nil
    var below = context
    if let fold { below.folds.append(fold) }
    addBelow(unit, below)
  }

  mutating func readList(_ index: Int, _ list: NoteList, _ context: UnitContext) {
    let digits = String(max(0, list.start + list.count - 1)).utf8.count
    let bullet = ["•", "◦", "▪"][min(2, context.listDepth)]
    var context = context
    for item in tree.children(of: index) {
      guard case .item(let number, let task) = tree.blocks[item].kind else { continue }
      var sign = task == nil ? bullet + " " : ""
      if let number = number.map({ String($0) }) {
        sign = String(repeating: " ", count: max(0, digits - number.utf8.count))
        sign += number + list.delimiter + " "
      }
      if let task { sign += TaskFacts.box(of: task.status) + " " }
      var inner = context.entering(CellText.run(sign, .marker))
      inner.listDepth += 1
      let count = units.count
      readItem(item, task, inner)
      if units.count > count { context.isFirst = false }
    }
  }

  private mutating func readItem(_ item: Int, _ task: NoteTask?, _ context: UnitContext) {
    let children = tree.children(of: item)
    guard let task else {
      if !children.isEmpty { return read(children, context) }
      let line = tree.blocks[item].line
      return add(RenderedUnit(.text(InlineText(line: line)), line: line), context)
    }
    let style = task.isDone ? context.style.union(.muted) : context.style
    let inline = text(tree.blocks[item].inlines, line: task.line, style, wholeLines: true)
    var unit = RenderedUnit(.text(inline.text), line: task.line)
    unit.links = inline.links
    unit.task = RenderedTask(byte: task.byte, isDone: task.isDone)
    add(unit, context)
    var rest = context
    rest.isFirst = false
    read(children, rest)
  }
}

extension Callout {
  /// The style of the callout's bar and title.
  var style: RunStyle {
    switch kind {
    case .note, .abstract, .info, .todo: .marker
    case .tip, .success: .good
    case .question, .warning: .careful
    case .failure, .danger, .bug: .warning
    case .example: .tag
    case .quote: .muted
    }
  }
}
