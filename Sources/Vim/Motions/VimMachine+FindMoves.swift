/// `f F t T`, and `;` and `,`.
extension VimMachine {
  mutating func find(
    _ argument: String, isForward: Bool, isTill: Bool, _ count: Int
  ) throws(VimFailure) -> VimMove {
    if argument.isEmpty { throw .quiet }
    let find = VimFind(character: Array(argument.utf8), isForward: isForward, isTill: isTill)
    // It is remembered also where it finds nothing. `.` does not change what `;` does.
    if !change.isRepeating { search.lastFind = find }
    return try go(to: find, count)
  }

  func findAgain(isReversed: Bool, _ count: Int) throws(VimFailure) -> VimMove {
    guard var find = search.lastFind else { throw .quiet }
    if isReversed { find.isForward.toggle() }
    // The cursor is next to the character since the last `t`: it goes to the one behind it.
    return try go(to: find, count, passesNeighbor: find.isTill && count == 1)
  }

  private func go(
    to find: VimFind, _ count: Int, passesNeighbor: Bool = false
  ) throws(VimFailure) -> VimMove {
    let line = text.line(cursor.line)
    var column = cursor.column
    var passes = passesNeighbor
    for _ in 0..<count {
      var isFound = false
      while !isFound {
        if find.isForward {
          column = VimChars.next(line, column)
          if column >= line.count { throw .quiet }
        } else {
          if column == 0 { throw .quiet }
          column = VimChars.previous(line, column)
        }
        isFound = !passes && line[column...].starts(with: find.character)
        passes = false
      }
    }
    if find.isTill {
      column =
        find.isForward
        ? VimChars.previous(line, column)
        : VimChars.start(line, column + find.character.count)
    }
    return VimMove(
      end: VimPlace(line: cursor.line, column: column), isInclusive: find.isForward)
  }
}
