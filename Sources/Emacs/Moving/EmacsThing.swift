import TextEngine

/// The units that commands move over, cut, mark and swap.
enum EmacsThing { case character, word, line, sentence, paragraph, expression }

extension EmacsMachine {
  mutating func forward(_ thing: EmacsThing) throws(EmacsFailure) { try move(over: thing, count) }
  mutating func back(_ thing: EmacsThing) throws(EmacsFailure) { try move(over: thing, -count) }

  /// Moves point over things; backward if the count is negative.
  mutating func move(over thing: EmacsThing, _ count: Int) throws(EmacsFailure) {
    switch thing {
    case .character: try moveCharacters(count)
    case .word: point = word(from: point, count)
    case .line: if count <= 0 { forwardLine(count) } else { moveOverLines(count) }
    case .sentence: try moveSentences(count)
    case .paragraph: moveParagraphs(count)
    case .expression: point = try expression(from: point, count)
    }
  }

  mutating func kill(_ thing: EmacsThing, _ way: Int = 1) throws(EmacsFailure) {
    let start = point
    try move(over: thing, count * way)
    kill(from: start, to: point)
  }

  /// Sets the mark after things; if repeated, or if the region is active, extends from the mark.
  mutating func mark(_ thing: EmacsThing) throws(EmacsFailure) {
    let mark = region.isActive || command.last == command.name ? region.mark : nil
    let count = argument?.value ?? mark.map { $0 < point ? -1 : 1 } ?? 1
    var machine = self
    machine.point = mark ?? point
    try machine.move(over: thing, count)
    if mark != nil { region.mark = machine.point } else { pushMark(machine.point) }
    region.isActive = true
  }

  // MARK: - Swapping

  /// Handles `C-t M-t C-x C-t C-M-t`: swaps two adjacent things.
  mutating func transpose(_ thing: EmacsThing) throws(EmacsFailure) {
    if thing == .character, argument == nil, isLineEnd(point), point > 0 { point = previous(point) }
    do throws(EmacsFailure) {
      try swapThings(thing)
    } catch {
      throw thing == .expression ? failure("There are no two expressions here.") : error
    }
  }

  /// Swaps the thing before point with the next one, or with the next `count`; 0 swaps those at
  /// point and at the mark.
  private mutating func swapThings(_ thing: EmacsThing) throws(EmacsFailure) {
    if count == 0 {
      guard let mark = region.mark else { throw failure("The mark is not set.") }
      let here = point
      let first = try ends(of: thing, 1)
      point = mark
      let second = try ends(of: thing, 1)
      try swap(first, second)
      point = here
      return try exchangePointAndMark()
    }
    let first = try ends(of: thing, -1)
    if count < 0 { point = first.far }
    let second = try ends(of: thing, count)
    try swap(first, second)
    point = second.far + (count < 0 ? first.near - first.far : 0)
  }

  /// Returns the far and near ends of a number of things, forward or back from point.
  private mutating func ends(
    of thing: EmacsThing, _ count: Int
  ) throws(EmacsFailure) -> (far: Int, near: Int) {
    if thing == .expression { return try expressionEnds(count) }
    try move(over: thing, count)
    let far = point
    try move(over: thing, -count)
    return (far, point)
  }

  private mutating func expressionEnds(
    _ count: Int
  ) throws(EmacsFailure) -> (far: Int, near: Int) {
    let isForward = count > 0
    if Self.isSymbol(syntax(point, isForward: isForward)) {
      point = symbolEdge(point, isForward: !isForward)
      return (try expression(from: point, count), point)
    }
    point = skipBetween(point, isForward: !isForward)
    let far = try expression(from: point, count)
    point = skipBetween(point, isForward: isForward)
    return (far, point)
  }

  private func skipBetween(_ offset: Int, isForward: Bool) -> Int {
    skip(offset, isForward: isForward) { [.blank, .punctuation].contains(EmacsSyntax($0)) }
  }

  /// Moves down `count` lines, adding lines that are missing.
  private mutating func moveOverLines(_ count: Int) {
    let before = point
    var missing = max(0, line(point) + count - lastLine)
    forwardLine(count)
    let endsLine = byte(point - 1) == 0x0a
    // A last line without an ending counts as a line, and gets an ending.
    if missing > 0, point != before, !endsLine { missing -= 1 }
    if !endsLine { missing += 1 }
    let lines = repeatElement(newline, count: min(missing, text.mostRepeated))
    insert(Array(lines.joined()))
  }

  private mutating func swap(
    _ one: (far: Int, near: Int), _ other: (far: Int, near: Int)
  ) throws(EmacsFailure) {
    let ranges = [one, other].map { min($0.far, $0.near)..<max($0.far, $0.near) }
      .sorted { $0.lowerBound < $1.lowerBound }
    let (first, second) = (ranges[0], ranges[1])
    if first.upperBound > second.lowerBound {
      throw failure("There are no two things to swap here.")
    }
    // In this order, marks at the ends of both stay there.
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
