/// Something to do with a part of the text, whichever motion, object or selection says which.
package struct Operator: Sendable {
  package let id: CommandID
  package let summary: String
  /// One span for each selection, in order, not overlapping.
  package let apply: @Sendable (EditContext, [TextSpan]) -> TextChange?

  init(
    _ id: CommandID, _ summary: String,
    _ apply: @escaping @Sendable (EditContext, [TextSpan]) -> TextChange?
  ) {
    self.id = id
    self.summary = summary
    self.apply = apply
  }

  /// On the context's target, or on what is selected. Nil where there is nothing.
  package func run(_ context: EditContext) -> TextChange? {
    let spans = context.targetSpans()
    return spans.isEmpty ? nil : apply(context, spans)
  }
}

extension EditContext {
  /// What the target means for each selection, merged where they meet.
  func targetSpans() -> [TextSpan] {
    let spans = selections.all.compactMap { span(of: target, around: $0) }
    var merged: [TextSpan] = []
    for span in spans.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = merged.last, span.range.lowerBound < last.range.upperBound || span == last {
        let high = max(last.range.upperBound, span.range.upperBound)
        merged[merged.count - 1] = TextSpan(
          last.range.lowerBound..<high, areLines: last.areLines && span.areLines)
      } else {
        merged.append(span)
      }
    }
    return merged
  }

  private func span(of target: Invocation.Target?, around selection: Selection) -> TextSpan? {
    switch target {
    case nil: return selection.isEmpty ? nil : TextSpan(selection.range)
    case .lines:
      let first = text.line(at: selection.range.lowerBound)
      let last = min(first + (times - 1), text.lastLine)
      return TextSpan(text.start(of: first)..<text.start(of: last + 1), areLines: true)
    case .object(let id): return EditCommands.object(id)?.around(self, selection)
    case .motion(let id):
      guard var motion = EditCommands.motion(id) else { return nil }
      if let other = motion.forOperators, let standIn = EditCommands.motion(other) {
        motion = standIn
      }
      return span(of: motion, from: selection)
    }
  }

  private func span(of motion: Motion, from selection: Selection) -> TextSpan? {
    guard let there = motion.destination(from: selection, in: self)?.place else { return nil }
    let low = min(there, selection.head)
    let high = max(there, selection.head)
    switch motion.reach {
    case .exclusive: return low == high ? nil : TextSpan(low..<high)
    case .inclusive: return TextSpan(low..<max(high, text.boundary(after: high)))
    case .lines:
      let lines = text.start(of: text.line(at: low))..<text.start(of: text.line(at: high) + 1)
      return TextSpan(lines, areLines: true)
    }
  }
}
