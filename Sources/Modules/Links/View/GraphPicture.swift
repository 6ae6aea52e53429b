import Cells
import Terminal

/// Draws the graph and remembers where each note was drawn. A narrow window has one column; a wide
/// one has three, and a very wide one also has the neighbors of the selected note.
struct GraphPicture {
  static let widthOfSides = 40
  static let widthBeyond = 110
  /// The gap between two columns, with room for the connecting lines.
  private static let gap = 4

  private var nodes: [(rect: Rect, node: LinkGraph.Node)] = []

  func node(at point: Point) -> LinkGraph.Node? {
    nodes.first { $0.rect.contains(point) }?.node
  }

  @MainActor
  mutating func draw(_ graph: LinkGraph, on canvas: Canvas) {
    nodes = []
    let size = canvas.size
    if size.rows < 1 || size.columns < 1 { return }
    if size.columns < Self.widthOfSides { return drawList(graph, on: canvas) }
    let hasBeyond = size.columns >= Self.widthBeyond
    let count = hasBeyond ? 5 : 3
    let width = (size.columns - Self.gap * (count - 1)) / count
    let start = hasBeyond ? width + Self.gap : 0
    let columns = (0..<3).map { start + $0 * (width + Self.gap) }
    let row = (size.rows - 1) / 2
    drawMiddle(graph, at: Rect(row: row, column: columns[1], rows: 1, columns: width), canvas)
    let left = GraphSide(graph.left, selected: graph.selected.left, rows: size.rows, around: row)
    draw(left, column: columns[0], width: width, .left, canvas)
    join(left, at: columns[1] - 2, towards: columns[1] - 1, .left, row, canvas)
    let right = GraphSide(graph.right, selected: graph.selected.right, rows: size.rows, around: row)
    draw(right, column: columns[2], width: width, .right, canvas)
    join(right, at: columns[1] + width, towards: columns[1] + width, .right, row, canvas)
    guard hasBeyond, let beyond = graph.beyond else { return }
    let isLeft = graph.selected.left != nil
    let near = (isLeft ? left : right).row(
      ofSelected: isLeft ? graph.selected.left : graph.selected.right)
    let far = GraphSide(beyond, selected: nil, rows: size.rows, around: near ?? row)
    let column = isLeft ? 0 : columns[2] + width + Self.gap
    for entry in far.entries {
      canvas.shortened(
        entry.text, row: entry.row, column: column, canvas.theme[.muted], limit: width)
    }
    if let near, !far.entries.isEmpty {
      canvas.text("─▸", row: near, column: isLeft ? width + 1 : column - 3, canvas.theme[.border])
    }
  }

  private enum Way { case left, right }

  @MainActor
  private mutating func drawMiddle(_ graph: LinkGraph, at rect: Rect, _ canvas: Canvas) {
    let isSelected = graph.selected == .middle
    let style = canvas.theme[isSelected ? .selection : .heading]
    let fitting = Cells.prefix(of: graph.middle, fitting: max(0, rect.columns - 4))
    let text = fitting.isWhole ? graph.middle : fitting.text + "…"
    let width = Cells.width(of: text) + 4
    let column = rect.column + max(0, rect.columns - width) / 2
    let line = canvas.theme[.border]
    // Extend the lines on both sides to the middle note's frame.
    if !graph.left.titles.isEmpty {
      canvas.fill(row: rect.row, column: rect.column, width: column - rect.column, with: "─", line)
    }
    if !graph.right.titles.isEmpty {
      canvas.fill(
        row: rect.row, column: column + width, width: rect.endColumn - column - width, with: "─",
        line)
    }
    canvas.text(
      "\(isSelected ? ">" : "[") \(text) \(isSelected ? "<" : "]")", row: rect.row, column: column,
      style, limit: width)
    nodes.append((rect, .middle))
  }

