/// A screen's state, which has at least a message.
package protocol MessageState: Equatable {
  var message: Message { get set }
}

/// The state of a list, without its rows. One row is selected, if there is any.
package protocol ListState: MessageState {
  var rowCount: Int { get set }
  var selected: Int? { get set }
  /// All rows of the selected item, if it can have several.
  var selectedRows: Range<Int>? { get }
  /// Whether a change is being made and the new rows are not loaded yet.
  var awaitsRows: Bool { get }
}

/// The state of a list whose title line has a short status and nothing else.
package protocol SummarizedState: ListState {
  var summary: String { get }
}

extension ListState {
  package var awaitsRows: Bool { false }
  package var selectedRows: Range<Int>? { selected.map { $0..<($0 + 1) } }

  /// Selects this row, or the nearest one.
  package mutating func select(_ row: Int) {
    selected = rowCount == 0 ? nil : min(max(0, row), rowCount - 1)
  }
}

/// The commands of every list: an enum has these as cases.
package protocol ListCommand: Equatable, Sendable {
  static func move(_ move: ScrollMove) -> Self
  static func select(_ row: Int) -> Self
  /// The command for a click on the selected row, the second half of a double click; nil for none.
  static var activate: Self? { get }
}

extension ListCommand {
  package static var activate: Self? { nil }
}

/// A move through the lines of a scrolling view, or through the rows of a list.
package enum ScrollMove: Equatable, Sendable {
  case lines(Int)
  case pages(Int)
  case halfPages(Int)
  case toStart
  case toEnd

  /// Returns the first visible line after the move, with a full view if there are enough lines.
  package func first(from first: Int, of count: Int, visible: Int) -> Int {
    let last = max(0, count - visible)
    return switch self {
    // Start from the visible lines: a larger view may have fewer lines to scroll.
    case .lines(let lines): max(0, min(min(first, last) + lines, last))
    // A page repeats one line of the page before, so that the eye finds it again.
    case .pages(let pages):
      ScrollMove.lines(pages * max(1, visible - 1)).first(from: first, of: count, visible: visible)
    case .halfPages(let halves):
      ScrollMove.lines(halves * max(1, visible / 2)).first(from: first, of: count, visible: visible)
    case .toStart: 0
    case .toEnd: last
    }
  }

  /// Returns the row after the move. The result may be out of range.
  package func row(from row: Int, of count: Int, visible: Int) -> Int {
    switch self {
    case .lines(let lines): row + lines
    case .pages(let pages): row + pages * max(1, visible - 1)
    case .halfPages(let halves): row + halves * max(1, visible / 2)
    case .toStart: 0
    case .toEnd: count - 1
    }
  }
}

/// A note in a list, as display values.
package struct NoteRow: Equatable, Sendable {
  package var title: String
  /// The folder; empty at the top of the vault.
  package var folder: String
  /// The date that the list is about, such as that of the last change; may be empty.
  package var date: String

  package init(title: String, folder: String, date: String) {
    self.title = title
    self.folder = folder
    self.date = date
  }
}

/// A screen's message about the last event, and how to undo it.
package struct Message: Equatable, Sendable {
  package var text: String
  package var isWarning: Bool

  package init(_ text: String = "", isWarning: Bool = false) {
    self.text = text
    self.isWarning = isWarning
  }
}

/// Returns text such as `1 note` or `3 notes`; `many` is the plural if it is irregular.
package func counted(_ count: Int, _ word: String, _ many: String? = nil) -> String {
  count == 1 ? "1 \(word)" : "\(count) \(many ?? word + "s")"
}
