extension Checkpoints {
  /// What is wrong with the checkpoints, all of which are known; nil where all is well.
  func brokenInvariant(in text: Rope) -> String? {
    var scanner = BlockScanner(ScanBuffer(text), isPainting: false)
    if self[0].place != 0 { return "nothing at the start" }
    for index in 0..<count {
      let point = self[index]
      if point.isDirty { return "dirty at \(point.place)" }
      if index == 0 { continue }
      var (place, state) = (self[index - 1].place, self[index - 1].state)
      if point.place <= place { return "out of order at \(point.place)" }
      while place < point.place {
        let unit = scanner.unit(at: place, state)
        (place, state) = (unit.end, unit.after)
      }
      if place != point.place { return "no unit starts at \(point.place)" }
      if state != point.state { return "another state at \(point.place)" }
    }
    return nil
  }
}

extension Highlighter {
  /// What is wrong with what it knows once `advance` is finished; nil where all is well.
  package func brokenInvariant(in text: Rope) -> String? { points.brokenInvariant(in: text) }
}
