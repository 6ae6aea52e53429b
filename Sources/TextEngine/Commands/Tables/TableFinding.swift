/// A table in a text, with the lines that it takes.
struct FoundTable {
  static let mostRows = 2_000
  static let mostBytes = 1 << 18
  static let longestRow = 1 << 14

  let lines: ClosedRange<LineNumber>
  var grid: TableGrid
  private let sources: [[UInt8]]

  /// The table that a place is in; nil where there is none, or one too large to be laid out.
  init?(_ context: EditContext, at place: ByteOffset) {
    let text = context.text
    let line = text.line(at: place)
    guard !context.isCode(place), let own = Self.row(text, line) else { return nil }
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
    // What stands above the head is text with bars.
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

  /// The cell that a place of the text is in.
  func place(_ place: ByteOffset, in text: Rope) -> TableGrid.Place {
    let line = text.line(at: place)
    let index = line.value - lines.lowerBound.value
    let byte = place - text.start(of: line)
    let cells = TableGrid.cells(sources[index])
    let column = cells.lastIndex { $0.range.lowerBound <= byte } ?? 0
    // In the blanks before its words a cell begins too.
    let next = column + 1
    let isNext =
      next < cells.count && byte > cells[column].range.upperBound
      && sources[index][cells[column].range.upperBound..<byte].contains(.bar)
    let found = isNext ? next : column
    let start = cells.isEmpty ? 0 : cells[found].range.lowerBound
    return TableGrid.Place(
      row: index < 2 ? 0 : index - 1, column: min(found, grid.columnCount - 1),
      offset: max(0, byte - start))
  }

  /// The changes from the lines that there are to those of the grid, and where those lines start once
  /// all is done, counted from the table's start.
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
      let kept = text.content(of: lines.lowerBound + (new.count - 1))
      all.append(DraftReplacement(kept.upperBound..<end, []))
    }
    return (all, starts)
  }
}
