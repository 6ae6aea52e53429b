import Cells
import FakeTerminal
import Terminal

struct FrameCheck {
  let frame: FakeFrame
  let theme: Theme

  func check(_ verb: Script.Verb) throws(StepFailure) {
    switch verb {
    case .expect(let text):
      if rows.allSatisfy({ !Self.contains($0, text) }) {
        throw StepFailure("the text is not on the screen", frame)
      }
    case .refuse(let text):
      if let row = rows.firstIndex(where: { Self.contains($0, text) }) {
        throw StepFailure("the text is on the screen", frame, markedRow: row)
      }
    case .screen(let expected): try checkScreen(expected)
    case .style(let point, let checks): try checkStyle(at: point, checks)
    case .cursor(let point):
      if frame.cursor != point {
        throw StepFailure("the cursor is \(Self.words(frame.cursor))", frame)
      }
    default: break
    }
  }

  private var rows: [String] { frame.rows.indices.map(frame.rowText) }

  /// Searches for the drawn form of the text: the first picture of an emoji sequence, and accented
  /// letters in any encoding.
  private static func contains(_ row: String, _ text: String) -> Bool {
    let drawn = Cells.visible(text)
    return holds(Array(row.unicodeScalars), Array(drawn.unicodeScalars))
      || holds(Array(row), Array(drawn))
  }

  private static func holds<Sign: Equatable>(_ row: [Sign], _ text: [Sign]) -> Bool {
    guard row.count >= text.count else { return false }
    return (0...(row.count - text.count)).contains { row[$0...].starts(with: text) }
  }

  private func checkScreen(_ expected: [Script.ScreenRow]) throws(StepFailure) {
    let rows = rows
    for case .text(let row) in expected {
      let width = Cells.width(of: row)
      if width != frame.size.columns, !rows.contains(row) {
        throw StepFailure(
          "the row |\(row)| is \(width) cells wide, the screen \(frame.size.columns)", frame,
          markedRow: Self.firstDifference(expected, rows))
      }
    }
    if Self.matches(expected[...], rows[...]) { return }
    let first = Self.firstDifference(expected, rows)
    var message = "the screen differs"
    if !expected.contains(.any), expected.count != rows.count {
      message = "the screen has \(rows.count) rows, not \(expected.count)"
    } else if !expected.contains(.any), let first, case .text(let row) = expected[first] {
      message = "row \(first + 1) of the screen differs, expected |\(row)|"
    } else if let missing = Self.firstUnmatched(expected, rows) {
      message = "the screen differs, expected in it |\(missing)|"
    }
    throw StepFailure(message, frame, markedRow: first)
  }

  /// Whether the rows match, where each `any` matches any number of rows.
  private static func matches(
    _ expected: ArraySlice<Script.ScreenRow>, _ rows: ArraySlice<String>
  ) -> Bool {
    guard let first = expected.first else { return rows.isEmpty }
    switch first {
    case .text(let text):
      return rows.first == text && matches(expected.dropFirst(), rows.dropFirst())
    case .any:
      return (0...rows.count).contains { matches(expected.dropFirst(), rows.dropFirst($0)) }
    }
  }

  /// Returns the first row that differs, with each `any` as short as possible.
  private static func firstDifference(
    _ expected: [Script.ScreenRow], _ rows: [String]
  ) -> Int? {
    longestMatch(expected, rows).row
  }

  private static func firstUnmatched(
    _ expected: [Script.ScreenRow], _ rows: [String]
  ) -> String? {
    let index = longestMatch(expected, rows).expected
    guard expected.indices.contains(index), case .text(let text) = expected[index] else {
      return nil
    }
    return text
  }

  private static func longestMatch(
    _ expected: [Script.ScreenRow], _ rows: [String]
  ) -> (row: Int?, expected: Int) {
    var row = 0
    var skips = false
    for (index, entry) in expected.enumerated() {
      guard case .text(let text) = entry else {
        skips = true
        continue
      }
      if skips, let found = rows[min(row, rows.count)...].firstIndex(of: text) { row = found }
      guard row < rows.count, rows[row] == text else {
        return (row < rows.count ? row : nil, index)
      }
      row += 1
      skips = false
    }
    return (row < rows.count ? row : nil, expected.count)
  }

  private func checkStyle(
    at point: Point, _ checks: [Script.StyleCheck]
  ) throws(StepFailure) {
    guard let cell = frame[point] else {
      throw StepFailure(
        "\(Self.words(point)) is outside the screen of "
          + "\(frame.size.columns)x\(frame.size.rows)", frame)
    }
    let style = cell.style
    for check in checks {
      let holds =
        switch check {
        case .attribute([]): style == .plain
        case .attribute(let attribute): style.attributes.contains(attribute)
        case .foreground(let color): style.foreground == color
        case .background(let color): style.background == color
        case .role(let role): cell.looksLike(cell.styled(theme[role]))
        }
      if !holds {
        throw StepFailure(
          "the style at \(Self.words(point)) is \(Self.words(style))", frame,
          markedRow: point.row)
      }
    }
  }

  /// Returns a style in the script's syntax.
  static func words(_ style: Style) -> String {
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"),
    ]
    var words = names.filter { style.attributes.contains($0.0) }.map(\.1)
    if case .indexed(let index) = style.foreground { words.append("fg=\(index)") }
    if case .indexed(let index) = style.background { words.append("bg=\(index)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }

  /// Returns a point in the script's syntax.
  static func words(_ point: Point?) -> String {
    point.map { "\($0.row + 1):\($0.column + 1)" } ?? "hidden"
  }
}

extension FakeCell {
  fileprivate func styled(_ style: Style) -> FakeCell {
    FakeCell(text, style: style, isContinuation: isContinuation)
  }
}
