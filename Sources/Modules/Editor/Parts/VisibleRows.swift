import TextEngine

/// What stands on the screen, row by row. It goes with the edits, so that a key makes anew only the
/// rows that it changes.
struct VisibleRows {
  struct Row {
    var layout: LayoutRow
    /// Changes with the bytes of the row; 0 where they may have changed.
    var content = 0
    /// What the inks were read from; nil where nothing names it.
    var reading: Int?
    /// At places from the row's start.
    var inks: [Ranged<InkSet>] = []
    var signs: [Ranged<EditorLook.Signs>] = []
    /// Changes with all that the row shows.
    var edition = 0
  }

  /// Something that is said of a part of a row.
  struct Ranged<Value: Equatable>: Equatable {
    var low: Int
    var high: Int
    var value: Value
  }

  private(set) var rows: [Row] = []
  private var last = 0
  /// Past so many changes at once everything is made anew.
  private static let manyChanges = 64

  mutating func forget() { rows = [] }

  /// The row that holds a place; nil where it is not in sight.
  func index(ofRowHolding place: ByteOffset) -> Int? {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].layout.start <= place { low = middle + 1 } else { high = middle }
    }
    if low == 0 { return nil }
    return low < rows.count || rows[low - 1].layout.reaches(place) ? low - 1 : nil
  }

  /// The rows as they stand after an edit, those that it touched unknown.
  mutating func follow(_ edit: Edit) {
    if edit.changes.count > Self.manyChanges { return forget() }
    if edit.changes.count == 1 { return follow(edit.changes[0], of: edit) }
    for index in rows.indices {
      let old = rows[index].layout.bytes
      let isTouched = edit.changes.contains {
        $0.before.lowerBound <= old.upperBound && old.lowerBound <= $0.before.upperBound
      }
      if isTouched { rows[index].content = 0 }
      move(index, to: edit.map(old.lowerBound, bias: .right))
    }
  }

  /// The same for what nearly all edits are: those before stay, and those behind move.
  private mutating func follow(_ change: Edit.Change, of edit: Edit) {
    let growth = change.after.byteCount - change.before.byteCount
    for index in rows.indices {
      let old = rows[index].layout.bytes
      if old.lowerBound > change.before.upperBound {
        move(index, to: old.lowerBound + growth)
      } else if old.upperBound >= change.before.lowerBound {
        rows[index].content = 0
        move(index, to: edit.map(old.lowerBound, bias: .right))
      }
    }
  }

  private mutating func move(_ index: Int, to start: ByteOffset) {
    let count = rows[index].layout.bytes.byteCount
    rows[index].layout.bytes = start..<start + count
  }

  /// Takes the rows of now. `inks` and `signs` say what each one shows; the first is asked only where
  /// bytes changed, or where the reading of a row does not say that all is as it was.
  mutating func update(
    _ shown: [LayoutRow], readings: [Int?], showsNumbers: Bool,
    inks: (LayoutRow) -> [Ranged<InkSet>],
    signs: (LayoutRow) -> [Ranged<EditorLook.Signs>]
  ) {
    arrange(shown)
    for index in shown.indices {
      let layout = shown[index]
      if rows[index].content == 0 || rows[index].layout.bytes != layout.bytes {
        last += 1
        rows[index] = Row(
          layout: layout, content: last, reading: readings[index], inks: inks(layout),
          signs: signs(layout), edition: last)
        continue
      }
      var looksTheSame = rows[index].layout.looks(like: layout, withNumbers: showsNumbers)
      rows[index].layout = layout
      if readings[index] == nil || readings[index] != rows[index].reading {
        rows[index].reading = readings[index]
        let inks = inks(layout)
        if inks != rows[index].inks {
          rows[index].inks = inks
          looksTheSame = false
        }
      }
      let signs = signs(layout)
      if signs != rows[index].signs {
        rows[index].signs = signs
        looksTheSame = false
      }
      if !looksTheSame {
        last += 1
        rows[index].edition = last
      }
    }
  }

  /// Puts what is known of each row where it stands now; of the others nothing is known.
  private mutating func arrange(_ shown: [LayoutRow]) {
    var inPlace = 0
    while inPlace < min(rows.count, shown.count),
      rows[inPlace].layout.start == shown[inPlace].start
    {
      inPlace += 1
    }
    if inPlace == shown.count, inPlace == rows.count { return }
    let old = rows[inPlace...]
    rows.removeSubrange(inPlace...)
    var next = old.startIndex
    for layout in shown[inPlace...] {
      while next < old.endIndex, old[next].layout.start < layout.start { next += 1 }
      let isKnown = next < old.endIndex && old[next].layout.start == layout.start
      rows.append(isKnown ? old[next] : Row(layout: layout))
    }
  }
}

extension LayoutRow {
  fileprivate func looks(like other: LayoutRow, withNumbers: Bool) -> Bool {
    indent == other.indent && hiddenLines == other.hiddenLines && endsLine == other.endsLine
      && (!withNumbers || (line == other.line && startsLine == other.startsLine))
  }
}
