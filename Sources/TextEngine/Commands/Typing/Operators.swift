extension CommandID {
  package static let delete: Self = "delete"
  package static let change: Self = "change"
  package static let yank: Self = "yank"
  package static let makeUpper: Self = "make-upper"
  package static let makeLower: Self = "make-lower"
  package static let swapCase: Self = "swap-case"
  package static let shiftRight: Self = "shift-right"
  package static let shiftLeft: Self = "shift-left"
}

extension Operator {
  package static let all: [Operator] = [
    Operator(.delete, "delete, and keep it for pasting") { context, spans in
      var draft = Draft(context)
      if spans.allSatisfy(\.areLines) {
        let runs = spans.map { span in
          context.text.line(at: span.range.lowerBound)...context.text.lastLine(of: span.range)
        }
        draft.removeLines(runs)
      } else {
        draft.replace(spans.map { DraftReplacement(context.text.removal(of: $0), []) })
      }
      draft.selections = draft.selections.map { Selection(at: $0.head) }
      if spans.allSatisfy(\.areLines) {
        draft.selections = draft.selections.map {
          Selection(at: draft.text.textStart(ofLineAt: $0.head))
        }
      }
      return draft.change(copied: copied(context, spans))
    },
    Operator(.change, "delete, and type something else there") { context, spans in
      var draft = Draft(context)
      draft.replace(
        spans.map { span in
          if !span.areLines { return DraftReplacement(span.range, []) }
          // Of lines, the indent and the last ending stay.
          let start = context.text.textStart(ofLineAt: span.range.lowerBound)
          let last = context.text.content(of: context.text.lastLine(of: span.range))
          return DraftReplacement(min(start, last.upperBound)..<last.upperBound, [])
        })
      draft.selections = draft.selections.map { Selection(at: $0.head) }
      return draft.change(copied: copied(context, spans))
    },
    Operator(.yank, "copy") { context, spans in
      let starts = spans.map(\.range.lowerBound)
      let main = min(context.selections.mainIndex, starts.count - 1)
      let cursors = Selections(starts.map { Selection(at: $0) }, main: main)
      let areLines = spans.allSatisfy(\.areLines)
      return TextChange(
        selections: areLines
          ? context.selections.map { Selection(at: $0.range.lowerBound) }
          : cursors ?? context.selections,
        copied: copied(context, spans))
    },
    Operator(.makeUpper, "make letters capitals") { rewritten($0, $1) { $0.uppercased() } },
    Operator(.makeLower, "make letters small") { rewritten($0, $1) { $0.lowercased() } },
    Operator(.swapCase, "make capitals small and small letters capitals") {
      rewritten($0, $1) { $0.swappingCase }
    },
    Operator(.shiftRight, "indent") { context, spans in
      var draft = Draft(context)
      draft.indentLines(context.text.lines(of: spans), by: 1, context)
      return draft.change()
    },
    Operator(.shiftLeft, "outdent") { context, spans in
      var draft = Draft(context)
      draft.indentLines(context.text.lines(of: spans), by: -1, context)
      return draft.change()
    },
  ]

  private static func copied(_ context: EditContext, _ spans: [TextSpan]) -> Copied {
    let areLines = spans.allSatisfy(\.areLines)
    return Copied(
      pieces: spans.map { span in
        guard areLines else { return context.text[span.range] }
        let first = context.text.line(at: span.range.lowerBound)
        return context.text.wholeLines(first...context.text.lastLine(of: span.range), context)
      }, areLines: areLines)
  }

  /// With the words written another way; the cursor goes to the start, a selection stays.
  static func rewritten(
    _ context: EditContext, _ spans: [TextSpan], _ change: (String) -> String
  ) -> TextChange? {
    var draft = Draft(context)
    let isTargeted = context.target != nil
    draft.replace(spans.compactMap { span in context.text.rewriting(span.range, change) })
    if isTargeted, let first = spans.first {
      let starts = spans.count == context.selections.count ? spans : [first]
      let edit = draft.edit
      draft.selections = context.selections.mappedPlaces(starts.map(\.range.lowerBound)) { start in
        Selection(at: edit?.map(start, bias: .left) ?? start)
      }
    }
    return draft.change()
  }
}

extension Rope {
  fileprivate func removal(of span: TextSpan) -> Range<ByteOffset> {
    guard span.areLines else { return span.range }
    return removal(of: line(at: span.range.lowerBound)...lastLine(of: span.range))
  }

  /// The last line that a range of whole lines has something of.
  func lastLine(of range: Range<ByteOffset>) -> LineNumber {
    let first = line(at: range.lowerBound)
    let last = line(at: range.upperBound)
    return last > first && start(of: last) == range.upperBound ? last - 1 : last
  }

  fileprivate func lines(of spans: [TextSpan]) -> [LineNumber] {
    var lines: [LineNumber] = []
    for span in spans {
      let first = line(at: span.range.lowerBound).value
      for line in first...lastLine(of: span.range).value where LineNumber(line) != lines.last {
        lines.append(LineNumber(line))
      }
    }
    return lines
  }

  /// A range written another way; nil where it stays or is no text.
  func rewriting(_ range: Range<ByteOffset>, _ change: (String) -> String) -> DraftReplacement? {
    let old = bytes(in: range)
    guard let text = String(validating: old, as: UTF8.self) else { return nil }
    let new = Array(change(text).utf8)
    return new == old ? nil : DraftReplacement(range, new)
  }
}

extension String {
  var swappingCase: String {
    var swapped = ""
    for character in self {
      let text = String(character)
      let upper = text.uppercased()
      swapped += upper == text ? text.lowercased() : upper
    }
    return swapped
  }
}
