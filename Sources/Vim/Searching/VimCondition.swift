import Bytes
import Regex
import TextEngine

/// A condition of a pattern that PCRE2 cannot check.
enum VimCondition {
  enum Order { case before, at, after }

  /// `\%23l`, `\%<3l`, `\%>1l`; lines and columns count from 1, as typed.
  case line(Order, Int)
  case column(Order, Int)
  case cell(Order, Int)
  case currentLine(Order)
  case currentColumn(Order)
  case mark(Order, Character)
  /// `\%#`
  case cursor
  /// `\%V`
  case visual
  /// `\%^` and `\%$`
  case textStart
  case textEnd
  /// `\<` and `\>`
  case wordStart
  case wordEnd
  /// `\k` and `\K`: the next character belongs to a keyword.
  case keyword(takesDigits: Bool)
  /// `\@<=` and `\@<!` with text of unknown length.
  case behind(RegexPattern, holds: Bool, limit: Int?)
}

/// The positions that conditions refer to.
struct VimPatternContext {
  var cursor = VimPosition(line: 0, column: 0)
  var marks: [Character: VimPosition] = [:]
  var visual: VimArea?
  var tabStop = 4
}

/// The current or last selection, both ends included.
struct VimArea {
  var start: VimPosition
  var end: VimPosition
  var shape: VimShape
  /// For a block: its cells, up to the end of each line if the upper bound is the maximum.
  var cells: ClosedRange<Int> = 0...0
}

/// Checks the conditions of a pattern while it is matched.
final class VimConditionChecker {
  private let conditions: [VimCondition]
  private let subject: VimSubject
  private let context: VimPatternContext
  private let budget: RegexBudget

  init(_ conditions: [VimCondition], _ subject: VimSubject, _ context: VimPatternContext) {
    budget = subject.text.key.budget
    self.conditions = conditions
    self.subject = subject
    self.context = context
  }

  /// Checks a condition; nil if the search has taken too long.
  func holds(_ number: Int, at index: Int) -> Bool? {
    budget.spendCall()
    return budget.isSpent ? nil : answer(number, at: index)
  }

  private func answer(_ number: Int, at index: Int) -> Bool {
    guard number < conditions.count else { return true }
    let position = subject.position(of: index)
    switch conditions[number] {
    case .line(let order, let line): return Self.compare(position.line + 1, order, line)
    case .column(let order, let column): return Self.compare(position.column + 1, order, column)
    case .cell(let order, let cell):
      return Self.compare(self.cell(of: position) + 1, order, cell)
    case .currentLine(let order): return Self.compare(position.line, order, context.cursor.line)
    case .currentColumn(let order):
      return Self.compare(position.column, order, context.cursor.column)
    case .mark(let order, let name):
      guard let mark = context.marks[name] else { return false }
      switch order {
      case .before: return position < mark
      case .at: return position == mark
      case .after: return position > mark
      }
    case .cursor: return position == context.cursor
    case .visual: return isSelected(position)
    case .textStart: return position == VimPosition(line: 0, column: 0)
    case .textEnd:
      return position.line > subject.lastLineOfText
        || position.line == subject.lastLineOfText && subject.bytes[index] == UInt8(ascii: "\n")
    case .wordStart:
      let kind = kind(at: index)
      return kind > 1 && kind != kindBefore(index)
    case .wordEnd:
      let kind = kindBefore(index)
      return kind > 1 && kind != self.kind(at: index)
    case .keyword(let takesDigits):
      guard kind(at: index) > 1 else { return false }
      return takesDigits || !Byte.isDigit(subject.bytes[index])
    case .behind(let regex, let holds, let limit):
      return isBehind(regex, index, limit) == holds
    }
  }

  private static func compare(_ value: Int, _ order: VimCondition.Order, _ other: Int) -> Bool {
    switch order {
    case .before: value < other
    case .at: value == other
    case .after: value > other
    }
  }

  private func kind(at index: Int) -> Int {
    if index >= subject.bytes.count { return 0 }
    let byte = subject.bytes[index]
    return byte == UInt8(ascii: "\n")
      ? 0 : VimClasses.of(VimChars.scalar(subject.bytes, index).value)
  }

  private func kindBefore(_ index: Int) -> Int {
    var start = index - 1
    while start > 0, subject.bytes[start] & 0xc0 == 0x80 { start -= 1 }
    return start < 0 ? 0 : kind(at: start)
  }

  private func cell(of position: VimPosition) -> Int {
    VimChars.cell(subject.line(of: position), at: position.column, tab: context.tabStop)
  }

  private func isSelected(_ position: VimPosition) -> Bool {
    guard let area = context.visual else { return false }
    switch area.shape {
    case .lines: return (area.start.line...area.end.line).contains(position.line)
    case .characters: return area.start <= position && position <= area.end
    case .block:
      return (area.start.line...area.end.line).contains(position.line)
        && area.cells.contains(cell(of: position))
    }
  }

  /// Looks back to the start of the previous line.
  private func isBehind(_ regex: RegexPattern, _ index: Int, _ limit: Int?) -> Bool {
    var matcher = RegexMatcher(regex, .vim)
    let bytes = subject.bytes
    // Text after the position is not included.
    let text = bytes.span.extracting(..<index)
    var (start, breaks) = (index, 0)
    while start >= 0, !budget.isSpent {
      if start < bytes.count, bytes[start] == UInt8(ascii: "\n"), start < index {
        breaks += 1
        if breaks > 1 { return false }
      }
      if let limit, index - start > limit { return false }
      let isInside = start < bytes.count && bytes[start] & 0xc0 == 0x80
      if !isInside,
        case .match = matcher.match(
          text, from: start, to: start, [.isWhole, .isSlow], within: budget, if: holds)
      {
        return true
      }
      start -= 1
    }
    return false
  }
}
