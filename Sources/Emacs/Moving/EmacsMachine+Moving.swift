import TextEngine

/// Moves by characters and words, and to the ends of lines and of the text.
extension EmacsMachine {
  mutating func moveCharacters(_ count: Int) throws(EmacsFailure) {
    if rectangle.isOn, region.isActive { return moveInRectangle(columns: count) }
    for _ in 0..<abs(count) {
      let target = count > 0 ? next(point) : previous(point)
      if target == point { throw count > 0 ? .endOfText : .startOfText }
      point = target
    }
  }

  mutating func moveToLineStart() throws(EmacsFailure) {
    point = lineStart(lineEdge(count - 1))
  }

  mutating func moveToLineEnd() throws(EmacsFailure) {
    point = line(point) + count <= 0 ? 0 : lineEnd(lineEdge(count - 1))
  }

  mutating func backToIndentation() { point = skipBlanks(lineStart(point)) }

  mutating func startOfText() {
    if case .universal = argument {} else if !region.isActive { pushMark() }
    guard let tenths else {
      point = 0
      return
    }
    point = offset(ofCharacter: characterCount * tenths / 10 + 1)
    forwardLine()
  }

  mutating func endOfText() {
    if case .universal = argument {} else if !region.isActive { pushMark() }
    guard let tenths else {
      point = end
      return
    }
    point = offset(ofCharacter: characterCount - characterCount * tenths / 10)
    forwardLine()
  }

  /// The tenths of the text that `M-<` and `M->` skip.
  private var tenths: Int? {
    switch argument {
    case nil, .universal: nil
    case .minus: -1
    case .number(let number): number
    }
  }

  /// Whether tenths are counted in characters; in a long text, bytes are close enough.
  private var countsCharacters: Bool { end < 1 << 16 }

  private var characterCount: Int {
    countsCharacters ? bytes(0..<end).count { $0 & 0xc0 != 0x80 } : end
  }

  private func offset(ofCharacter number: Int) -> Int {
    if number <= 0 { return 0 }
    guard countsCharacters else { return characterStart(min(end, number)) }
    var left = number
    let starts = bytes(0..<end).firstIndex { byte in
      if byte & 0xc0 == 0x80 { return false }
      left -= 1
      return left < 0
    }
    return starts ?? end
  }

  private func characterStart(_ offset: Int) -> Int {
    rope.boundary(atOrBefore: ByteOffset(offset)).value
  }

  // MARK: - Words

  /// Returns the end of the `count`-th next word or, for a negative count, the start of a previous
  /// one. If there are fewer words, returns the end or the start of the text.
  func word(from offset: Int, _ count: Int) -> Int {
    var offset = offset
    for _ in 0..<abs(count) {
      let next = wordEdge(offset, isForward: count > 0)
      if next == offset { break }
      offset = next
    }
    return offset
  }

  private func wordEdge(_ offset: Int, isForward: Bool) -> Int {
    let start = skip(offset, isForward: isForward) { EmacsSyntax($0) != .word }
    var last: UInt32?
    return skip(start, isForward: isForward) { value in
      guard EmacsSyntax(value) == .word else { return false }
      defer { last = value }
      guard let last else { return true }
      return
        !(isForward
        ? EmacsWords.isBoundary(last, value) : EmacsWords.isBoundary(value, last))
    }
  }

  // MARK: - Offsets in the text

  mutating func goToLine() throws(EmacsFailure) {
    if let argument { return try goTo(line: argument.value) }
    startPrompt(.line, "Go to line: ")
  }

  mutating func goTo(line: Int) throws(EmacsFailure) {
    if !region.isActive { pushMark() }
    point = 0
    if line > 0 { forwardLine(line - 1) }
  }

  mutating func goToCharacter() throws(EmacsFailure) {
    if let argument { return goTo(character: argument.value) }
    startPrompt(.character, "Go to character: ")
  }

  mutating func goTo(character: Int) {
    var offset = 0
    for _ in 0..<max(0, min(character, end + 1) - 1) {
      guard let scalar = scalar(offset) else { break }
      offset = scalar.range.upperBound
    }
    point = characterStart(offset)
  }

  mutating func goToColumn() throws(EmacsFailure) {
    if let argument {
      moveToColumn(max(0, argument.value))
      return
    }
    startPrompt(.column, "Move to column: ")
  }
}
