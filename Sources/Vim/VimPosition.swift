/// A position in a text as vim counts: a line from 0, and a byte in it from 0.
package struct VimPosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var column = 0

  package static func < (left: VimPosition, right: VimPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// What a motion, an operator or what is selected works on.
package enum VimShape: Hashable, Sendable { case characters, lines, block }

/// A key could not be done. It ends a macro, `:normal` and `:g`.
struct VimFailure: Error, Equatable {
  /// For a person; empty where a bell says it all.
  var message = ""

  static let quiet = VimFailure()
  static let tooLong = VimFailure(message: "This takes too long.")
  static let tooMuchText = VimFailure(message: "That is too much text.")
}

/// Where a motion goes, or what an object is.
struct VimMove: Equatable {
  /// Where the text begins that it is about; nil: at the cursor.
  var start: VimPosition?
  /// Where it goes. An object's last character.
  var end: VimPosition
  var shape = VimShape.characters
  /// Whether the character at the end belongs to it.
  var isInclusive = false
  /// The column that moves up and down keep from now on; nil: that of the end.
  var wanted: VimColumn?
  /// Whether `''` leads back to where it began.
  var isJump = false
  /// The exclusive rules (`:help exclusive`) do not change it.
  var isExact = false
}

/// The column that the cursor keeps on its way over shorter lines: in cells of the screen.
enum VimColumn: Hashable, Sendable {
  case cell(Int)
  /// The end of each line.
  case end
}

/// What an operator works on.
struct VimRegion {
  var start: VimPosition
  /// The last character where it is inclusive, else the position behind it.
  var end: VimPosition
  var shape: VimShape
  var isInclusive = true
  var isVisual = false
  /// Of a block: its first and last cell; `Int.max` for the end of each line.
  var cells = 0...0
  /// Whether it is deleted into the registers of lines though it is less than one.
  var usesFirstRegister = false
  /// Whether the shape was asked for.
  var isForced = false
  /// Whether the end went back over a line's end by the exclusive rules.
  var isAdjusted = false
  var register: Character?
  /// How often, where that is no part of the motion: steps of indent in visual mode.
  var count = 1

  var lineCount: Int { end.line - start.line + 1 }
  var lines: ClosedRange<Int> { start.line...max(start.line, end.line) }
  var isEmpty: Bool { shape == .characters && !isInclusive && start == end }
}
