extension CommandID {
  package static let deleteLeft: Self = "delete-left"
  package static let deleteRight: Self = "delete-right"
  package static let deleteWordLeft: Self = "delete-word-left"
  package static let deleteWordRight: Self = "delete-word-right"
  package static let deleteToLineStart: Self = "delete-to-line-start"
  package static let deleteToLineEnd: Self = "delete-to-line-end"
  package static let deleteLine: Self = "delete-line"
}

extension EditCommands {
  static let deleting: [EditCommand] = [
    EditCommand(.deleteLeft, "delete before the cursor") { context in
      delete(context) { context.stepOut(before: $0) ?? context.text.boundary(before: $0) }
    },
    EditCommand(.deleteRight, "delete at the cursor") { context in
      delete(context) { context.text.boundary(after: $0) }
    },
    EditCommand(.deleteWordLeft, "delete the word before") { context in
      delete(context) { context.text.wordStart(before: $0) }
    },
    EditCommand(.deleteWordRight, "delete the word after") { context in
      delete(context) { context.text.wordEnd(after: $0) }
    },
    EditCommand(.deleteToLineStart, "delete to the start of the line") { context in
      delete(context) { offset in
        let start = context.text.content(at: offset).lowerBound
        return offset > start ? start : context.text.boundary(before: offset)
      }
    },
    EditCommand(.deleteToLineEnd, "delete to the end of the line") { context in
      delete(context) { offset in
        let end = context.text.content(at: offset).upperBound
        return offset < end ? end : context.text.boundary(after: offset)
      }
    },
    EditCommand(.deleteLine, "delete the line") { context in
      deleteLines(context)
    },
  ]

  /// Deletes the selection, or the text from the cursor to an offset, repeated by the count.
  private static func delete(
    _ context: EditContext, to target: (ByteOffset) -> ByteOffset
  ) -> TextChange? {
    let ranges = context.selections.all.map { selection in
      guard selection.isEmpty else { return selection.range }
      var other = selection.head
      for _ in 0..<context.times {
        let next = target(other)
        if next == other { break }
        other = next
      }
      return min(other, selection.head)..<max(other, selection.head)
    }
    let hasSelected = context.selections.all.contains { !$0.isEmpty }
    return deleted(ranges, context, hasSelected ? .other : .deleting)
  }

  /// Deletes these ranges, which are in order and may overlap.
  static func deleted(
    _ ranges: [Range<ByteOffset>], _ context: EditContext, _ kind: UndoTree.Kind
  ) -> TextChange? {
    var merged: [Range<ByteOffset>] = []
    for range in ranges where !range.isEmpty {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    if merged.isEmpty { return nil }
    var draft = Draft(context)
    draft.replace(merged.map { DraftReplacement($0, []) })
    draft.selections = draft.selections.map { Selection(at: $0.head) }
    return draft.change(kind)
  }

  static func deleteLines(_ context: EditContext) -> TextChange? {
    var draft = Draft(context)
    draft.removeLines(LineRuns(context).runs)
    draft.selections = draft.selections.map { Selection(at: $0.head) }
    return draft.change()
  }
}

extension Rope {
  /// Returns the range to remove with whole lines: with their endings, or the one before at the
  /// end.
  func removal(of lines: ClosedRange<LineNumber>) -> Range<ByteOffset> {
    let low = start(of: lines.lowerBound)
    if lines.upperBound < lastLine { return low..<start(of: lines.upperBound + 1) }
    let before = lines.lowerBound > .zero ? content(of: lines.lowerBound - 1).upperBound : low
    return before..<end
  }
}

extension EditContext {
  /// Returns the offset one indent step back, inside an indent of blanks; nil elsewhere.
  fileprivate func stepOut(before offset: ByteOffset) -> ByteOffset? {
    guard !format.indentsByTab, format.indentWidth > 1 else { return nil }
    let line = text.content(at: offset)
    let passed = offset - line.lowerBound
    guard passed > 1, passed <= 256,
      text.bytes(in: line.lowerBound..<offset).allSatisfy({ $0 == .space })
    else { return nil }
    return offset - ((passed - 1) % format.indentWidth + 1)
  }
}
