/// A position as in vim: a line and a byte in it, both counted from 0.
package struct VimPosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var column = 0

  package static func < (left: VimPosition, right: VimPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The shape of a motion, an operator's target or a selection.
package enum VimShape: Hashable, Sendable { case characters, lines, block }

/// A key failed. Ends a macro, `:normal` and `:g`.
struct VimFailure: Error, Equatable {
  /// For a person; empty if a bell is enough.
  var message = ""

  static let quiet = VimFailure()
  static let tooLong = VimFailure(message: "This takes too long.")
  static let tooMuchText = VimFailure(message: "That is too much text.")
}

/// The result of a motion or an object.
struct VimMove: Equatable {
  /// The start of the text; nil for the cursor.
  var start: VimPosition?
  /// The target; for an object, its last character.
  var end: VimPosition
  var shape = VimShape.characters
  /// Whether the character at the end is included.
  var isInclusive = false
  /// The new column for vertical moves; nil for that of the end.
  var wanted: VimColumn?
  /// Whether `''` returns to the start of the move.
  var isJump = false
  /// Whether the exclusive rules (`:help exclusive`) do not apply.
  var isExact = false
}

/// The column for vertical moves across shorter lines, in cells of the screen.
enum VimColumn: Hashable, Sendable {
  case cell(Int)
  /// The end of each line.
  case end
}

/// The target of an operator.
struct VimRegion {
  var start: VimPosition
  /// The last character if inclusive, else the position after it.
  var end: VimPosition
  var shape: VimShape
  var isInclusive = true
  var isVisual = false
  /// For a block: its first and last cell; `Int.max` for the end of each line.
  var cells = 0...0
  /// Whether deleted text goes to the registers of lines even if it is less than a line.
  var usesFirstRegister = false
  /// Whether the shape was requested.
  var isForced = false
  /// Whether the exclusive rules moved the end back over a line end.
  var isAdjusted = false
  var register: Character?
  /// The count if it is not part of the motion: the steps of indent in visual mode.
  var count = 1

  var lineCount: Int { end.line - start.line + 1 }
  var lines: ClosedRange<Int> { start.line...max(start.line, end.line) }
  var isEmpty: Bool { shape == .characters && !isInclusive && start == end }
}
