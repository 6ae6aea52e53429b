extension CommandID {
  package static let duplicate: Self = "duplicate"
  package static let moveLineUp: Self = "move-line-up"
  package static let moveLineDown: Self = "move-line-down"
  package static let joinLines: Self = "join-lines"
  package static let sortLines: Self = "sort-lines"
}

extension EditCommands {
  static let lines: [EditCommand] = [
    EditCommand(
      .duplicate, "duplicate what is selected, or the line", words: ["copy line", "clone"],
      duplicate),
    EditCommand(.moveLineUp, "move the line up") { moveLines($0, by: -1) },
    EditCommand(.moveLineDown, "move the line down") { moveLines($0, by: 1) },
    EditCommand(.joinLines, "join the line with the next", join),
    EditCommand(
      .sortLines, "sort the lines that are selected, or the paragraph's", words: ["alphabetical"],
      sortLines),
  ]

  private static func duplicate(_ context: EditContext) -> TextChange? {
    var draft = Draft(context)
    if context.selections.all.allSatisfy(\.isEmpty) {
      // Insert before the line, so that the cursor is in the copy below.
      let runs = LineRuns(context).runs
      draft.replace(
        runs.map { run in
          let copy = context.text.wholeLines(run, context)
          // The empty line of an empty text can be duplicated too.
          let new = copy.isEmpty ? Rope(context.format.ending.bytes) : copy
          return DraftReplacement(Range(at: context.text.start(of: run.lowerBound)), new)
        })
      for run in runs { draft.renumber(from: run.upperBound + 1) }
      return draft.change()
    }
    draft.replace(
      context.selections.all.filter { !$0.isEmpty }.map {
        DraftReplacement(Range(at: $0.range.lowerBound), context.text[$0.range])
      })
    return draft.change()
  }

  private static func moveLines(_ context: EditContext, by step: Int) -> TextChange? {
    var draft = Draft(context)
    let text = context.text
    var replacements: [DraftReplacement] = []
    var shifts: [(lines: ClosedRange<LineNumber>, bytes: Int)] = []
    var tops: [(line: LineNumber, number: Int?, last: LineNumber)] = []
    for run in LineRuns(context).runs {
      let (first, last) = (run.lowerBound, run.upperBound)
      let top = step < 0 ? first - 1 : first
      let bottom = step < 0 ? last : last + 1
      guard top >= .zero, bottom <= text.lastLine else { continue }
      tops.append((top, LineHead(text, top).number, bottom))
      let end = text.content(of: last).upperBound
      if step < 0 {
        let above = text.range(of: top)
        let content = text.content(of: top)
        // The ending moves before the line, because the last line may have none.
        var moved = text[content.upperBound..<above.upperBound]
        moved.append(text[content])
        replacements.append(DraftReplacement(above, []))
        replacements.append(DraftReplacement(Range(at: end), moved))
        shifts.append((run, -above.byteCount))
      } else {
        let below = text.content(of: bottom)
        var moved = text[below]
        moved.append(text[end..<below.lowerBound])
        replacements.append(DraftReplacement(Range(at: text.start(of: first)), moved))
        replacements.append(DraftReplacement(end..<below.upperBound, []))
        shifts.append((run, moved.byteCount))
      }
    }
    draft.replace(replacements)
    draft.selections = context.selections.map { selection in
      let line = text.line(at: selection.range.lowerBound)
      let shift = shifts.first { $0.lines.contains(line) }?.bytes ?? 0
      return Selection(anchor: selection.anchor + shift, head: selection.head + shift)
    }.clamped(toByteCount: draft.text.byteCount)
    for top in tops { draft.renumber(from: top.line, start: top.number, through: top.last) }
    return draft.change()
  }

  private static func join(_ context: EditContext) -> TextChange? {
    var draft = Draft(context)
    let text = context.text
    var replacements: [DraftReplacement] = []
    for run in LineRuns(context).runs {
      let last = max(run.upperBound, run.lowerBound + 1)
      for line in run.lowerBound.value..<min(last, text.lastLine).value {
        let before = text.content(of: LineNumber(line))
        let next = LineNumber(line + 1)
        let head = LineHead(text, next)
        let isQuoted = head.isQuote && LineHead(text, LineNumber(line)).isQuote
        let after = text.start(of: next) + (isQuoted || !head.isQuote ? head.indentEnd : 0)
        let tail = text.bytes(
          in: max(before.lowerBound, before.upperBound - 256)..<before.upperBound)
        let low = before.upperBound - tail.reversed().prefix { $0.isSpaceOrTab }.count
        let isBare = low == before.lowerBound || after == text.content(of: next).upperBound
        replacements.append(DraftReplacement(low..<after, isBare ? [] : [.space]))
      }
    }
    if replacements.isEmpty { return nil }
    draft.replace(replacements)
    if context.selections.all.allSatisfy(\.isEmpty), let edit = draft.edit {
      // The cursors go where the lines were joined.
      draft.selections = context.selections.map { selection in
        let end = text.content(at: selection.head).upperBound
        let joined = replacements.first { $0.range.contains(end) }?.range.lowerBound
        return Selection(at: edit.map(joined ?? selection.head, bias: .left))
      }
    }
    return draft.change()
  }
}

/// The selected lines, as runs of adjacent lines.
struct LineRuns {
  /// In order, with unselected lines in between.
  private(set) var runs: [ClosedRange<LineNumber>] = []

  init(_ context: EditContext) { self.init(context.text, context.selections) }

  init(_ text: Rope, _ selections: Selections) {
    for selection in selections.all {
      let range = selection.range
      let first = text.line(at: range.lowerBound)
      var last = text.line(at: range.upperBound)
      // A selection that ends at the start of a line does not include that line.
      if last > first, text.start(of: last) == range.upperBound { last = last - 1 }
      if let run = runs.last, first.value <= run.upperBound.value + 1 {
        runs[runs.count - 1] = run.lowerBound...max(run.upperBound, last)
      } else {
        runs.append(first...last)
      }
    }
  }

  var lines: [LineNumber] {
    runs.flatMap { run in
      (run.lowerBound.value...run.upperBound.value).map { LineNumber($0) }
    }
  }
}
