/// The lines that selections are in, as runs of lines that follow one another.
struct LineRuns {
  /// In order, with lines between them that nothing is selected in.
  private(set) var runs: [ClosedRange<LineNumber>] = []

  init(_ context: EditContext) { self.init(context.text, context.selections) }

  init(_ text: Rope, _ selections: Selections) {
    for selection in selections.all {
      let range = selection.range
      let first = text.line(at: range.lowerBound)
      var last = text.line(at: range.upperBound)
      // What ends at a line's start has nothing of that line.
      if last > first, text.start(of: last) == range.upperBound { last = last - 1 }
      if let run = runs.last, first.value <= run.upperBound.value + 1 {
        runs[runs.count - 1] = run.lowerBound...max(run.upperBound, last)
      } else {
        runs.append(first...last)
      }
    }
  }

  /// Every line.
  var lines: [LineNumber] {
    runs.flatMap { run in
      (run.lowerBound.value...run.upperBound.value).map { LineNumber($0) }
    }
  }
}
