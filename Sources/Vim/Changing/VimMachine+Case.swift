/// Commands that change case, and `r` and `~`.
extension VimMachine {
  mutating func changeCase(_ region: VimRegion, by name: VimOperator) {
    var region = region
    if region.isEmpty {
      // Vim moves back one character from the end: from a line's start, to the line before.
      guard region.start.column == 0 else { return }
      let line = text.line(region.start.line)
      region.end.column = region.start.line == 0 ? VimChars.next(line, 0) : line.count
    }
    cursor = region.start
    for number in region.lines {
      let bytes = text.line(number)
      let part = self.part(of: bytes, number, region)
      if part.isEmpty {
        touch(VimPosition(line: number, column: part.lowerBound))
        continue
      }
      if region.lineCount == 1 { rememberLine(number) }
      changeLine(
        number,
        bytes[..<part.lowerBound] + VimCase.changed(bytes[part], by: name)
          + bytes[part.upperBound...])
    }
    if region.shape == .lines {
      noteChange(toEndOf: region.lines)
    } else {
      noteChange(from: region.start, to: region.end)
    }
    if region.shape == .block { goToLeftSide(of: region) }
    want()
  }

  /// Returns the bytes of a line that are in a region.
  func part(of line: [UInt8], _ number: Int, _ region: VimRegion) -> Range<Int> {
    switch region.shape {
    case .lines: return 0..<line.count
    case .block:
      let part = blockPart(of: line, region)
      return part.start..<part.end
    case .characters:
      let start = number == region.start.line ? min(region.start.column, line.count) : 0
      let end = number == region.end.line ? behind(region).column : line.count
      return start..<max(start, end)
    }
  }

  /// Handles `~`: changes `count` characters from the cursor, which moves past them.
  mutating func toggleCaseHere(_ count: Int) throws(VimFailure) {
    if options.moving.wrappingKeys.contains("~") { return toggleCaseOverLines(count) }
    let bytes = text.line(cursor.line)
    if bytes.isEmpty { throw .quiet }
    rememberLine(cursor.line)
    let start = cursor.column
    var end = start
    for _ in 0..<count where end < bytes.count { end = VimChars.next(bytes, end) }
    let new = VimCase.changed(bytes[start..<end], by: .toggleCase)
    changeLine(cursor.line, bytes[..<start] + new + bytes[end...])
    noteChange(from: cursor, to: VimPosition(line: cursor.line, column: start + new.count))
    cursor.column = start + new.count
    rest()
    want()
  }

  /// The same with `whichwrap=~`: goes on in the next line.
  private mutating func toggleCaseOverLines(_ count: Int) {
    let start = cursor
    var left = count
    while left > 0 {
      let bytes = text.line(cursor.line)
      rememberLine(cursor.line)
      var end = cursor.column
      while left > 0, end < bytes.count {
        end = VimChars.next(bytes, end)
        left -= 1
      }
      if bytes.isEmpty { left -= 1 }
      let new = VimCase.changed(bytes[cursor.column..<end], by: .toggleCase)
      changeLine(cursor.line, bytes[..<cursor.column] + new + bytes[end...])
      cursor.column += new.count
      guard cursor.column >= text.length(cursor.line), cursor.line < text.lastLine else { break }
      cursor = VimPosition(line: cursor.line + 1)
    }
    noteChange(from: start, to: cursor)
    rest()
    want()
  }

  /// Handles `r`: replaces each of `count` characters; a line end replaces all of them.
  mutating func replaceHere(
    _ count: Int, with character: String, byCells: Bool = false
  ) throws(VimFailure) {
    let bytes = text.line(cursor.line)
    var end = cursor.column
    for _ in 0..<count {
      if end >= bytes.count, byCells { break }
      if end >= bytes.count { throw .quiet }
      end = VimChars.next(bytes, end)
    }
    let start = cursor
    if character == VimKeyMarks.below || character == VimKeyMarks.above {
      return copyOver(count, from: character == VimKeyMarks.below ? 1 : -1)
    }
    registers.named["."] = VimRegister(typed: VimKey.keys(of: character))
    if character == "\r" {
      let indent = options.autoIndent ? self.indent(indentWidth(Array(bytes[..<start.column]))) : []
      let tail = options.autoIndent ? bytes[end...].drop(while: isBlank) : bytes[end...]
      changeLine(cursor.line, Array(bytes[..<start.column]))
      insertLines([tail.isEmpty ? [] : indent + tail], at: cursor.line + 1)
      line.number = nil
      // A last character that is alone in its line keeps the cursor.
      let isAlone = tail.count > 0 && VimChars.next(Array(tail), 0) == tail.count
      cursor = VimPosition(
        line: cursor.line + 1, column: isAlone ? indent.count : max(0, indent.count - 1))
      noteChange(from: start, to: cursor)
      rest()
      return want()
    }
    rememberLine(cursor.line)
    var one = Array(character.utf8)
    if character == "\t", options.expandsTabs {
      let width = options.tabStop - cell(of: cursor) % options.tabStop
      one = [UInt8](repeating: 0x20, count: width)
      let all = one + [UInt8](repeating: 0x20, count: (count - 1) * options.tabStop)
      changeLine(cursor.line, bytes[..<start.column] + all + bytes[end...])
      cursor.column = start.column + all.count - 1
    } else {
      var (all, blanks) = (Array((0..<count).map { _ in one }.joined()), 0)
      if byCells {
        let width = VimChars.cell(all, at: all.count, tab: options.tabStop)
        (end, blanks) = replacedCells(in: bytes, count: width)
      }
      let last = start.column + all.count - one.count
      all += [UInt8](repeating: 0x20, count: blanks)
      changeLine(cursor.line, bytes[..<start.column] + all + bytes[end...])
      // Undo returns to where it began.
      cursor.column = last
    }
    noteChange(from: start, to: cursor)
    want()
  }

