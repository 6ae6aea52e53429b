import TextEngine

/// `=`: gives lines the indent of the line before, as vim does where no language is known.
extension VimMachine {
  mutating func reindent(_ region: VimRegion) {
    let lines = region.lines
    let fixed = options.knowsMarkdown ? fixedLines(lines) : []
    cursor = region.start
    for number in lines where !fixed.contains(number) {
      let bytes = text.line(number)
      let new = bytes.allSatisfy(isBlank) ? [] : withIndent(bytes, indent(before: number))
      if new != bytes {
        if lines.count == 1 { rememberLine(number) }
        changeLine(number, new)
      }
    }
    touch(cursor)
    if lines.count > 1 { line.number = nil }
    noteChange(lines: lines.lowerBound, through: lines.upperBound)
    goToLine(lines.lowerBound)
    if !fixed.isEmpty { effects.append(.say("List items, quotes and code are as they were.")) }
  }

  /// The indent of the nearest line with text above; 0 for one that begins with `#`.
  private func indent(before number: Int) -> Int {
    func isHash(_ line: [UInt8]) -> Bool {
      line.first { !isBlank($0) } == UInt8(ascii: "#")
    }
    if isHash(text.line(number)) { return 0 }
    var above = number - 1
    while above >= 0 {
      let line = text.line(above)
      if !line.allSatisfy(isBlank), !isHash(line) { return indentWidth(line) }
      above -= 1
    }
    return 0
  }

  // MARK: - Lines whose indent has a meaning

  /// The lines of Markdown that do not change: code, and paragraphs in which an item or a quote
  /// begins, with the indented ones below them.
  private func fixedLines(_ lines: ClosedRange<Int>) -> Set<Int> {
    let context = text.key.context(Selections(Selection(at: .zero)))
    var (fixed, isFixed, isAfterBlank) = (Set<Int>(), false, true)
    for number in paragraphsStart(of: lines.lowerBound)...lines.upperBound {
      let line = text.line(number)
      if line.allSatisfy(isBlank) {
        isAfterBlank = true
        continue
      }
      if context.isCode(text.offset(of: VimPosition(line: number, column: firstText(line)))) {
        fixed.insert(number)
        continue
      }
      let isIndented = line.first.map(isBlank) ?? false
      if isAfterBlank { isFixed = isFixed && isIndented }
      isFixed = isFixed || Self.beginsBlock(line)
      if isFixed { fixed.insert(number) }
      isAfterBlank = false
    }
    return fixed.intersection(lines.filter { !text.line($0).allSatisfy(isBlank) })
  }

  /// The nearest line above that begins without an indent, after a blank one.
  private func paragraphsStart(of number: Int) -> Int {
    var start = number
    while start > 0, number - start < 1_000 {
      let line = text.line(start)
      if !line.isEmpty, !isBlank(line[0]), text.line(start - 1).allSatisfy(isBlank) { break }
      start -= 1
    }
    return start
  }

  /// Whether an item, a quote or a row of a table begins.
  private static func beginsBlock(_ line: [UInt8]) -> Bool {
    var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.popFirst() else { return false }
    switch first {
    case UInt8(ascii: ">"), UInt8(ascii: "|"): return true
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return rest.first.map { $0 == 0x20 || $0 == 0x09 } ?? true
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      rest = rest.drop { (0x30...0x39).contains($0) }
      guard let end = rest.popFirst(), end == UInt8(ascii: ".") || end == UInt8(ascii: ")") else {
        return false
      }
      return rest.first.map { $0 == 0x20 || $0 == 0x09 } ?? true
    default: return false
    }
  }
}
