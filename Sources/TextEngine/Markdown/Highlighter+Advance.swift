/// Reading behind.
extension Highlighter {
  /// What a slice of reading led to.
  package struct Progress: Equatable, Sendable {
    /// All of the text is known.
    package var isFinished: Bool
    /// What was told of the range last asked for may be otherwise now.
    package var changesVisible: Bool
  }

  /// Reads on where the text is not known yet, for about so many bytes.
  ///
  /// 1 MB takes some milliseconds. To be called while nobody types, until it is finished.
  package mutating func advance(in text: Rope, budget: Int) -> Progress {
    var budget = budget
    if points.firstDirty() != nil {
      var scanner = BlockScanner(
        ScanBuffer(text, capacity: min(1 << 17, max(budget, 1))), isPainting: false)
      while budget > 0, let index = points.firstDirty() {
        _ = rescan(index, with: &scanner, budget: &budget)
      }
    }
    return Progress(
      isFinished: points.firstDirty() == nil, changesVisible: forgetGuess())
  }

  /// How much of the text is known from its start on.
  package mutating func knownEnd(in text: Rope) -> ByteOffset {
    points.firstDirty().map { ByteOffset(points[$0].place) } ?? text.end
  }

  /// Lets the window go if it began with something else than is known now.
  private mutating func forgetGuess() -> Bool {
    if window.isEmpty || !isKnown(upTo: window.start) { return false }
    let point = points[points.last(atOrBefore: window.start)]
    if point.place == window.start, point.state == window.state, !window.isGuess { return false }
    window.forgetStart()
    return true
  }

  /// Reads the text from a checkpoint to the next one, or until the budget is used; new checkpoints
  /// stand on the way. Answers the last one that was reached.
  mutating func rescan(
    _ first: Int, with scanner: inout BlockScanner, budget: inout Int
  ) -> Int {
    var index = first
    var point = points[index]
    let byteCount = scanner.buffer.text.byteCount
    var place = point.place
    var state = point.state
    point.levels = 0
    point.reach = 0
    while place < byteCount {
      if place > point.place {
        // One that was passed is no start of a unit any more.
        points.remove(after: index, before: place)
        if points.place(behind: index) == place { break }
      }
      if place - point.place >= spacing {
        point.isDirty = false
        points[index] = point
        point = Checkpoint(place: place, state: state)
        index = points.insert(point, after: index)
        if budget <= 0 { return index }
      }
      let unit = scanner.unit(at: place, state)
      if unit.isInOutline, case .heading(let level) = unit.kind {
        point.levels |= 1 << UInt8(level - 1)
      }
      point.reach = max(point.reach, unit.reach - point.place)
      budget -= unit.end - place
      place = unit.end
      state = unit.after
    }
    if place >= byteCount { points.remove(after: index, before: .max) }
    point.isDirty = false
    points[index] = point
    guard index + 1 < points.count else { return index }
    index += 1
    if points[index].state != state {
      points[index].state = state
      points.makeDirty(index)
    }
    return index
  }
}
