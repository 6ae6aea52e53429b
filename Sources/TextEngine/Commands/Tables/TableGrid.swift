import Cells

/// A Markdown table: its cells, and the alignments of its columns.
package struct TableGrid: Equatable {
  enum Alignment: Equatable { case none, left, center, right }

  /// A cursor's cell, and its byte offset in the words of the cell.
  struct Position: Equatable {
    var row: Int
    var column: Int
    var offset: Int
  }

  /// Quote marks and indent before each row.
  private(set) var prefix: [UInt8]
  /// The rows without the delimiter line, all of the same length; the first is the header.
  var rows: [[[UInt8]]]
  var alignments: [Alignment]

  var columnCount: Int { alignments.count }

  /// Nil if the lines are not a table.
  init?(_ lines: [[UInt8]]) {
    guard lines.count > 1, let alignments = Self.alignments(lines[1]) else { return nil }
    let head = LineHead(lines[0])
    prefix = Array(lines[0][..<head.indentEnd])
    self.alignments = alignments
    rows = lines.enumerated().filter { $0.offset != 1 }.map { Self.cells($0.element).map(\.words) }
    let count = max(alignments.count, rows.map(\.count).max() ?? 0)
    self.alignments += Array(repeating: .none, count: count - alignments.count)
    for row in rows.indices {
      rows[row] += [[UInt8]](repeating: [], count: count - rows[row].count)
    }
  }

  package struct SourceCell: Equatable {
    var words: [UInt8]
    /// The range of the words in the line.
    package var range: Range<Int>
    /// The range up to the next bar, with the bar.
    package var outer: Range<Int>
  }

  /// Splits a line into cells. A bar after a backslash is text.
  package static func cells(_ line: [UInt8]) -> [SourceCell] {
    var start = LineHead(line).indentEnd
    if start < line.count, line[start] == .bar { start += 1 }
    var cells: [SourceCell] = []
    var index = start
    while index < line.count {
      if line[index] == .backslash {
        index += 2
      } else if line[index] == .bar {
        cells.append(cell(line, start..<index))
        index += 1
        start = index
      } else {
        index += 1
      }
    }
    if !line[min(start, line.count)...].isBlank { cells.append(cell(line, start..<line.count)) }
    return cells
  }

  private static func cell(_ line: [UInt8], _ range: Range<Int>) -> SourceCell {
    let words = line[range].trimmed
    return SourceCell(
      words: Array(words), range: words.startIndex..<words.endIndex,
      outer: range.lowerBound..<min(range.upperBound + 1, line.count))
  }

  package static func hasBar(_ line: [UInt8]) -> Bool {
    var index = 0
    while index < line.count {
      if line[index] == .bar { return true }
      index += line[index] == .backslash ? 2 : 1
    }
    return false
  }

  /// Reads the alignments in the delimiter line; nil for any other line.
  static func alignments(_ line: [UInt8]) -> [Alignment]? {
    guard line.contains(.dash), hasBar(line) else { return nil }
    let alignments = cells(line).map { cell -> Alignment? in
      var words = cell.words[...]
      let left = words.first == UInt8(ascii: ":")
      if left { words = words.dropFirst() }
      let right = words.last == UInt8(ascii: ":")
      if right { words = words.dropLast() }
      guard !words.isEmpty, words.allSatisfy({ $0 == .dash }) else { return nil }
      return left ? (right ? .center : .left) : (right ? .right : Alignment.none)
    }
    let known = alignments.compactMap { $0 }
    return known.count == alignments.count && !known.isEmpty ? known : nil
  }

  /// Returns the lines of the table, with the delimiter line and with padded columns.
  func lines() -> [[UInt8]] {
    let widths = widths()
    var lines = rows.map { row in
      prefix + [.bar]
        + zip(row.indices, row).flatMap { column, words in
          padded(words, to: widths[column], alignments[column]) + [.bar]
        }
    }
    let ruler = zip(widths, alignments).flatMap { width, alignment in
      Self.ruler(width, alignment) + [.bar]
    }
    lines.insert(prefix + [.bar] + ruler, at: 1)
    return lines
  }

  /// Returns the position in `lines()`: the line and the byte in it.
  func location(of position: Position) -> (line: Int, byte: Int) {
    let widths = widths()
    let row = min(position.row, rows.count - 1)
    let column = min(position.column, columnCount - 1)
    var byte = prefix.count + 1
    for index in 0..<column {
      byte += padded(rows[row][index], to: widths[index], alignments[index]).count + 1
    }
    let words = rows[row][column]
    byte += 1 + lead(words, in: widths[column], alignments[column])
    return (row == 0 ? 0 : row + 1, byte + min(position.offset, words.count))
  }

  private func widths() -> [Int] {
    (0..<columnCount).map { column in
      max(3, rows.map { Cells.width(ofUTF8: $0[column][...]) }.max() ?? 0)
    }
  }

  /// Returns the blanks before the words of a cell, without the one that is always there.
  private func lead(_ words: [UInt8], in width: Int, _ alignment: Alignment) -> Int {
    let room = width - Cells.width(ofUTF8: words[...])
    switch alignment {
    case .none, .left: return 0
    case .center: return room / 2
    case .right: return room
    }
  }

  private func padded(_ words: [UInt8], to width: Int, _ alignment: Alignment) -> [UInt8] {
    let lead = lead(words, in: width, alignment)
    let rest = width - Cells.width(ofUTF8: words[...]) - lead
    return [UInt8](repeating: .space, count: lead + 1) + words
      + [UInt8](repeating: .space, count: rest + 1)
  }

  private static func ruler(_ width: Int, _ alignment: Alignment) -> [UInt8] {
    let colon = UInt8(ascii: ":")
    let isLeft = alignment == .left || alignment == .center
    let isRight = alignment == .right || alignment == .center
    let dashes = [UInt8](repeating: .dash, count: width - (isLeft ? 1 : 0) - (isRight ? 1 : 0))
    return [.space] + (isLeft ? [colon] : []) + dashes + (isRight ? [colon] : []) + [.space]
  }
}

