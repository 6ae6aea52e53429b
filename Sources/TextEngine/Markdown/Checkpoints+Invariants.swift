extension Checkpoints {
  /// What is wrong with the checkpoints, all of which are known; nil where all is well.
  func brokenInvariant(in text: Rope) -> String? {
    var scanner = BlockScanner(ScanBuffer(text), isPainting: false)
    var index: Index? = first
    var before: Checkpoint?
    while let at = index {
      let point = self[at]
      if point.isDirty { return "dirty at \(point.place)" }
      if let before {
        if point.place <= before.place { return "out of order at \(point.place)" }
        var place = before.place
        var state = before.state
        while place < point.place {
          let unit = scanner.unit(at: place, state)
          (place, state) = (unit.end, unit.after)
        }
        if place != point.place { return "no unit starts at \(point.place)" }
        if state != point.state { return "another state at \(point.place)" }
      } else if point.place != 0 {
        return "nothing at the start"
      }
      before = point
      index = self.index(after: at)
    }
    return nil
  }
}

extension Highlighter {
  /// What is wrong with what it knows once `advance` is finished; nil where all is well.
  package func brokenInvariant(in text: Rope) -> String? { points.brokenInvariant(in: text) }
}
