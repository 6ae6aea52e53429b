import TextEngine

/// A position that moves through a text, character by character.
///
/// The end of a line is a position too. From there `step` leads to the next line; `skip` and
/// `skipBack` do not stop there, except in an empty line and at the end of the text.
struct VimWalk {
  enum Step {
    case inLine
    /// Past the last character of the line.
    case toLineEnd
    case toOtherLine
    case none

    var isInLine: Bool { self == .inLine }
  }

  let text: VimText
  let lastLine: Int
  private(set) var line: [UInt8]

  var position: VimPosition {
    didSet { if position.line != oldValue.line { line = text.line(position.line) } }
  }

  init(_ text: VimText, at position: VimPosition) {
    self.text = text
    lastLine = text.lastLine
    line = text.line(position.line)
    self.position = VimPosition(line: position.line, column: min(position.column, line.count))
  }

  var column: Int { position.column }
  var isAtLineEnd: Bool { column >= line.count }
  var isInEmptyLine: Bool { line.isEmpty }

  /// Nil past the last character of a line.
  var byte: UInt8? { isAtLineEnd ? nil : line[column] }

  var isBlank: Bool { byte?.isSpaceOrTab == true }

  func isOne(of bytes: String) -> Bool { byte.map { bytes.utf8.contains($0) } ?? false }

  /// Returns the character's class for words; with `isBig` all nonblank classes are the same.
  func kind(isBig: Bool) -> Int {
    if isAtLineEnd { return VimClasses.blank }
    let kind = VimClasses.of(VimChars.scalar(line, column).value)
    return isBig && kind != VimClasses.blank ? VimClasses.punctuation : kind
  }

  // MARK: - Steps

  @discardableResult
  mutating func step() -> Step {
    if !isAtLineEnd {
      position.column = VimChars.next(line, column)
      return isAtLineEnd ? .toLineEnd : .inLine
    }
    if position.line >= lastLine { return .none }
    position = VimPosition(line: position.line + 1, column: 0)
    return .toOtherLine
  }

  @discardableResult
  mutating func stepBack() -> Step {
    if column > 0 {
      position.column = VimChars.previous(line, column)
      return .inLine
    }
    if position.line == 0 { return .none }
    position = VimPosition(line: position.line - 1, column: text.length(position.line - 1))
    return .toOtherLine
  }

  @discardableResult
  mutating func skip() -> Step {
    let first = step()
    return first == .toLineEnd ? step() : first
  }

  @discardableResult
  mutating func skipBack() -> Step {
    let first = stepBack()
    return first == .toOtherLine && column > 0 ? stepBack() : first
  }

  @discardableResult
  mutating func skip(isForward: Bool) -> Step { isForward ? skip() : skipBack() }

  /// Moves to the previous character of the line.
  @discardableResult
  mutating func stepLeft() -> Bool {
    if column == 0 { return false }
    position.column = VimChars.previous(line, column)
    return true
  }

  /// Moves back over blanks to the first of them.
  mutating func backToFirstBlank() {
    while skipBack() != .none {
      if !isBlank {
        skip()
        return
      }
    }
  }

  /// Whether there are only blanks up to and including the position.
  var isInIndent: Bool { !isAtLineEnd && line[...column].allSatisfy(\.isSpaceOrTab) }

  /// The position, moved from the end of the line to its last character.
  var inLine: VimPosition {
    isAtLineEnd ? VimPosition(line: position.line, column: VimChars.last(line)) : position
  }
}
