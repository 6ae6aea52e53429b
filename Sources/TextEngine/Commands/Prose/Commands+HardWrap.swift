extension EditCommands {
  /// Lines are not measured farther than this.
  private static let longestLine = 1 << 14

  /// Types, and lets the words that are beyond the text width then begin a new line. Nil where there is
  /// nothing of that kind to do.
  static func typeBeyondWidth(_ context: EditContext, _ bytes: [UInt8]) -> TextChange? {
    guard context.wrapsTyping, context.selections.isOneCursor, let last = bytes.last,
      !last.isSpaceOrTab, last != .lineFeed
    else { return nil }
    let head = context.selections.main.head
    let line = context.text.content(at: head)
    guard line.byteCount < longestLine,
      ParagraphFlow.column(after: context.text.bytes(in: line.lowerBound..<head) + bytes)
        > context.textWidth,
      let whole = context.paragraph(head)
    else { return nil }
    var draft = Draft(context)
    draft.replaceSelections { _, selection in DraftReplacement(selection.range, bytes) }
    let cursor = draft.selections.main.head
    var typed = context
    typed.text = draft.text
    let lines = draft.text.range(of: draft.text.line(at: cursor))
    guard let flow = typed.flow(lines, isStart: lines.lowerBound == whole.lowerBound) else {
      return nil
    }
    let ending = context.ending(at: head).bytes
    let breaks = flow.changes(to: draft.text, width: context.textWidth, ending: ending).filter {
      $0.range.upperBound <= cursor && $0.new.newlineCount > 0
    }
    if breaks.isEmpty { return nil }
    draft.replace(breaks)
    return draft.change(.typing)
  }
}
