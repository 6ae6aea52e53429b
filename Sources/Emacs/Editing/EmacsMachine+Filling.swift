import Cells
import TextEngine

/// Handles `M-q`: breaks the lines of a paragraph again at the fill column.
///
/// Fills as Emacs does, not as the editor's own command and `gq`: treats the text as plain, with a
/// prefix that it finds in the lines; reduces runs of blanks to one; never breaks after a full stop
/// within a sentence; and breaks between ideographs.
extension EmacsMachine {
  mutating func setFillColumn() throws(EmacsFailure) {
    switch argument {
    case .number(let number): setFillColumn(to: number)
    case .universal: setFillColumn(to: column(point))
    default: startPrompt(.fillColumn, "Set fill column to: ", text: String(column(point)))
    }
  }

  mutating func setFillColumn(to column: Int) {
    options.fillColumn = max(1, column)
    say("Lines are filled up to column \(options.fillColumn).")
  }

  mutating func fillParagraph() throws(EmacsFailure) {
    if let region = usedRegion { return fill(region) }
    let here = addMarker(point)
    point = lineStart(point)
    if skip(point, while: { Self.isWhite($0) || $0 == 0x0c }) < end {
      moveParagraphs(1)
      let stop = point
      moveParagraphs(-1)
      fillParagraph(point..<max(point, stop))
    }
    point = marker(here)
  }

  mutating func fill(_ region: Range<Int>) {
    let here = addMarker(point)
    let last = addMarker(region.upperBound)
    let first = region.lowerBound
    point = lineStart(first)
    while point < marker(last) {
      let start = point
      moveParagraphs(1)
      let stop = min(marker(last), point)
      moveParagraphs(-1)
      if point < first { point = first }
      if point >= start, point < stop {
        fillParagraph(point..<stop)
      } else {
        point = max(stop, start + 1)
      }
    }
    point = marker(here)
  }

  /// Fills a paragraph. Leaves point after it.
  private mutating func fillParagraph(_ range: Range<Int>) {
    let text = skipWhite(range.lowerBound)
    let from = max(lineStart(text), range.lowerBound)
    point = range.upperBound
    var hasOne = false
    // One line ending remains after it.
    while point > from, byte(point - 1) == 0x0a {
      let before = previous(point)
      if hasOne { delete(before..<point) } else { point = before }
      hasOne = true
    }
    let to = addMarker(point)
    point = text
    guard marker(to) > text else { return }
    let prefix = fillPrefix(from, marker(to))
    fillLines(from..<marker(to), prefix)
    point = marker(to)
    if point < end { point = next(point) }
  }

  private mutating func fillLines(_ range: Range<Int>, _ prefix: [UInt8]) {
    let rule = FillRule(
      width: options.fillColumn, tabWidth: tabWidth,
      doubled: options.sentencesEndWithTwoBlanks ? sentenceRule : nil,
      joinsWithoutBlank: { Self.isIdeograph($0) || Self.isIdeograph($1) },
      mayPart: {
        (Self.isIdeograph($0) || Self.isIdeograph($1)) && !Self.forbiddenAtStart.contains($1)
      })
    var lines: [Range<ByteOffset>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let first = min(prefixEnd(start, prefix), range.upperBound)
      lines.append((first..<max(first, min(lineEnd(start), range.upperBound))).offsets)
      start = nextLineStart(start)
    }
    if lines.count > 1 { command.endsRegion = true }
    for line in lines.dropFirst() {
      let prefix = lineStart(line.lowerBound.value)..<line.lowerBound.value
      mapMarks { prefix.contains($0) ? prefix.upperBound : $0 }
    }
    if lines.count > 1, rope.bytes(in: lines[0]).allSatisfy(Self.isBlank) {
      // A line with only the prefix.
      let gap = lines[0].upperBound.value..<lines[1].lowerBound.value
      replace(gap, with: [0x20])
      return fillLines(range.lowerBound..<range.upperBound + 1 - gap.count, prefix)
    }
    while lines.count > 1, let last = lines.last, rope.bytes(in: last).allSatisfy(Self.isBlank) {
      lines.removeLast()
    }
    guard let last = lines.popLast() else { return }
    let end = skipBlanksBack(last.upperBound.value, downTo: last.lowerBound.value)
    lines.append(last.lowerBound..<ByteOffset(end))
    delete(end..<range.upperBound)
    var growth = 0
    for change in rule.changes(to: lines, of: rope, prefix: prefix, ending: newline) {
      let old = change.range.lowerBound.value + growth..<change.range.upperBound.value + growth
      replace(old, with: change.new.bytes, keepsMarkers: true)
      growth += change.new.byteCount - old.count
    }
  }

  /// Whether a character is Chinese or Japanese: no blank goes between those.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30ff, 0x3000...0x303f, 0x3400...0x9fff, 0xf900...0xfaff, 0xff00...0xffef,
      0x20000...0x3ffff:
      true
    default: false
    }
  }

  private static let forbiddenAtStart = Set<Unicode.Scalar>("、。，．」』）ー".unicodeScalars)
}

/// The common prefix of a paragraph's lines: blanks, or marks such as `>` and `-`.
extension EmacsMachine {
  func fillPrefix(_ from: Int, _ to: Int) -> [UInt8] {
    var first = from
    if isLineEnd(first) { first = nextLineStart(first) }
    first = lineStart(first)
    let firstPrefix = adaptivePrefix(first)
    let second = nextLineStart(first)
    if second < to, second > first {
      if isBlank(from: second) { return [] }
      guard let prefix = adaptivePrefix(second) else { return [] }
      return shared(firstPrefix ?? [], prefix)
    }
    guard let prefix = firstPrefix else { return [] }
    if prefix.allSatisfy(Self.isBlank) { return prefix }
    // Marks of a single line are not repeated: use blanks instead.
    let width = Cells.width(of: String(decoding: prefix, as: UTF8.self))
    return [UInt8](repeating: 0x20, count: width)
  }

  /// Returns the end of a line's blanks, or of the prefix's marks if the line has them.
  func prefixEnd(_ offset: Int, _ prefix: [UInt8]) -> Int {
    let start = skipBlanks(offset)
    let marks = prefix.filter { !Self.isBlank($0) }
    if marks.isEmpty { return start }
    var end = start
    for mark in marks {
      end = skipBlanks(end)
      if byte(end) != mark { return start }
      end += 1
    }
    return skipBlanks(end)
  }

  /// Returns the second line's prefix if the first line has the same marks; else the common start.
  private func shared(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var rest = first[...]
    for mark in second.split(whereSeparator: Self.isBlank) {
      guard let range = rest.firstRange(of: mark) else {
        return Array(zip(first, second).prefix { $0 == $1 }.map(\.0))
      }
      rest = rest[range.upperBound...]
    }
    return second
  }

  /// Returns a line's own prefix; nil if it fills the line.
  private func adaptivePrefix(_ start: Int) -> [UInt8]? {
    let offset = skip(start) { Self.isBlank($0) || Self.marks.contains($0) }
    let prefix = bytes(start..<offset)
    let count = String(decoding: prefix, as: UTF8.self).unicodeScalars.count
    return count >= options.fillColumn ? nil : prefix
  }

  private static let marks = Set<UInt32>("-–!|#%;>*·•‣⁃◦".unicodeScalars.map(\.value))
}
