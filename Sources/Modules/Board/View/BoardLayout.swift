import Terminal

/// The columns that fit the window, and the positions of their cards.
struct BoardLayout {
  struct Column: Equatable {
    var number: Int
    var start: Int
    var width: Int
    var cards: [Card] = []
    var isCutAbove = false
    var isCutBelow = false
  }

  struct Card: Equatable {
    var row: Int
    /// The first line of the card, below the heads.
    var top: Int
    var lines: [String]
    /// The number of lines with its frame.
    var height: Int
    /// Whether the end of its frame is out of sight.
    var isCut = false
  }

  /// The lines that a frame adds to a card: two, or none where there is little room.
  let frame: Int
  var hasFrames: Bool { frame > 0 }
  /// The cells before a card's words, for its signs.
  static let indent = 4
  var indent: Int { Self.indent }

  private(set) var columns: [Column] = []
  private(set) var isCutLeft = false
  private(set) var isCutRight = false

  /// The width below which a column is hard to read.
  private static let narrowest = 24
  /// The most lines of a card that is not selected.
  private static let most = 5
  /// A window with fewer lines shows cards without frames.
  private static let roomForFrames = 14

  /// `first` is the leftmost column and `tops` the first card of each column; both change as little
  /// as possible. `lines` wraps a card at a width.
  init(
    _ state: BoardState, in size: Size, first: inout Int, tops: inout [Int: Int],
    lines: @escaping (_ row: Int, _ width: Int) -> [String]
  ) {
    frame = size.rows >= Self.roomForFrames && size.columns >= Self.narrowest ? 2 : 0
    let narrowest = state.options.width ?? Self.narrowest
    let count = min(state.columns.count, max(1, (size.columns + 1) / (narrowest + 1)))
    guard count > 0, size.columns > 0 else { return }
    first = min(max(first, state.column - count + 1), state.column, state.columns.count - count)
    first = max(0, first)
    isCutLeft = first > 0
    isCutRight = first + count < state.columns.count
    let width = (size.columns - (count - 1)) / count
    for index in 0..<count {
      let start = index * (width + 1)
      let isLast = index == count - 1
      var column = Column(
        number: first + index, start: start, width: isLast ? size.columns - start : width)
      let head = state.columns[column.number]
      let filling = Filling(
        rows: head.rows, selected: state.selected.flatMap { head.rows.contains($0) ? $0 : nil },
        height: size.rows, frame: frame
      ) { [frame] row in
        let edge = frame > 0 ? 2 : count > 1 ? 1 : 0
        let all = lines(row, column.width - Self.indent - edge)
        let room = row == state.selected ? size.rows - frame : min(Self.most, size.rows)
        guard all.count > room, room > 0 else { return all }
        return all.prefix(room - 1) + [all[room - 1] + " …"]
      }
      let top = filling.top(from: tops[column.number] ?? 0)
      tops[column.number] = top - head.rows.lowerBound
      column.cards = filling.cards(from: top)
      column.isCutAbove = top > head.rows.lowerBound
      column.isCutBelow = (column.cards.last.map { $0.row + 1 } ?? top) < head.rows.upperBound
      columns.append(column)
    }
  }

  /// Returns the column at a point below the heads, and the card if there is one.
  func hit(_ point: Point) -> (column: Int, row: Int?)? {
    guard let column = columns.first(where: { $0.start..<$0.start + $0.width ~= point.column })
    else { return nil }
    let card = column.cards.first { $0.top..<$0.top + $0.height ~= point.row }
    return (column.number, card?.row)
  }

  /// Fills a column's height with cards.
  private struct Filling {
    let rows: Range<Int>
    let selected: Int?
    let height: Int
    let frame: Int
    let lines: (Int) -> [String]

    /// Returns the first card: the wanted one, or the nearest that shows the selected card whole
    /// and leaves no empty space that cards could fill.
    func top(from wanted: Int) -> Int {
      guard !rows.isEmpty else { return rows.lowerBound }
      let wanted = min(rows.lowerBound + max(0, wanted), lowest(endingWith: rows.upperBound - 1))
      guard let selected else { return wanted }
      return min(max(wanted, lowest(endingWith: selected)), selected)
    }

    /// Returns the first card from which this one is visible as a whole.
    private func lowest(endingWith row: Int) -> Int {
      var (first, used) = (row, lines(row).count + frame)
      while first > rows.lowerBound {
        used += lines(first - 1).count + frame
        if used > height { break }
        first -= 1
      }
      return first
    }

    func cards(from first: Int) -> [Card] {
      var (cards, used) = ([Card](), 0)
      for row in first..<max(first, rows.upperBound) where used < height {
        var lines = lines(row)
        let room = height - used - frame / 2
        let isCut = lines.count + frame / 2 > room
        if lines.count > room {
          lines = Array(lines.prefix(room))
          if let last = lines.popLast() { lines.append(last + " …") }
        }
        let rows = min(height - used, lines.count + frame)
        cards.append(Card(row: row, top: used, lines: lines, height: rows, isCut: isCut))
        used += rows
      }
      return cards
    }
  }
}
