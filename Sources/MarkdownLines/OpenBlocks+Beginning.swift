import Bytes

/// The blocks that a line begins.
extension OpenBlocks {
  /// Continues reading after the signs of the containers that the line belongs to.
  mutating func begin(
    _ cursor: inout Cursor, matched: Int, above: Range<Int>?,
    _ sign: (Range<Int>, Container) -> Void
  ) -> Line {
    var line = Line(text: cursor.next.index)
    let isLazy = matched < containers.count
    var opening = Opening(isInText: isInParagraph, isInParagraph: !isLazy && isInParagraph)
    while let container = container(&cursor, matched, opening, &line) {
      sign(container.sign, container.kind)
      if !opening.hasOpened { close(from: matched) }
      containers.append(container.kind)
      line.opened += 1
      opening = Opening(hasOpened: true)
      line.text = cursor.next.index
      if case .item = container.kind, cursor.indent == 0,
        let box = TaskBox(cursor.bytes, cursor.next.index, cursor.stop)
      {
        line.task = box
        line.text = Byte.skippingBlanks(in: cursor.bytes, from: box.end, to: cursor.stop)
        line.kind = .text
        leaf = .paragraph(isDefinitions: false)
        return line
      }
    }
    if cursor.isBlank {
      line.kind = .empty
      return line
    }
    if let (kind, leaf) = block(cursor, opening, above) {
      line.kind = kind
      line.continues = opening.isInParagraph && (kind == .tableRule || isUnderline(kind))
      if !opening.hasOpened { close(from: matched) }
      self.leaf = leaf
      return line
    }
    readText(cursor, matched, opening, &line)
    return line
  }

  /// What precedes the next block on the line.
  struct Opening {
    /// Whether a line that begins no block continues a paragraph, regardless of containers.
    var isInText = false
    /// Whether the line has the signs of all containers of the paragraph above.
    var isInParagraph = false
    var hasOpened = false
  }

  private mutating func close(from matched: Int) {
    containers.removeSubrange(matched...)
    leaf = .none
  }

  private func isUnderline(_ kind: Line.Kind) -> Bool {
    if case .underline = kind { true } else { false }
  }

  /// Returns the quote, item or footnote that begins next, and moves the cursor after its sign.
  private func container(
    _ cursor: inout Cursor, _ matched: Int, _ opening: Opening, _ line: inout Line
  ) -> (kind: Container, sign: Range<Int>)? {
    guard !cursor.isBlank, containers.count < Self.deepest else { return nil }
    let bytes = cursor.bytes
    let (index, stop) = (cursor.next.index, cursor.stop)
    let isDeep = cursor.indent >= 4
    if isDeep, opening.hasOpened || !isBelowItem(matched) { return nil }
    switch bytes[index] {
    case Byte.greater where !isDeep: return (.quote, cursor.skipQuote())
    case Byte.opening where !isDeep:
      guard let label = FootnoteLabel(bytes, index, stop), label.isDefinition else { return nil }
      let sign = cursor.skip(sign: label.end - index)
      cursor.skipBlanks()
      return (.footnote, sign)
    case Byte.dash, Byte.star, Byte.plus, 0x30...0x39:
      guard let width = LineSigns.itemWidth(bytes, index, stop, isInText: opening.isInParagraph),
        !isRuler(cursor)
      else { return nil }
      if isDeep { line.isDeepItem = true }
      let mark = cursor.skipMark(width)
      return (.item(width: mark.width), mark.sign)
    default: return nil
    }
  }

  /// Whether the line is right below a line of an item. A list mark begins an item there at any
  /// indent: people and other programs indent lists by any number of tabs.
  private func isBelowItem(_ matched: Int) -> Bool {
    guard !isBlankAbove else { return false }
    return containers[max(0, matched - 1)...].contains {
      if case .item = $0 { true } else { false }
    }
  }

  private func isRuler(_ cursor: Cursor) -> Bool {
    var ruler = RulerCheck()
    return ruler.isRuler(cursor.bytes, cursor.next.index, cursor.stop)
  }

  /// Returns a block that is no container or paragraph, and the leaf that it leaves open.
  private func block(
    _ cursor: Cursor, _ opening: Opening, _ above: Range<Int>?
  ) -> (Line.Kind, Leaf)? {
    let bytes = cursor.bytes
    let (index, stop) = (cursor.next.index, cursor.stop)
    if cursor.indent >= 4 { return opening.isInText ? nil : (.code, .none) }
    switch bytes[index] {
    case Byte.hash:
      if let level = LineSigns.headingLevel(bytes, index, stop) { return (.heading(level), .none) }
    case Byte.backtick, Byte.tilde:
      if let count = LineSigns.fenceCount(bytes, index, stop) {
        let mark = bytes[index]
        return (.fenceStart(mark: mark, count: count), .fence(mark: mark, count: count))
      }
    case Byte.less:
      if let html = HtmlBlock(bytes, index, stop, isInText: opening.isInText) {
        return (.html, html.ends(bytes, in: index, stop) ? .none : .html(html))
      }
    case Byte.dash, Byte.star, Byte.underscore, Byte.equals, Byte.bar, Byte.colon:
      if opening.isInParagraph, isUnderlining(cursor),
        let level = LineSigns.underlineLevel(bytes, index, stop)
      {
        return (.underline(level), .none)
      }
      if isRuler(cursor) { return (.ruler, .none) }
      if opening.isInParagraph, leaf == .paragraph(isDefinitions: false), let above,
        let columns = TableSigns.ruledColumns(bytes, index, stop),
        columns
          == TableSigns.columns(
            bytes, TaskBox.start(bytes, before: above.lowerBound), above.upperBound)
      {
        return (.tableRule, .table)
      }
    default: break
    }
    return nil
  }

  /// Whether the line makes the paragraph above a heading; link definitions cannot become one.
  private func isUnderlining(_ cursor: Cursor) -> Bool {
    leaf == .paragraph(isDefinitions: false)
      && LineSigns.underlineLevel(cursor.bytes, cursor.next.index, cursor.stop) != nil
  }

  private mutating func readText(
    _ cursor: Cursor, _ matched: Int, _ opening: Opening, _ line: inout Line
  ) {
    if matched == containers.count, !opening.hasOpened, leaf == .table {
      line.kind = .tableRow
      return
    }
    var mayDefine = true
    if opening.isInText, case .paragraph(let isDefinitions) = leaf,
      !LineSigns.beginsCommentOrFormula(cursor.bytes, cursor.next.index, cursor.stop)
    {
      mayDefine = isDefinitions
      line.continues = true
      line.isLazyTag =
        matched < containers.count && cursor.indent < 4 && cursor.byte == Byte.less
        && HtmlBlock(cursor.bytes, cursor.next.index, cursor.stop, isInText: false) != nil
    } else if !opening.hasOpened {
      close(from: matched)
    }
    let isDefinition =
      mayDefine && cursor.byte == Byte.opening
      && LinkDefinition(cursor.bytes, cursor.next.index, cursor.stop) != nil
    line.kind = isDefinition ? .definition : .text
    leaf = .paragraph(isDefinitions: isDefinition)
  }
}
