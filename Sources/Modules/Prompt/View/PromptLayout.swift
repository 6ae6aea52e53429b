import Cells
import Terminal
import Viper

/// The frames of a prompt's text and answers in a box of some size.
///
/// Where there is not room for all, the answers go before the text.
struct PromptLayout: Equatable {
  struct Choice: Equatable {
    var label: String
    var frame: Rect
  }

  private(set) var text: [String]
  private(set) var choices: [Choice] = []
  /// The row of the line being typed.
  private(set) var fieldRow: Int?

  /// Not all of the text has room.
  private(set) var isCut = false

  private static let gap = 3

  init(_ state: PromptState, size: Size) {
    let rows = WordWrap.rows(ofText: state.text, width: size.columns)
    let (labels, flowed) = Self.answers(of: state, in: size)
    let wanted = state.hasField ? 1 : (flowed.last?.endRow ?? 0)
    let answerHeight = min(wanted, size.rows)
    let room = size.rows - answerHeight
    text = state.text.isEmpty ? [] : Array(rows.prefix(room))
    if rows.count > room, room > 0 {
      // The end of the last row tells that there was more.
      text[room - 1] = rows[(room - 1)...].joined(separator: " ")
    }
    isCut = !state.text.isEmpty && rows.count > room
    let hasGap = !text.isEmpty && text.count < room
    let start = text.count + (hasGap ? 1 : 0)
    if state.hasField {
      fieldRow = answerHeight > 0 ? start : nil
    } else {
      // Of many choices in a low box, those around the selected one are shown.
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

  /// How large a prompt wants to be: as its text needs, in lines that are easy to read.
  static func preferredSize(_ state: PromptState, in available: Size) -> Size {
    let lines = state.text.split(separator: "\n").map { Cells.width(of: String($0)) }
    let labels = labels(of: state).map { Cells.width(of: $0) }
    let answers =
      state.hasField
      ? 40
      : state.isList ? labels.max() ?? 0 : labels.reduce(0, +) + gap * max(0, labels.count - 1)
    // The title is in the box's edge, with some of the edge on either side.
    let natural = max(lines.max() ?? 0, answers, Cells.width(of: state.title) + 4, 20)
    let width = max(1, min(natural, 60, available.columns))
    let text =
      state.text.isEmpty ? 0 : WordWrap.rows(ofText: state.text, width: width).count + 1
    let answerRows =
      state.hasField ? 1 : flow(Self.labels(of: state), of: state, width: width).last?.endRow ?? 0
    return Size(columns: width, rows: max(1, min(text + answerRows, available.rows)))
  }

  private static func labels(of state: PromptState) -> [String] {
    guard case .choices(let choices, _) = state.kind else { return [] }
    return choices.map { "[\($0.key)] \($0.label)" }
  }

  /// All answers stay in sight: where there is no room for their words, those that are not selected are
  /// their keys alone, then all of them.
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

  /// The frames of the labels, side by side and then below, from row 0.
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
  /// Whether something is typed.
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
