import Terminal

/// Which columns a window has room for, and where each of their cards is.
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
    /// Its first line, below the heads.
    var top: Int
    var lines: [String]
  }

  private(set) var columns: [Column] = []
  private(set) var isCutLeft = false
  private(set) var isCutRight = false

  /// A column that is narrower is hard to read.
  private static let narrowest = 24
  /// Lines of a card that is not selected.
  private static let most = 5

  /// `first` is the column at the left, `tops` the first card of each column; both stay where they can.
  /// `lines` are those of a card in a width.
  init(
    _ state: BoardState, in size: Size, first: inout Int, tops: inout [Int: Int],
    lines: @escaping (_ row: Int, _ width: Int) -> [String]
  ) {
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
        height: size.rows
      ) { row in
        let all = lines(row, column.width - (count > 1 ? 1 : 0))
        let room = row == state.selected ? size.rows : min(Self.most, size.rows)
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

  /// What is at a point below the heads: a column, and a card of it.
  func hit(_ point: Point) -> (column: Int, row: Int?)? {
    guard let column = columns.first(where: { $0.start..<$0.start + $0.width ~= point.column })
    else { return nil }
    let card = column.cards.first { $0.top..<$0.top + $0.lines.count ~= point.row }
    return (column.number, card?.row)
  }

  /// Cards from top to bottom, as far as there is room.
  private struct Filling {
    let rows: Range<Int>
    let selected: Int?
    let height: Int
    let lines: (Int) -> [String]

    /// The first card: the wanted one, or one from which the selected is in sight as a whole and no
    /// room is left that cards could have.
    func top(from wanted: Int) -> Int {
      guard !rows.isEmpty else { return rows.lowerBound }
      let wanted = min(rows.lowerBound + max(0, wanted), lowest(endingWith: rows.upperBound - 1))
      guard let selected else { return wanted }
      return min(max(wanted, lowest(endingWith: selected)), selected)
    }

    /// The first card from which this one is in sight as a whole.
    private func lowest(endingWith row: Int) -> Int {
      var (first, used) = (row, lines(row).count)
      while first > rows.lowerBound {
        used += lines(first - 1).count
        if used > height { break }
        first -= 1
      }
      return first
    }

    func cards(from first: Int) -> [Card] {
      var (cards, used) = ([Card](), 0)
      for row in first..<max(first, rows.upperBound) where used < height {
        var lines = lines(row)
        if used + lines.count > height {
          lines = Array(lines.prefix(height - used))
          if let last = lines.popLast() { lines.append(last + " …") }
        }
        cards.append(Card(row: row, top: used, lines: lines))
        used += lines.count
      }
      return cards
    }
  }
}
