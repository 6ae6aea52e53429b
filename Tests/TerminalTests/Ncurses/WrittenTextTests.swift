import NcursesTerminal
import Terminal
import TestSupport
import Testing

/// Letters, lines and boxes are written in one go; combining marks and wide characters one by one.
extension NcursesDriverTests {
  private static let parts: [(text: String, width: Int)] = [
    ("a", 1), ("Z", 1), (" ", 1), ("~", 1), ("é", 1), ("ß", 1), ("─", 1), ("│", 1), ("…", 1),
    ("ж", 1), ("e\u{301}", 1), ("x\u{302}\u{323}", 1), ("│\u{301}", 1), ("日", 2), ("🙂", 2),
  ]

  @Test("Every part of a mixed text is in its cells", arguments: [1, 2, 3] as [UInt64])
  func partsInCells(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let terminal = try PseudoTerminal(columns: 300, rows: 2)
    let driver = try terminal.open()
    defer { driver.end() }
    for step in 0..<150 {
      // Partly beyond the left edge, and narrower than some texts.
      let hidden = Int.random(in: 0..<4, using: &random)
      let columns = [24, 290].randomElement(using: &random) ?? 24
      let window = driver.makeWindow(Rect(row: 0, column: -hidden, rows: 1, columns: columns))
      var cells: [String] = []
      var text = ""
      // Most are runs of one character, some long.
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        let part = try #require(Self.parts.randomElement(using: &random))
        for _ in 0..<([1, 1, 2, 5, 40].randomElement(using: &random) ?? 1) {
          text += part.text
          cells += [part.text] + Array(repeating: "", count: part.width - 1)
        }
      }
      window.put(text, width: cells.count, at: Point(row: 0, column: 0), style: .plain)
      driver.present([window], cursor: nil)
      try terminal.show(driver)
      let room = columns - hidden
      var seen = Array(cells.dropFirst(hidden).prefix(room))
      // Halves of cut characters are blanks.
      if seen.first == "" { seen[0] = " " }
      if cells.count > columns, cells[columns] == "" { seen[room - 1] = " " }
      let blank = String(repeating: " ", count: max(0, room - seen.count))
      #expect(terminal.text(0, 0..<room) == seen.joined() + blank, "step \(step): \(text)")
    }
  }
}
