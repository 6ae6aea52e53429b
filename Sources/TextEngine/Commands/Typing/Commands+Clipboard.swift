extension CommandID {
  package static let copy: Self = "copy"
  package static let cut: Self = "cut"
  package static let cutLine: Self = "cut-line"
  package static let paste: Self = "paste"
}

extension EditCommands {
  static let clipboard: [EditCommand] = [
    EditCommand(.copy, "copy what is selected, or the line") { context in
      guard let copied = copied(context) else { return nil }
      return TextChange(selections: context.selections, copied: copied)
    },
    EditCommand(.cut, "cut what is selected, or the line") { context in
      if context.selections.all.allSatisfy(\.isEmpty) { return cutLines(context) }
      var change = deleted(context.selections.all.map(\.range), context, .other)
      change?.copied = copied(context)
      return change
    },
    EditCommand(.cutLine, "cut the line, or what is selected") { context in
      if context.selections.all.allSatisfy(\.isEmpty) { return cutLines(context) }
      return run(.cut, in: context)
    },
    EditCommand(.paste, "paste", paste),
  ]

  /// Returns the selected text; without a selection, the lines of the cursors.
  private static func copied(_ context: EditContext) -> Copied? {
    let text = context.text
    let selected = context.selections.all.filter { !$0.isEmpty }
    if !selected.isEmpty { return Copied(pieces: selected.map { text[$0.range] }, areLines: false) }
    let pieces = LineRuns(context).runs.map { text.wholeLines($0, context) }
    return pieces.allSatisfy(\.isEmpty) ? nil : Copied(pieces: pieces, areLines: true)
  }

  private static func cutLines(_ context: EditContext) -> TextChange? {
    guard let copied = copied(context), var change = deleteLines(context) else { return nil }
    change.copied = copied
    return change
  }

  /// Pastes the argument, or else the last cut or copied text.
  private static func paste(_ context: EditContext) -> TextChange? {
    var copied = context.registers.copied
    if !context.argument.isEmpty {
      // The clipboard mostly returns our own copy: then use it with all that is known of it.
      let text = Rope(Array(context.argument.utf8))
      if copied?.text != text { copied = Copied(pieces: [text], areLines: false) }
    }
    guard let copied, !copied.text.isEmpty else { return nil }
    if let change = linkOverSelection(context, copied) { return change }
    var draft = Draft(context)
    if copied.areLines, context.selections.all.allSatisfy(\.isEmpty) {
      pasteLines(copied, &draft, context)
    } else {
      let pieces = copied.pieces(for: context.selections.count)
      draft.replaceSelections { index, selection in
        let new = context.adopted(pieces[index], at: selection.range.lowerBound)
        return DraftReplacement(selection.range, new.repeated(context.times))
      }
    }
    return draft.change()
  }

  /// Pastes whole lines above the cursor's line; the cursor stays in its own.
  private static func pasteLines(_ copied: Copied, _ draft: inout Draft, _ context: EditContext) {
    let text = context.text
    let pieces = copied.pieces(for: context.selections.count)
    var pasted: [LineNumber: Rope] = [:]
    for (index, selection) in context.selections.all.enumerated() {
      let line = text.line(at: selection.head)
      var all = pasted[line] ?? Rope()
      all.append(context.adopted(pieces[index], at: selection.head).repeated(context.times))
      pasted[line] = all
    }
    draft.replace(
      pasted.map { line, new in DraftReplacement(Range(at: text.start(of: line)), new) })
  }
}

extension Copied {
  /// Returns a piece for each of `count` selections: its own if the numbers match, else all.
  fileprivate func pieces(for count: Int) -> [Rope] {
    pieces.count == count ? pieces : [Rope](repeating: text, count: count)
  }
}

extension EditContext {
  /// Converts a text to the line endings at an offset; a text that has only those is shared.
  func adopted(_ new: Rope, at offset: ByteOffset) -> Rope {
    let ending = ending(at: offset)
    if new.newlineCount == 0 || new.hasOnly(ending) { return new }
    return Rope(new.bytes.withLineEndings(ending))
  }
}

extension Rope {
  fileprivate func hasOnly(_ ending: LineEnding) -> Bool {
    var isPure = true
    var last: UInt8 = 0
    forEachChunk(in: all) { bytes in
      for byte in bytes {
        if byte == .lineFeed, (last == .carriageReturn) != (ending == .crlf) { isPure = false }
        // A return without a line feed must be converted too.
        if last == .carriageReturn, byte != .lineFeed { isPure = false }
        last = byte
      }
      return isPure
    }
    return isPure && last != .carriageReturn
  }

  fileprivate func repeated(_ times: Int) -> Rope {
    var all = self
    for _ in 1..<max(1, times) { all.append(self) }
    return all
  }

  /// Returns whole lines, each with an ending, even if the last one has none.
  func wholeLines(_ lines: ClosedRange<LineNumber>, _ context: EditContext) -> Rope {
    let range = start(of: lines.lowerBound)..<start(of: lines.upperBound + 1)
    var whole = self[range]
    if !whole.isEmpty || lines.lowerBound < lastLine, ending(of: lines.upperBound) == nil {
      whole.append(Rope(context.ending(at: range.upperBound).bytes))
    }
    return whole
  }
}
