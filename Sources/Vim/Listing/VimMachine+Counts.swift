import TextEngine

/// `g C-g`: the position or the selection in columns, lines, words, characters and bytes.
extension VimMachine {
  var counts: String {
    var all = VimTally()
    var chosen = VimTally()
    let region = countedRegion
    for number in 0...text.lastLine {
      let line = text.line(number)
      all.add(line[...], hasEnd: true)
      guard let part = chosenPart(of: number, line, region) else { continue }
      chosen.add(line[part.range], hasEnd: part.hasEnd)
    }
    let lines = text.lineCount
    if let region {
      let columns = blockColumns(region).map { "\($0) Cols; " } ?? ""
      let head = "Selected \(columns)\(region.lines.count) of \(lines) Lines"
      return ([head] + words(chosen, of: all)).joined(separator: "; ")
    }
    // The character at the cursor is counted too.
    (chosen.characters, chosen.bytes) = (chosen.characters + 1, chosen.bytes + 1)
    if let line = wordAtCursor { chosen.words += line }
    let line = text.line(cursor.line)
    let column = Self.column(cursor.column + 1, cell: cursorCell + 1)
    let width = Self.column(
      line.count, cell: VimChars.cell(line, at: line.count, tab: options.tabStop))
    return
      (["Col \(column) of \(width)", "Line \(cursor.line + 1) of \(lines)"]
      + positions(chosen, of: all)).joined(separator: "; ")
  }

  private func words(_ chosen: VimTally, of all: VimTally) -> [String] {
    var words = ["\(chosen.words) of \(all.words) Words"]
    if all.characters != all.bytes {
      words.append("\(chosen.characters) of \(all.characters) Chars")
    }
    return words + ["\(chosen.bytes) of \(all.bytes) Bytes"]
  }

  private func positions(_ chosen: VimTally, of all: VimTally) -> [String] {
    var words = ["Word \(chosen.words) of \(all.words)"]
    if all.characters != all.bytes {
      words.append("Char \(chosen.characters) of \(all.characters)")
    }
    return words + ["Byte \(chosen.bytes) of \(all.bytes)"]
  }

  /// 1 if a word starts at the cursor, which the text before it does not have.
  private var wordAtCursor: Int? {
    let line = text.line(cursor.line)
    let column = cursor.column
    guard column < line.count, !line[column].isSpaceOrTab else { return nil }
    return column == 0 || line[column - 1].isSpaceOrTab ? 1 : nil
  }

  private static func column(_ byte: Int, cell: Int) -> String {
    byte == cell ? "\(byte)" : "\(byte)-\(cell)"
  }

  private var countedRegion: VimRegion? {
    guard let shape = visualShape else { return nil }
    var region = VimRegion(
      start: min(visual.start, cursor), end: max(visual.start, cursor), shape: shape)
    if shape == .block { setCells(of: &region, toEnd: wanted == .end) }
    return region
  }

  /// The width of a selected block; nil for other selections, and to the lines' ends.
  private func blockColumns(_ region: VimRegion) -> Int? {
    region.shape == .block && region.cells.upperBound != .max ? region.cells.count : nil
  }

  /// The part of a line that is selected, or that is before the cursor.
  private func chosenPart(
    of number: Int, _ line: [UInt8], _ region: VimRegion?
  ) -> (range: Range<Int>, hasEnd: Bool)? {
    guard let region else {
      if number > cursor.line { return nil }
      return number < cursor.line
        ? (0..<line.count, true) : (0..<min(cursor.column, line.count), false)
    }
    guard region.lines.contains(number) else { return nil }
    switch region.shape {
    case .lines: return (0..<line.count, true)
    case .block:
      let part = blockPart(of: line, region)
      return (part.start..<max(part.start, part.end), false)
    case .characters:
      let start = number == region.start.line ? min(region.start.column, line.count) : 0
      if number < region.end.line { return (start..<line.count, true) }
      let end = min(line.count, VimChars.next(line, region.end.column))
      return (start..<max(start, end), region.end.column >= line.count)
    }
  }
}

private struct VimTally {
  var words = 0
  var characters = 0
  var bytes = 0

  /// Adds a part of a line.
  mutating func add(_ part: ArraySlice<UInt8>, hasEnd: Bool) {
    var wasBlank = true
    for byte in part {
      let isBlank = byte.isSpaceOrTab
      if wasBlank, !isBlank { words += 1 }
      wasBlank = isBlank
      if byte & 0xc0 != 0x80 { characters += 1 }
    }
    bytes += part.count + (hasEnd ? 1 : 0)
    characters += hasEnd ? 1 : 0
  }
}
