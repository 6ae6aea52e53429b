import Terminal

/// What a list looks for, and while that is typed the line for it.
package struct RowFinder {
  /// So many rows are looked at for one key: a list may have as many as a vault has notes.
  static let mostRows = 10_000

  /// Nil while nothing is typed.
  var field: LabelledField?
  var pattern = RowPattern("")
  /// Where one was, and what was looked for, before it was typed.
  var before = (row: 0, pattern: RowPattern(""))
  /// Letters are looked for from this row on.
  var start = 0
  /// The rows that a key did not come to: the next key begins with them, unless another row was selected.
  var rest: Rest?

  struct Rest {
    var row: Int
    var count: Int
    var step: Int
    var selected: Int?
  }

  package init() {}
}
