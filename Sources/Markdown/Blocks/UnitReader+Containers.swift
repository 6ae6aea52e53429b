import Bytes
import CCmark
import Entities
import MarkdownLines

/// Quotes, callouts, lists, footnotes: what stands before the rows of all that is in them.
extension UnitReader {
  mutating func readQuote(_ block: cmark_tree, _ context: UnitContext) {
    let callout = Callout(block)
    let bar = RenderedRow.Run("│ ", width: 2, callout?.style ?? .border)
    var inner = context.entering(bar, bar)
    guard let callout, let title = cmark_tree_child(block) else {
      inner.style.insert(.quote)
      return read(Children(of: block), inner)
    }
    let fold = callout.isFoldedAtFirst.map {
      RenderedFold(line: title.line, isFoldedAtFirst: $0)
    }
    readTitle(title, of: callout, fold, inner)
    inner.isFirst = false
    if let fold { inner.folds.append(fold) }
    read(Children(of: block).dropFirst(), inner)
  }

  /// The first line of a callout's first paragraph is its title; what follows is text.
  private mutating func readTitle(
    _ paragraph: cmark_tree, of callout: Callout, _ fold: RenderedFold?, _ context: UnitContext
  ) {
    let inline = InlineReader(
      paragraph, masked, lines, embeds, base: context.style, dropping: callout.length)
    let (words, rest) = inline.text.dividedAtLineEnd()
    let style = callout.style.union(.heading)
    var title = InlineText(callout.name, style, line: paragraph.line)
    if !words.isEmpty {
      title.append(": ".utf8, style)
      title.append(words, adding: style)
    }
    var unit = RenderedUnit(.text(title), line: paragraph.line)
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

  mutating func readList(_ list: cmark_tree, _ context: UnitContext) {
    let isOrdered = cmark_tree_is_ordered(list) != 0
    let start = Int(cmark_tree_start(list))
    let last = start + Children(of: list).reduce(-1) { count, _ in count + 1 }
    let digits = String(max(0, last)).utf8.count
    let delimiter = cmark_tree_delimiter(list) == Int32(Byte.dot) ? "." : ")"
    let bullet = ["•", "◦", "▪"][min(2, context.listDepth)]
    var context = context
    for (index, item) in Children(of: list).enumerated() {
      let task = FoundTask(item, lines, source)
      var sign = isOrdered || task == nil ? bullet + " " : ""
      if isOrdered {
        let number = String(start + index)
        sign = String(repeating: " ", count: max(0, digits - number.utf8.count))
        sign += number + delimiter + " "
      }
      if let task { sign += "[\(task.status)] " }
      var inner = context.entering(CellText.run(sign, .marker))
      inner.listDepth += 1
      let count = units.count
      readItem(item, task, inner)
      if units.count > count { context.isFirst = false }
    }
  }

  private mutating func readItem(
    _ item: cmark_tree, _ task: FoundTask?, _ context: UnitContext
  ) {
    guard let first = cmark_tree_child(item) else {
      return add(RenderedUnit(.text(InlineText(line: item.line)), line: item.line), context)
    }
    guard let task else { return read(Children(of: item), context) }
    let inline = InlineReader(
      first, masked, lines, embeds,
      base: task.task.isDone ? context.style.union(.muted) : context.style,
      dropping: task.length)
    var unit = RenderedUnit(.text(inline.text), line: first.line)
    unit.links = inline.links
    unit.task = task.task
    add(unit, context)
    var rest = context
    rest.isFirst = false
    read(Children(of: item).dropFirst(), rest)
  }

  mutating func readFootnote(_ block: cmark_tree, _ context: UnitContext) {
    let words = lines.words(of: block.line).first { $0.starts(with: "[^".utf8) }
    let label = words?.dropFirst(2).prefix { $0 != Byte.closing } ?? []
    let sign = CellText.run("[\(String(decoding: label, as: UTF8.self))] ", .marker)
    let room = RenderedRow.Run("    ", width: 4)
    read(Children(of: block), context.entering(sign, room))
  }
}

/// `[!note]- Title` at the beginning of a quote.
struct Callout {
  /// What kind it is, in a word.
  let name: String
  /// Nil where it cannot be folded.
  let isFoldedAtFirst: Bool?
  /// How many bytes stand for it.
  let length: Int

  var kind: CalloutKind { CalloutKind(named: name) }

  /// Of its bar and its title.
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

  init?(_ quote: cmark_tree) {
    guard let paragraph = cmark_tree_child(quote), paragraph.kind == CMARK_KIND_PARAGRAPH,
      let text = cmark_tree_child(paragraph), text.kind == CMARK_KIND_TEXT
    else { return nil }
    let bytes = text.text
    guard bytes.count > 3, bytes[0] == Byte.opening, bytes[1] == Byte.bang,
      let close = Byte.find(Byte.closing, in: bytes.span, from: 2, to: bytes.count), close > 2
    else { return nil }
    var end = close + 1
    var isFolded: Bool?
    if end < bytes.count, bytes[end] == Byte.dash || bytes[end] == Byte.plus {
      isFolded = bytes[end] == Byte.dash
      end += 1
    }
    let name = String(decoding: bytes[2..<close], as: UTF8.self)
    self.name = name.prefix(1).uppercased() + name.dropFirst().lowercased()
    isFoldedAtFirst = isFolded
    length = Byte.skippingBlanks(in: bytes.span, from: end, to: bytes.count)
  }
}

/// `[ ]` at the beginning of an item.
struct FoundTask {
  let status: Unicode.Scalar
  /// How many bytes of the text stand for it.
  let length: Int
  let task: RenderedTask

  init?(_ item: cmark_tree, _ lines: LineTable, _ source: [UInt8]) {
    guard let paragraph = cmark_tree_child(item), paragraph.kind == CMARK_KIND_PARAGRAPH,
      let text = cmark_tree_child(paragraph), text.kind == CMARK_KIND_TEXT
    else { return nil }
    let bytes = text.text
    guard let box = TaskBox(bytes.span, 0, bytes.count), box.status.value >= 0x20 else {
      return nil
    }
    status = box.status
    length = Byte.skippingBlanks(in: bytes.span, from: box.end, to: bytes.count)
    let line = lines.range(of: paragraph.line)
    let (index, _) = LineSigns.behindMarks(source.span, line.lowerBound, line.upperBound)
    let found = index < line.upperBound ? TaskBox(source.span, index, line.upperBound) : nil
    task = RenderedTask(
      byte: found?.status == box.status && box.status.isASCII ? index + 1 : nil,
      isDone: box.isDone)
  }
}
