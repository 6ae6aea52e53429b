package import TextEngine

/// How the machine follows edits that it did not do itself.
extension VimMachine {
  package mutating func follow(_ edit: Edit, from old: Rope, to new: Rope, byCursor: Bool) {
    let shift = VimShift(edit, from: old, to: new)
    marks.each { shift.place($0) }
    marks.jumpBefore = marks.jumpBefore.map(shift.place)
    if let last = visual.last {
      visual.last?.start = shift.place(last.start)
      visual.last?.end = shift.place(last.end)
    }
    visual.start = shift.place(visual.start)
    insert.start = shift.place(insert.start)
    insert.blockPlace = insert.blockPlace.map(shift.place)
    insert.endLine = insert.endLine.map(shift.line)
    if let lines = insert.block?.lines { insert.block?.lines = lines.map(shift.line) }
    if let number = line.number { line.number = shift.touches(number) ? nil : shift.line(number) }
    let before = cursor
    cursor = shift.place(cursor)
    if cursor != before { shown.isMoved = true }
    shown.selections = shown.selections?.mapped(through: edit)
    shown.cursor = shown.cursor.map { edit.map($0, bias: .right) }
  }

  /// Lets the marks alone follow an edit that it did itself.
  mutating func moveMarks(by edit: Edit, from old: Rope, to new: Rope) {
    let shift = VimShift(edit, from: old, to: new)
    marks.each { shift.place($0) }
  }
}

/// Where places are after an edit. Most are in lines that it does not touch.
private struct VimShift {
  private let edit: Edit
  private let old: Rope
  private let new: Rope
  /// The lines that the edit touches.
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

  func line(_ number: Int) -> Int { place(VimPosition(line: number, column: 0)).line }

  func place(_ place: VimPosition) -> VimPosition {
    if place.line < touched.lowerBound { return place }
    if place.line > touched.upperBound {
      return VimPosition(line: place.line + growth, column: place.column)
    }
    if place.column == VimMarks.lineEnd {
      return VimPosition(line: line(place.line), column: VimMarks.lineEnd)
    }
    return new.place(of: edit.map(old.offset(of: place), bias: .right))
  }
}
