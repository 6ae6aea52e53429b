import TextEngine

/// Deleting without the kill ring, and changes of blanks and blank lines.
extension EmacsMachine {
  mutating func deleteCharacter() throws(EmacsFailure) { try deleteCharacters(count) }

  /// Handles `Del`: deletes the region if it is active.
  mutating func deleteForward() throws(EmacsFailure) {
    if count == 1, try deleteUsedRegion() { return }
    try deleteCharacters(count)
  }

  mutating func deleteBackward() throws(EmacsFailure) {
    if count == 1, try deleteUsedRegion() { return }
    try deleteCharacters(-count)
  }

  private mutating func deleteUsedRegion() throws(EmacsFailure) -> Bool {
    guard let region = usedRegion else { return false }
    if rectangle.isOn { try deleteRectangle() } else { delete(region) }
    return true
  }

  /// Deletes characters; with an argument, kills them.
  private mutating func deleteCharacters(_ count: Int) throws(EmacsFailure) {
    if abs(count) < 2 { joinUndo() }
    var target = point
    for _ in 0..<abs(count) {
      let next = count > 0 ? next(target) : previous(target)
      if next == target { throw count > 0 ? .endOfText : .startOfText }
      target = next
    }
    if argument != nil { kill(from: point, to: target) } else { delete(point, target) }
  }

  // MARK: - Blanks

  /// Handles `M-\`; with an argument deletes only the blanks before point.
  mutating func deleteHorizontalSpace() {
    let end = argument == nil ? skipBlanks(point) : point
    delete(skipBlanksBack(point), end)
  }

  /// Handles `M-Space`: leaves `count` blanks; a negative argument includes line endings.
  mutating func justOneSpace() {
    let wanted = abs(count)
    let isWhite = count < 0
    let start = isWhite ? skipWhiteBack(point) : skipBlanksBack(point)
    point = start
    var left = wanted
    while left > 0, byte(point) == 0x20 {
      point += 1
      left -= 1
    }
    let end = isWhite ? skipWhite(point) : skipBlanks(point)
    delete(point..<end)
    insert([UInt8](repeating: 0x20, count: min(left, text.mostRepeated)))
    command.endsRegion = true
  }

  /// Handles `C-x C-o`: reduces the blank lines here to one, deletes a single one, or deletes those
  /// that follow.
  mutating func deleteBlankLines() {
    let isBlank = isBlankLine(point)
    let line = line(point)
    let isSingle =
      isBlank
      && !(line < lastLine && isBlankLine(start(ofLine: line + 1)))
      && (line == 0 || !isBlankLine(start(ofLine: line - 1)))
    if isBlank {
      point = lineStart(point)
      if isSingle { forwardLine() }
      let text = skipWhiteBack(point)
      let first = text == 0 ? 0 : min(nextLineStart(text), end)
      delete(first, point)
    }
    if !(isBlank && isSingle) {
      let start = nextLineStart(point)
      let text = skipWhite(start)
      let stop = text < end ? lineStart(text) : end
      if stop > start { delete(start..<stop) }
    }
    if isLineStart(point), isBlankLine(point), !isEndOfText(point), nextLineStart(point) == end,
      byte(end - 1) == 0x0a
    {
      delete(point..<end)
    }
  }

  private func isEndOfText(_ offset: Int) -> Bool { offset >= end }

  /// Handles `M-^`: joins the line to the one before, with an argument the next one, or a region.
  mutating func deleteIndentation() {
    command.endsRegion = true
    let least: Int
    if argument == nil, let region = usedRegion {
      least = region.lowerBound
      let isOneLine = region.upperBound <= lineEnd(region.lowerBound)
      point = isOneLine ? region.lowerBound : region.upperBound
    } else if argument == nil {
      least = lineStart(point) - 1
    } else {
      least = nextLineStart(point) - 1
      forwardLine()
    }
    while lineStart(point) > least, point > 0 {
      point = lineStart(point)
      if point == 0 { break }
      delete(previous(point)..<point)
      fixWhitespace()
    }
  }

  /// Leaves one blank between words, and none at a bracket or an end of the line.
  private mutating func fixWhitespace() {
    let here = addMarker(point)
    delete(skipBlanksBack(point), skipBlanks(point))
    let isGlued =
      isLineStart(point) || isLineEnd(point) || syntax(point) == .close
      || syntax(before: point) == .open
    if !isGlued { insert(" ") }
    point = marker(here)
  }

  /// Handles `M-x delete-trailing-whitespace`.
  mutating func deleteTrailingWhitespace() {
    let here = addMarker(point)
    let range = usedRegion ?? 0..<end
    for line in (line(range.lowerBound)...line(range.upperBound)).reversed() {
      let stop = min(lineEnd(start(ofLine: line)), range.upperBound)
      let text = skipBlanksBack(stop, downTo: max(start(ofLine: line), range.lowerBound))
      if text < stop, isLineEnd(stop) { delete(text..<stop) }
    }
    // Without a region, blank lines at the end go too.
    let last = skip(end, isForward: false) { $0 == 0x0a || $0 == 0x0d }
    if usedRegion == nil, last < end, nextLineStart(last) < end {
      delete(nextLineStart(last)..<end)
    }
    point = marker(here)
  }
}
