/// Moves to marks.
extension VimMachine {
  func moveToMark(_ argument: String, isToLine: Bool) throws(VimFailure) -> VimMove {
    guard let name = argument.first, let position = position(ofMark: name),
      position.line <= text.lastLine
    else { throw VimFailure(message: "Mark not set") }
    return move(toMarkAt: position, isToLine: isToLine)
  }

  private func move(toMarkAt position: VimPosition, isToLine: Bool) -> VimMove {
    if isToLine {
      return VimMove(end: firstText(ofLine: position.line), shape: .lines, isJump: true)
    }
    let line = text.line(position.line)
    let column = VimChars.start(line, min(max(0, position.column), line.count))
    return VimMove(
      end: onCharacter(VimPosition(line: position.line, column: column)), isJump: true)
  }

  /// Returns the position of a mark; nil if it is not set.
  func position(ofMark name: Character) -> VimPosition? {
    switch name {
    case "'", "`": marks.positions["'"] ?? marks.positions["`"] ?? VimPosition(line: 0, column: 0)
    case "[": marks.positions["["] ?? VimPosition(line: 0, column: 0)
    case "]": marks.positions["]"] ?? VimPosition(line: text.lastLine, column: 0)
    case "<", ">": selectionMark(name)
    case "(", ")":
      sentenceMark(isForward: name == ")")
    case "{", "}":
      (try? moveToParagraph(1, isForward: name == "}"))?.end
    default: marks.positions[name]
    }
  }

  /// Returns an end of the last selection; of selected lines, the start or end of the line.
  private func selectionMark(_ name: Character) -> VimPosition? {
    let isStart = name == "<"
    let last = visual.last.map { isStart ? min($0.start, $0.end) : max($0.start, $0.end) }
    guard var position = marks.positions[name] ?? last else { return nil }
    if visual.last?.shape == .lines {
      position.column = isStart ? 0 : text.length(position.line)
    }
    return position
  }

  private func sentenceMark(isForward: Bool) -> VimPosition? {
    var walk = VimWalk(text, at: cursor)
    return walk.toSentence(count: 1, isForward: isForward) ? walk.position : nil
  }

  /// Handles ``]` `` and the like: moves over the marks `a` to `z` in the order of the text. Stops
  /// at the last one.
  func moveOverMarks(_ count: Int, isForward: Bool, isToLine: Bool) -> VimMove {
    let named = marks.positions.filter { $0.key.isASCII && $0.key.isLowercase }.values.sorted()
    var position = cursor
    for _ in 0..<count {
      var from = position
      // For moves to lines, marks in the same line do not count.
      if isToLine { from.column = isForward ? Int.max : 0 }
      guard
        let next = isForward ? named.first(where: { $0 > from }) : named.last(where: { $0 < from })
      else { break }
      position = next
    }
    return move(toMarkAt: position, isToLine: isToLine)
  }
}
