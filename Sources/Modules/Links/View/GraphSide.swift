/// The notes of one side of the graph as they stand in the rows of a window.
struct GraphSide {
  struct Entry: Equatable {
    var row: Int
    var text: String
    /// Nil says how many more there are.
    var index: Int?
    var isSelected = false
  }

  private(set) var entries: [Entry] = []

  /// As near around a row as there is room, with the selected note in sight.
  init(_ side: LinkGraph.Side, selected: Int?, rows: Int, around row: Int) {
    var count = side.titles.count
    let hasMore = side.more > 0 || count > rows
    let room = max(1, hasMore ? rows - 1 : rows)
    var first = 0
    if count > room {
      first = min(max(0, (selected ?? 0) - room / 2), count - room)
      count = room
    }
    let height = count + (hasMore && rows > 1 ? 1 : 0)
    let top = min(max(0, row - (count - 1) / 2), max(0, rows - height))
    for line in 0..<count {
      let index = first + line
      entries.append(
        Entry(
          row: top + line, text: side.titles[index], index: index, isSelected: index == selected))
    }
    let hidden = side.more + side.titles.count - count
    if hidden > 0, rows > 1 {
      entries.append(Entry(row: top + count, text: "+\(hidden) more", index: nil))
    }
  }

  func row(ofSelected index: Int?) -> Int? {
    entries.first { $0.index != nil && $0.index == index }?.row
  }
}

/// All notes of the graph below one another.
struct GraphList {
  struct Row: Equatable {
    var sign: String
    var text: String
    var place: LinkGraph.Place?
  }

  private(set) var rows: [Row] = []
  private(set) var selected = 0

  init(_ graph: LinkGraph) {
    for (index, title) in graph.left.titles.enumerated() {
      rows.append(Row(sign: "→", text: title, place: .left(index)))
    }
    addMore(graph.left)
    rows.append(Row(sign: "●", text: graph.middle, place: .middle))
    for (index, title) in graph.right.titles.enumerated() {
      rows.append(Row(sign: "›", text: title, place: .right(index)))
    }
    addMore(graph.right)
    selected = rows.firstIndex { $0.place == graph.selected } ?? 0
  }

  private mutating func addMore(_ side: LinkGraph.Side) {
    if side.more > 0 { rows.append(Row(sign: " ", text: "+\(side.more) more", place: nil)) }
  }
}

/// Where lines meet in a cell.
struct Joint: Hashable {
  var up = false
  var down = false
  var left = false
  var right = false

  var sign: String { Self.signs[self] ?? "─" }

  private static let signs: [Joint: String] = [
    Joint(up: true, down: true): "│",
    Joint(down: true, left: true): "┐", Joint(up: true, left: true): "┘",
    Joint(down: true, right: true): "┌", Joint(up: true, right: true): "└",
    Joint(up: true, down: true, left: true): "┤", Joint(up: true, down: true, right: true): "├",
    Joint(down: true, left: true, right: true): "┬", Joint(up: true, left: true, right: true): "┴",
    Joint(up: true, down: true, left: true, right: true): "┼",
  ]
}

extension LinkGraph.Place {
  var left: Int? { if case .left(let index) = self { index } else { nil } }
  var right: Int? { if case .right(let index) = self { index } else { nil } }
}
