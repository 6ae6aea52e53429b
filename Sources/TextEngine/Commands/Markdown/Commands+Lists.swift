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
  fileprivate func isItem(at place: ByteOffset) -> Bool {
    LineHead(text, text.line(at: place)).mark != nil && !isCode(place)
  }

  /// Blanks up to where the next step of indent is, or a tab.
  fileprivate func step(at place: ByteOffset) -> [UInt8] {
    if format.indentsByTab { return [.tab] }
    let line = text.content(at: place)
    let head = text.bytes(in: line.lowerBound..<min(place, line.lowerBound + 1024))
    let rest = head.count % format.indentWidth
    return [UInt8](repeating: .space, count: format.indentWidth - rest)
  }
}
