import Cells
import Terminal
import Viper

/// The frames of a prompt's text and answers in a box. If there is not enough room, the text is cut
/// before the answers.
struct PromptLayout: Equatable {
  struct Choice: Equatable {
    var label: String
    var frame: Rect
  }

  private(set) var text: [String]
  private(set) var choices: [Choice] = []
  /// The row of the line being typed.
  private(set) var fieldRow: Int?
  /// The rows of what is offered below it.
  private(set) var offerRows = 0..<0

  /// Whether the text was cut.
  private(set) var isCut = false

  private static let gap = 3

  init(_ state: PromptState, size: Size) {
    let rows = WordWrap.rows(ofText: state.text, width: size.columns)
    let (labels, flowed) = Self.answers(of: state, in: size)
    let wanted =
      state.offers != nil
      ? Self.offeredHeight(in: size.rows, text: rows.count)
      : state.hasField ? 1 : (flowed.last?.endRow ?? 0)
    let answerHeight = min(wanted, size.rows)
    let room = size.rows - answerHeight
    text = state.text.isEmpty ? [] : Array(rows.prefix(room))
    if rows.count > room, room > 0 {
      // Join the hidden rows to the last one, whose cut end then shows that there is more.
      text[room - 1] = rows[(room - 1)...].joined(separator: " ")
    }
    isCut = !state.text.isEmpty && rows.count > room
    let hasGap = !text.isEmpty && text.count < room
    let start = text.count + (hasGap ? 1 : 0)
    if state.hasField {
      fieldRow = answerHeight > 0 ? start : nil
      let end = start + answerHeight
      if state.offers != nil { offerRows = min(start + 1, end)..<min(end, size.rows) }
    } else {
      // In a low box with many choices, show those around the selected one.
      let selectedRow = flowed.indices.contains(state.selected) ? flowed[state.selected].row : 0
      let first = max(0, selectedRow - answerHeight + 1)
      choices = zip(labels, flowed).map { label, cell in
        Choice(
          label: label,
          frame: Rect(
            row: cell.row - first + start, column: cell.column,
            rows: cell.row < first || cell.row >= first + answerHeight ? 0 : 1,
            columns: cell.columns))
      }
    }
  }

  /// The most rows that are offered, and those that come before a text.
  private static let mostOffers = 8
  private static let fewOffers = 2

  /// Returns the rows for a field and the offers below it. In a low box a text gives way, but for
  /// the first offers.
  private static func offeredHeight(in rows: Int, text: Int) -> Int {
    let rest = rows - text - (text > 0 ? 1 : 0)
    return max(min(rows, 1 + fewOffers), min(rest, 1 + mostOffers))
  }

  /// Returns the preferred size of a prompt: enough for its text, in lines that are easy to read.
  static func preferredSize(_ state: PromptState, in available: Size) -> Size {
    let lines = state.text.split(separator: "\n").map { Cells.width(of: String($0)) }
    let labels = labels(of: state).map { Cells.width(of: $0) }
    let answers =
      state.offers != nil
      ? 56
      : state.hasField
        ? 40
        : state.isList ? labels.max() ?? 0 : labels.reduce(0, +) + gap * max(0, labels.count - 1)
    // The title is part of the box's edge and needs some edge on both sides.
    let natural = max(lines.max() ?? 0, answers, Cells.width(of: state.title) + 4, 20)
    let width = max(1, min(natural, 60, available.columns))
    let text =
      state.text.isEmpty ? 0 : WordWrap.rows(ofText: state.text, width: width).count + 1
    let answerRows =
      state.offers != nil
      ? 1 + mostOffers
      : state.hasField ? 1 : flow(Self.labels(of: state), of: state, width: width).last?.endRow ?? 0
    return Size(columns: width, rows: max(1, min(text + answerRows, available.rows)))
  }

  private static func labels(of state: PromptState) -> [String] {
    guard case .choices(let choices, _) = state.kind else { return [] }
    return choices.map { "[\($0.key)] \($0.label)" }
  }

  /// Lays out the answers so that all are visible. Without room for their words, the unselected
  /// ones are reduced to their keys, then all of them.
  private static func answers(of state: PromptState, in size: Size) -> ([String], [Rect]) {
    let full = labels(of: state)
    let keys = full.map { String($0.prefix(3)) }
    let some = full.indices.map { $0 == state.selected ? full[$0] : keys[$0] }
    for labels in state.isList ? [full] : [full, some] {
      let flowed = flow(labels, of: state, width: size.columns)
      if state.isList || (flowed.last?.endRow ?? 0) <= size.rows { return (labels, flowed) }
    }
    return (keys, flow(keys, of: state, width: size.columns))
  }

  /// Returns the frames of the labels, side by side and then below, from row 0.
  private static func flow(_ labels: [String], of state: PromptState, width: Int) -> [Rect] {
    var frames: [Rect] = []
    var (row, column) = (0, 0)
    for label in labels {
      let labelWidth = min(Cells.width(of: label), max(1, width))
      if column > 0, state.isList || column + labelWidth > width { (row, column) = (row + 1, 0) }
      frames.append(Rect(row: row, column: column, rows: 1, columns: labelWidth))
      column += labelWidth + gap
    }
    return frames
  }
}

extension PromptState {
  /// Whether the question has a field to type in.
  var hasField: Bool {
    switch kind {
    case .choices: false
    case .line, .secret: true
    }
  }

  var isList: Bool {
    if case .choices(_, let isList) = kind { isList } else { false }
  }

  var isSecret: Bool {
    if case .secret = kind { true } else { false }
  }
}
