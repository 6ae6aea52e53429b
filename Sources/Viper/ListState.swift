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

/// The commands of every list: an enum has these as cases.
package protocol ListCommand: Equatable, Sendable {
  static func move(_ move: ScrollMove) -> Self
  static func select(_ row: Int) -> Self
  /// What a click on the selected row does, the second half of a double click; nil: nothing.
  static var activate: Self? { get }
}

extension ListCommand {
  package static var activate: Self? { nil }
}

/// A way through lines of which a view shows some at a time, or through the rows of a list.
package enum ScrollMove: Equatable, Sendable {
  case lines(Int)
  case pages(Int)
  case halfPages(Int)
  case toStart
  case toEnd

  /// The first visible line after it, always one that fills the view as far as there are lines.
  package func first(from first: Int, of count: Int, visible: Int) -> Int {
    let last = max(0, count - visible)
    return switch self {
    // From what is visible: a larger view may have fewer lines to scroll.
    case .lines(let lines): max(0, min(min(first, last) + lines, last))
    // A page repeats a line of the one before, so that the eye finds it again.
    case .pages(let pages):
      ScrollMove.lines(pages * max(1, visible - 1)).first(from: first, of: count, visible: visible)
    case .halfPages(let halves):
      ScrollMove.lines(halves * max(1, visible / 2)).first(from: first, of: count, visible: visible)
    case .toStart: 0
    case .toEnd: last
    }
  }

  /// The row that is selected after it. Where it leads past an end, so does the answer.
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

/// A note in a list, ready to be drawn.
package struct NoteRow: Equatable, Sendable {
  package var title: String
  /// Empty: it is at the top.
  package var folder: String
  /// When it was changed, trashed or whatever the list is about; may be empty.
  package var date: String

  package init(title: String, folder: String, date: String) {
    self.title = title
    self.folder = folder
    self.date = date
  }
}

/// What a screen says of the last thing that happened, and how to undo it.
package struct Message: Equatable, Sendable {
  package var text: String
  package var isWarning: Bool

  package init(_ text: String = "", isWarning: Bool = false) {
    self.text = text
    self.isWarning = isWarning
  }
}

/// `1 note`, `3 notes`; `many` where an s is not enough.
package func counted(_ count: Int, _ word: String, _ many: String? = nil) -> String {
  count == 1 ? "1 \(word)" : "\(count) \(many ?? word + "s")"
}
