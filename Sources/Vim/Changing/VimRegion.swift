/// What an operator works on.
struct VimRegion {
  var start: VimPlace
  /// The last character where it is inclusive, else the place behind it.
  var end: VimPlace
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
