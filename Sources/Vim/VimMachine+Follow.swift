package import TextEngine

/// Follows edits that the machine did not make.
extension VimMachine {
  package mutating func follow(_ edit: Edit, from old: Rope, to new: Rope, byCursor: Bool) {
    let shift = VimShift(edit, from: old, to: new)
    marks.each { shift.mapped($0) }
    marks.jumpBefore = marks.jumpBefore.map(shift.mapped)
    if let last = visual.last {
      visual.last?.start = shift.mapped(last.start)
      visual.last?.end = shift.mapped(last.end)
    }
    visual.start = shift.mapped(visual.start)
    insert.start = shift.mapped(insert.start)
    if let offset = insert.completion?.offset {
      insert.completion?.offset = edit.map(offset, bias: .left)
    }
    insert.blockEdge.after = insert.blockEdge.after.map(shift.mapped)
    insert.endLine = insert.endLine.map(shift.line)
    if let lines = insert.block?.lines { insert.block?.lines = lines.map(shift.line) }
    if let number = line.number { line.number = shift.touches(number) ? nil : shift.line(number) }
    let before = cursor
    cursor = shift.mapped(cursor)
    if cursor != before { shown.isMoved = true }
    search.preview?.follow(edit, shift.mapped)
    shown.selections = shown.selections?.mapped(through: edit)
    shown.cursor = shown.cursor.map { edit.map($0, bias: .right) }
  }

  /// Maps the lines of the named marks through an edit.
  mutating func moveNamedMarks(by edit: Edit, from old: Rope, to new: Rope) {
    let shift = VimShift(edit, from: old, to: new)
    for (name, position) in marks.positions where name.isASCII && name.isLetter {
      marks.positions[name]?.line = shift.line(position.line)
    }
  }

  /// Maps only the marks through an edit that the machine made.
  mutating func moveMarks(by edit: Edit, from old: Rope, to new: Rope) {
    let shift = VimShift(edit, from: old, to: new)
    marks.each { shift.mapped($0) }
  }
}

/// Maps positions through an edit. Most are in lines that it does not touch.
private struct VimShift {
  private let edit: Edit
  private let old: Rope
  private let new: Rope
  private let touched: ClosedRange<Int>
  private let growth: Int

  init(_ edit: Edit, from old: Rope, to new: Rope) {
    self.edit = edit
    self.old = old
    self.new = new
    let first = edit.changes.first.map { old.line(at: $0.before.lowerBound).value } ?? 0
    let last = edit.changes.last.map { old.line(at: $0.before.upperBound).value } ?? 0
    touched = first...max(first, last)
    growth = new.newlineCount - old.newlineCount
  }

  func touches(_ line: Int) -> Bool { touched.contains(line) }

  func line(_ number: Int) -> Int { mapped(VimPosition(line: number, column: 0)).line }

  func mapped(_ position: VimPosition) -> VimPosition {
    if position.line < touched.lowerBound { return position }
    if position.line > touched.upperBound {
      return VimPosition(line: position.line + growth, column: position.column)
    }
    if position.column == VimMarks.lineEnd {
      return VimPosition(line: line(position.line), column: VimMarks.lineEnd)
    }
    return new.position(of: edit.map(old.offset(of: position), bias: .right))
  }
}
