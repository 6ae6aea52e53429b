import Testing

@testable import Terminal

@Suite("The keys that may follow")
struct KeyHintTests {
  private static let rows: [KeyHint.Row] = [
    (["g g", "C-Home"], "first line"), (["g U"], "capitals"), (["g u"], "small letters"),
    (["g g"], "never reached"), (["g C-g"], "counts"), (["d"], "delete"),
    (["C-x r s", "C-x r i", "C-x r"], "registers"), (["C-x r t"], "rectangles"),
  ]

  @Test(
    "They are sorted by key, and beginnings of longer sequences are counted",
    arguments: [
      (["g"], ["g first line", "u small letters", "U capitals", "C-g counts"]),
      (["C-x"], ["r registers"]), (["C-x", "r"], ["i registers", "s registers", "t rectangles"]),
      (["d"], []), (["q"], []),
      ([], ["d delete", "g … 4 keys", "C-Home first line", "C-x … 4 keys"]),
    ])
  func follows(prefix: [String], expected: [String]) {
    let hints = KeyHint.hints(after: prefix, in: Self.rows)
    #expect(hints.map { "\($0.key) \($0.summary)" } == expected)
  }

  @Test(
    "The box never covers the active row, and fits into the area",
    arguments: [
      (Rect(row: 1, column: 0, rows: 21, columns: 80), 0, 15, 7),
      (Rect(row: 1, column: 0, rows: 21, columns: 80), 21, 1, 7),
      (Rect(row: 1, column: 0, rows: 3, columns: 20), 2, 3, 1),
      (Rect(row: 1, column: 0, rows: 3, columns: 20), 1, 2, 2),
    ])
  func frames(area: Rect, cursorRow: Int, row: Int, rows: Int) throws {
    let hints = (0..<12).map { KeyHint(key: "\($0)", summary: "a command with many words here") }
    let frame = try #require(
      KeyHintBox(hints, titled: "g", in: area, besides: cursorRow)?.frame)
    #expect(frame == Rect(row: row, column: 0, rows: rows, columns: area.columns))
    #expect(!(frame.row..<frame.endRow).contains(cursorRow))
  }

  @Test("Without hints or room there is no box")
  func none() {
    let line = Rect(row: 1, column: 0, rows: 1, columns: 80)
    #expect(KeyHintBox([], titled: "g", in: line, besides: nil) == nil)
    #expect(
      KeyHintBox([KeyHint(key: "a", summary: "b")], titled: "g", in: line, besides: 1) == nil)
  }
}
