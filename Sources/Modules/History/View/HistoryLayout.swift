import Terminal

/// Where the list of versions and the detail stand: side by side or one below the other where there
/// is room for both, else one of the two.
struct HistoryLayout: Equatable {
  /// Empty where it has no room.
  var list: Rect
  var split: Split?
  /// One row of it is the detail's heading.
  var detail: Rect

  init(_ size: Size, isReading: Bool) {
    let whole = Rect(size)
    let none = Rect(row: 0, column: 0, rows: 0, columns: 0)
    split = Split(whole)
    list = split?.first ?? (isReading ? none : whole)
    detail = split?.second ?? (isReading ? whole : none)
  }

  /// The rows below the heading.
  var detailRows: Rect {
    var rows = detail
    rows.row += 1
    rows.rows = max(0, detail.rows - 1)
    return rows
  }
}

/// How a version's row shares its width; what has no room is left out. Who wrote it, the detail names too.
struct VersionColumns: Equatable {
  let date = 2
  let dateWidth: Int
  /// Where these end; nil where there is no room.
  let sizeEnd: Int?
  let addedEnd: Int?
  let removedEnd: Int?
  let writer: Int?

  init(width: Int) {
    dateWidth = max(0, min(17, width - 2))
    sizeEnd = width >= 28 ? 28 : nil
    addedEnd = width >= 42 ? 35 : nil
    removedEnd = width >= 42 ? 42 : nil
    writer = width >= 60 ? 45 : nil
  }
}
