import TextEngine

/// `C-t M-t C-x C-t C-M-t`: two things next to each other change places.
extension EmacsMachine {
  /// From an offset, so many things on or back: where a thing ends and starts.
  private typealias Aux = (inout EmacsMachine, Int) throws(EmacsFailure) -> (Int, Int)

  mutating func transposeCharacters() throws(EmacsFailure) {
    if argument == nil, isLineEnd(point), point > 0 { point = previous(point) }
    try transpose(
      count,
      Self.both { machine, count throws(EmacsFailure) in
        try machine.moveCharacters(count)
      })
  }

  mutating func transposeWords() throws(EmacsFailure) {
    try transpose(
      count,
      Self.both { machine, count throws(EmacsFailure) in
        machine.point = machine.word(from: machine.point, count)
      })
  }

  mutating func transposeLines() throws(EmacsFailure) {
    try transpose(
      count,
      Self.both { machine, count throws(EmacsFailure) in
        if count <= 0 {
          machine.forwardLine(count)
          return
        }
        machine.moveOverLines(count)
      })
  }

  /// Down so many lines; those that are not there are made.
  private mutating func moveOverLines(_ count: Int) {
    let before = point
    var missing = max(0, line(point) + count - lastLine)
    forwardLine(count)
    let endsLine = byte(point - 1) == 0x0a
    // A last line without an ending counts as one, and gets an ending.
    if missing > 0, point != before, !endsLine { missing -= 1 }
    if !endsLine { missing += 1 }
    let lines = repeatElement(newline, count: min(missing, Self.mostInserted))
    insert(Array(lines.joined()))
  }

  mutating func transposeSentences() throws(EmacsFailure) {
    try transpose(
      count,
      Self.both { machine, count throws(EmacsFailure) in
        try machine.moveSentences(count)
      })
  }

  mutating func transposeParagraphs() throws(EmacsFailure) {
    try transpose(
      count,
      Self.both { machine, count throws(EmacsFailure) in
        machine.moveParagraphs(count)
      })
  }

  mutating func transposeExpressions() throws(EmacsFailure) {
    do throws(EmacsFailure) {
      try transpose(count) { machine, count throws(EmacsFailure) in
        try machine.expressionEnds(count)
      }
    } catch {
      throw failure("There are no two expressions here.")
    }
  }

  private mutating func expressionEnds(_ count: Int) throws(EmacsFailure) -> (Int, Int) {
    let isForward = count > 0
    let isInSymbol =
      isForward ? Self.isSymbol(syntax(point)) : Self.isSymbol(syntax(before: point))
    if isInSymbol {
      point = isForward ? symbolStart(before: point) : symbolEnd(after: point)
      return (try expression(from: point, count), point)
    }
    if isForward {
      while let kind = syntax(before: point), kind == .blank || kind == .punctuation {
        point = scalar(before: point)?.range.lowerBound ?? 0
      }
    } else {
      while let kind = syntax(point), kind == .blank || kind == .punctuation {
        point = scalar(point)?.range.upperBound ?? end
      }
    }
    let far = try expression(from: point, count)
    if isForward {
      while let kind = syntax(point), kind == .blank || kind == .punctuation {
        point = scalar(point)?.range.upperBound ?? end
      }
    } else {
      while let kind = syntax(before: point), kind == .blank || kind == .punctuation {
        point = scalar(before: point)?.range.lowerBound ?? 0
      }
    }
    return (far, point)
  }

  private static func both(
    _ move: @escaping (inout EmacsMachine, Int) throws(EmacsFailure) -> Void
  ) -> Aux {
    { machine, count throws(EmacsFailure) in
      try move(&machine, count)
      let first = machine.point
      try move(&machine, -count)
      return (first, machine.point)
    }
  }

  /// The thing before point with the one behind, or with as many as the count says; 0 takes those at
  /// point and at the mark.
  private mutating func transpose(_ count: Int, _ aux: Aux) throws(EmacsFailure) {
    if count == 0 {
      guard let mark = region.mark else { throw failure("The mark is not set.") }
      let here = point
      let first = try aux(&self, 1)
      point = mark
      let second = try aux(&self, 1)
      try swap(first, second)
      point = here
      return try exchangePointAndMark()
    }
    let first = try aux(&self, -1)
    if count > 0 {
      let second = try aux(&self, count)
      try swap(first, second)
      point = second.0
    } else {
      point = first.0
      let second = try aux(&self, count)
      try swap(first, second)
      point = second.0 + (first.1 - first.0)
    }
  }

  private mutating func swap(_ one: (Int, Int), _ other: (Int, Int)) throws(EmacsFailure) {
    var first = min(one.0, one.1)..<max(one.0, one.1)
    var second = min(other.0, other.1)..<max(other.0, other.1)
    if first.lowerBound > second.lowerBound { (first, second) = (second, first) }
    if first.upperBound > second.lowerBound {
      throw failure("There are no two things to change places here.")
    }
    // In this order marks at the ends of both stay at them.
    let boundary = addMarker(second.lowerBound)
    let later = part(second)
    point = first.upperBound
    insert(later, movesMarks: true)
    let earlier = part(first)
    delete(first)
    point = marker(boundary)
    insert(earlier)
    point = marker(boundary) + earlier.byteCount
    delete(point..<point + later.byteCount)
  }
}