  @MainActor
  private mutating func draw(
    _ side: GraphSide, column: Int, width: Int, _ way: Way, _ canvas: Canvas
  ) {
    let theme = canvas.theme
    for entry in side.entries {
      let style =
        entry.isSelected ? theme[.selection] : entry.index == nil ? theme[.muted] : theme[.text]
      canvas.text(entry.isSelected ? ">" : " ", row: entry.row, column: column, style)
      let used = canvas.shortened(
        entry.text, row: entry.row, column: column + 1, style, limit: width - 1)
      guard let index = entry.index else { continue }
      if way == .left {
        canvas.fill(
          row: entry.row, column: column + 2 + used, width: max(0, width - used), with: "─",
          theme[.border])
      }
      nodes.append(
        (
          Rect(row: entry.row, column: column, rows: 1, columns: width),
          way == .left ? .left(index) : .right(index)
        ))
    }
  }

  /// Draws the vertical line that joins the notes of a side, and its branch to the middle.
  @MainActor
  private func join(
    _ side: GraphSide, at column: Int, towards end: Int, _ way: Way, _ middle: Int,
    _ canvas: Canvas
  ) {
    let line = canvas.theme[.border]
    let rows = side.entries.filter { $0.index != nil }.map(\.row)
    guard let first = rows.first, let last = rows.last else { return }
    let upright = way == .left ? column : column + 1
    for row in min(first, middle)...max(last, middle) {
      let joint = Joint(
        up: row > min(first, middle), down: row < max(last, middle),
        left: way == .left ? rows.contains(row) : row == middle,
        right: way == .left ? row == middle : rows.contains(row))
      canvas.text(joint.sign, row: row, column: upright, line)
      if way == .right, rows.contains(row) {
        canvas.fill(row: row, column: upright + 1, width: 2, with: "─", line)
      }
    }
    if way == .left {
      canvas.text("─", row: middle, column: end, line)
    } else {
      canvas.text("─", row: middle, column: column, line)
    }
  }

  // MARK: - One column

  @MainActor
  private mutating func drawList(_ graph: LinkGraph, on canvas: Canvas) {
    let list = GraphList(graph)
    let top = min(
      max(0, list.selected - canvas.size.rows / 2), max(0, list.rows.count - canvas.size.rows))
    for (line, row) in list.rows.dropFirst(top).prefix(canvas.size.rows).enumerated() {
      let isSelected = row.node == graph.selected
      let style =
        canvas.theme[isSelected ? .selection : row.node == nil ? .muted : .text]
      if isSelected { canvas.fill(row: line, style) }
      canvas.text("\(isSelected ? ">" : " ")\(row.sign) ", row: line, style)
      canvas.shortened(row.text, row: line, column: 3, style, limit: canvas.size.columns - 4)
      if let node = row.node {
        nodes.append(
          (Rect(row: line, column: 0, rows: 1, columns: canvas.size.columns), node))
      }
    }
  }
}

/// The notes of one side of the graph, as rows of a window.
private struct GraphSide {
  struct Entry: Equatable {
    var row: Int
    var text: String
    /// The index of the note; nil for the row that counts those not listed.
    var index: Int?
    var isSelected = false
  }

  private(set) var entries: [Entry] = []

  /// Centers the notes on a row if there is room, and keeps the selected one visible.
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

/// All notes of the graph in one column.
private struct GraphList {
  struct Row: Equatable {
    var sign: String
    var text: String
    var node: LinkGraph.Node?
  }

  private(set) var rows: [Row] = []
  private(set) var selected = 0

  init(_ graph: LinkGraph) {
    for (index, title) in graph.left.titles.enumerated() {
      rows.append(Row(sign: "→", text: title, node: .left(index)))
    }
    addMore(graph.left)
    rows.append(Row(sign: "●", text: graph.middle, node: .middle))
    for (index, title) in graph.right.titles.enumerated() {
      rows.append(Row(sign: "›", text: title, node: .right(index)))
    }
    addMore(graph.right)
    selected = rows.firstIndex { $0.node == graph.selected } ?? 0
  }

  private mutating func addMore(_ side: LinkGraph.Side) {
    if side.more > 0 { rows.append(Row(sign: " ", text: "+\(side.more) more", node: nil)) }
  }
}

/// The directions in which lines leave a cell.
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

extension LinkGraph.Node {
  var left: Int? { if case .left(let index) = self { index } else { nil } }
  var right: Int? { if case .right(let index) = self { index } else { nil } }
}