  /// Handles `r C-e` and `r C-y`: replaces characters with those below or above.
  private mutating func copyOver(_ count: Int, from rows: Int) {
    let start = cursor
    rememberLine(cursor.line)
    for _ in 0..<count {
      let bytes = text.line(cursor.line)
      let next = VimChars.next(bytes, cursor.column)
      guard let copied = character(inLine: cursor.line + rows) else {
        cursor.column = next
        continue
      }
      changeLine(cursor.line, bytes[..<cursor.column] + copied + bytes[next...])
      cursor.column += copied.count
    }
    cursor.column = max(start.column, VimChars.previous(text.line(cursor.line), cursor.column))
    noteChange(from: start, to: cursor)
    rest()
    want()
  }

  /// Handles `r` on a selection: replaces each character.
  mutating func replaceCharacters(_ region: VimRegion, with character: String) {
    if character == "\r", region.shape == .block { return splitLines(of: region) }
    cursor = region.start
    let one = Array(character.utf8)
    for number in region.lines {
      let bytes = text.line(number)
      let part = self.part(of: bytes, number, region)
      if part.isEmpty { continue }
      var count = 0
      var index = part.lowerBound
      let tab = options.tabStop
      while index < part.upperBound {
        let cell = region.shape == .block ? VimChars.cell(bytes, at: index, tab: tab) : 0
        count +=
          region.shape == .block ? VimChars.width(bytes, at: index, cell: cell, tab: tab) : 1
        index = VimChars.next(bytes, index)
      }
      let new = replacement(of: bytes, count, region, with: one)
      changeLine(number, bytes[..<part.lowerBound] + new + bytes[part.upperBound...])
    }
    noteChange(from: region.start, to: region.end)
    if region.shape == .block { goToLeftSide(of: region) }
    if region.shape == .lines { cursor.column = 0 }
    want()
  }
}

extension VimMachine {
  /// Returns the text that replaces `count` cells of a block, or as many characters: a cut tab stays
  /// outside it as blanks, and a wide character fills two cells.
  private func replacement(
    of line: [UInt8], _ count: Int, _ region: VimRegion, with one: [UInt8]
  ) -> [UInt8] {
    guard region.shape == .block else { return Array((0..<count).map { _ in one }.joined()) }
    let part = blockPart(of: line, region)
    let blank = UInt8(ascii: " ")
    let inner = max(0, count - part.leading - part.trailing)
    let width = one.isEmpty ? 1 : VimChars.width(one, at: 0, cell: 0, tab: options.tabStop)
    let isWide = width == 2 && one[0] >= 0x80
    let (times, odd) = isWide ? (inner / 2, inner % 2) : (inner, 0)
    return [UInt8](repeating: blank, count: part.leading)
      + Array((0..<times).map { _ in one }.joined())
      + [UInt8](repeating: blank, count: part.trailing + odd)
  }

  /// Handles `r` and Enter on a block: a line end replaces the block's part of each line.
  private mutating func splitLines(of region: VimRegion) {
    cursor = region.start
    for number in region.lines.reversed() where number <= text.lastLine {
      let bytes = text.line(number)
      let part = blockPart(of: bytes, region)
      if part.isEmpty { continue }
      let blanks = [UInt8](repeating: UInt8(ascii: " "), count: part.leading)
      changeLine(number, Array(bytes[..<part.start]) + blanks)
      insertLines([Array(bytes[part.end...])], at: number + 1)
    }
    line.number = nil
    noteChange(from: region.start, to: region.end)
    goToLeftSide(of: region)
    rest()
    want()
  }
}

/// Changes of case as in vim: one letter for one letter.
enum VimCase {
  static func changed(_ bytes: ArraySlice<UInt8>, by name: VimOperator) -> [UInt8] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { changed($0, by: name).utf8 }
  }

  private static func changed(_ scalar: Unicode.Scalar, by name: VimOperator) -> String {
    let same = String(Character(scalar))
    switch name {
    case .upper: return scalar == "ß" ? "SS" : single(scalar.properties.uppercaseMapping) ?? same
    case .lower: return single(scalar.properties.lowercaseMapping) ?? same
    case .toggleCase:
      if let small = single(scalar.properties.lowercaseMapping), small != same { return small }
      return single(scalar.properties.uppercaseMapping) ?? same
    case .rot13:
      guard scalar.isASCII, scalar.properties.isAlphabetic else { return same }
      let base: UInt32 = scalar.value >= 97 ? 97 : 65
      return Unicode.Scalar((scalar.value - base + 13) % 26 + base).map { String(Character($0)) }
        ?? same
    default: return same
    }
  }

  static func single(_ text: String) -> String? {
    text.unicodeScalars.count == 1 ? text : nil
  }
}
