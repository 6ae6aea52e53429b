import TextEngine

/// What stands on the screen, row by row. It goes with the edits, so that a key makes anew only the
/// rows that it changes.
struct VisibleRows {
  struct Row {
    var layout: LayoutRow
    /// Changes with the bytes of the row; 0 where they may have changed.
    var content: Int
    /// At places from the row's start.
    var inks: [Ranged<InkSet>]
    var signs: [Ranged<EditorLook.Signs>]
    /// Changes with all that the row shows.
    var edition: Int
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

  /// The rows as they stand after an edit, those that it touched unknown.
  mutating func follow(_ edit: Edit) {
    if edit.changes.count > Self.manyChanges { return forget() }
    for index in rows.indices {
      let old = rows[index].layout.bytes
      let isTouched = edit.changes.contains {
        $0.before.lowerBound <= old.upperBound && old.lowerBound <= $0.before.upperBound
      }
      if isTouched { rows[index].content = 0 }
      let start = edit.map(old.lowerBound, bias: .right)
      rows[index].layout.bytes = start..<start + old.byteCount
    }
  }

  /// Takes the rows of now. `inks` and `signs` say what each one shows; the first is asked only
  /// where bytes changed, or everywhere with `areInksNew`.
  mutating func update(
    _ shown: [LayoutRow], areInksNew: Bool, showsNumbers: Bool,
    inks: (LayoutRow) -> [Ranged<InkSet>], signs: (LayoutRow) -> [Ranged<EditorLook.Signs>]
  ) {
    var old = rows[...]
    var new: [Row] = []
    new.reserveCapacity(shown.count)
    for layout in shown {
      while let first = old.first, first.layout.start < layout.start { old.removeFirst() }
      let same = old.first.flatMap { row in
        row.content != 0 && row.layout.bytes == layout.bytes ? row : nil
      }
      guard let same else {
        last += 1
        new.append(
          Row(
            layout: layout, content: last, inks: inks(layout), signs: signs(layout), edition: last))
        continue
      }
      var row = same
      row.layout = layout
      if areInksNew { row.inks = inks(layout) }
      row.signs = signs(layout)
      let looksTheSame =
        same.layout.looks(like: layout, withNumbers: showsNumbers) && row.signs == same.signs
        && row.inks == same.inks
      if !looksTheSame {
        last += 1
        row.edition = last
      }
      new.append(row)
    }
    rows = new
  }
}

extension LayoutRow {
  fileprivate func looks(like other: LayoutRow, withNumbers: Bool) -> Bool {
    indent == other.indent && hiddenLines == other.hiddenLines && endsLine == other.endsLine
      && (!withNumbers || (line == other.line && startsLine == other.startsLine))
  }
}