/// A table in a text, with its lines.
struct FoundTable {
  static let mostRows = 2_000
  static let mostBytes = 1 << 18
  static let longestRow = 1 << 14

  let lines: ClosedRange<LineNumber>
  var grid: TableGrid
  private let sources: [[UInt8]]

  /// Finds the table at an offset; nil if there is none, or if it is too large to lay out.
  init?(_ context: EditContext, at offset: ByteOffset) {
    let text = context.text
    let line = text.line(at: offset)
    guard !context.isCode(offset), let own = Self.row(text, line) else { return nil }
    var sources = [own]
    var (low, high) = (line, line)
    var bytes = own.count
    while low > .zero, sources.count < Self.mostRows, bytes < Self.mostBytes,
      let row = Self.row(text, low - 1)
    {
      low = low - 1
      bytes += row.count
      sources.append(row)
    }
    sources.reverse()
    while high < text.lastLine, sources.count < Self.mostRows, bytes < Self.mostBytes,
      let row = Self.row(text, high + 1)
    {
      high = high + 1
      bytes += row.count
      sources.append(row)
    }
    if sources.count >= Self.mostRows || bytes >= Self.mostBytes { return nil }
    // Lines above the header are text with bars.
    guard
      let ruler = sources.indices.dropFirst().first(where: {
        TableGrid.alignments(sources[$0]) != nil
      })
    else { return nil }
    low = low + (ruler - 1)
    guard line >= low, let grid = TableGrid(Array(sources[(ruler - 1)...])) else { return nil }
    self.grid = grid
    self.sources = Array(sources[(ruler - 1)...])
    lines = low...high
  }

  private static func row(_ text: Rope, _ line: LineNumber) -> [UInt8]? {
    let content = text.content(of: line)
    guard content.byteCount > 0, content.byteCount <= longestRow else { return nil }
    let bytes = text.bytes(in: content)
    return TableGrid.hasBar(bytes) ? bytes : nil
  }

  /// Returns the cell at an offset of the text.
  func position(of offset: ByteOffset, in text: Rope) -> TableGrid.Position {
    let line = text.line(at: offset)
    let index = line.value - lines.lowerBound.value
    let byte = offset - text.start(of: line)
    let cells = TableGrid.cells(sources[index])
    let column = cells.lastIndex { $0.range.lowerBound <= byte } ?? 0
    // The blanks before a cell's words belong to the cell.
    let next = column + 1
    let isNext =
      next < cells.count && byte > cells[column].range.upperBound
      && sources[index][cells[column].range.upperBound..<byte].contains(.bar)
    let found = isNext ? next : column
    let start = cells.isEmpty ? 0 : cells[found].range.lowerBound
    return TableGrid.Position(
      row: index < 2 ? 0 : index - 1, column: min(found, grid.columnCount - 1),
      offset: max(0, byte - start))
  }

  /// Returns the changes that turn the current lines into those of the grid, and the starts of the
  /// new lines, relative to the start of the table.
  func replacements(in text: Rope, _ ending: LineEnding) -> (all: [DraftReplacement], starts: [Int])
  {
    let new = grid.lines()
    var all: [DraftReplacement] = []
    var starts: [Int] = []
    var start = 0
    for (index, line) in new.enumerated() {
      starts.append(start)
      start += line.count
      guard index < sources.count else {
        start += ending.bytes.count
        continue
      }
      let number = lines.lowerBound + index
      start += text.ending(of: number)?.bytes.count ?? ending.bytes.count
      if line != sources[index] { all.append(DraftReplacement(text.content(of: number), line)) }
    }
    let end = text.content(of: lines.upperBound).upperBound
    if new.count > sources.count {
      let added = new[sources.count...].flatMap { ending.bytes + $0 }
      all.append(DraftReplacement(at: end, added))
    } else if new.count < sources.count {
      let last = text.content(of: lines.lowerBound + (new.count - 1))
      all.append(DraftReplacement(last.upperBound..<end, []))
    }
    return (all, starts)
  }
}
