/// What a screen shows apart from its rows: at least what is said of the last thing that happened.
package protocol MessageState: Equatable {
  var message: Message { get set }
}

/// The same for a list: one row is selected, if there is any.
package protocol ListState: MessageState {
  var rowCount: Int { get set }
  var selected: Int? { get set }
  /// All rows of what is selected, where that can be more than one.
  var selectedRows: Range<Int>? { get }
  /// What was done changes the rows, and these are being read.
  var awaitsRows: Bool { get }
}

extension ListState {
  package var awaitsRows: Bool { false }
  package var selectedRows: Range<Int>? { selected.map { $0..<($0 + 1) } }

  /// Selects this row, or the nearest that there is.
  package mutating func select(_ row: Int) {
    selected = rowCount == 0 ? nil : min(max(0, row), rowCount - 1)
  }
}

/// What every list can be told: an enum has these as cases.
package protocol ListCommand: Equatable, Sendable {
  static func move(_ move: ScrollMove) -> Self
  static func select(_ row: Int) -> Self
  /// What a click on the selected row does, the second half of a double click; nil: nothing.
  static var activate: Self? { get }
}

extension ListCommand {
  package static var activate: Self? { nil }
}
