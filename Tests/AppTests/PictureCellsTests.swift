import Services
import Testing

@testable import App

@Suite("Pictures drawn by another program")
struct PictureCellsTests {
  /// Rows as `text foreground/background`, with commas between runs.
  private func read(_ output: String, columns: Int = 8, rows: Int = 4) -> [String] {
    PictureCells.read(Array(output.utf8), columns: columns, rows: rows).rows.map { row in
      row.map { run in
        let colors = [run.foreground, run.background].map { $0.map(String.init) ?? "-" }
        return "\(run.text) \(colors.joined(separator: "/"))"
      }.joined(separator: ",")
    }
  }

  @Test(
    "Colors and blocks become cells, and everything else is omitted",
    arguments: [
      ("ab\ncd\n", ["ab -/-", "cd -/-"]),
      ("\u{1b}[38;5;196m▄\u{1b}[0m▀", ["▄ 196/-,▀ -/-"]),
      ("\u{1b}[38;5;196;48;5;21m▄▄ \u{1b}[49m▄", ["▄▄ 196/21,  -/21,▄ 196/-"]),
      ("\u{1b}[7m\u{1b}[38;5;196m \u{1b}[27m.", ["  -/196,. 196/-"]),
      ("\u{1b}[31;42ma\u{1b}[91;102mb\u{1b}[39;49mc", ["a 1/2,b 9/10,c -/-"]),
      // None of these may reach a terminal.
      ("a\u{1b}]0;title\u{7}b\u{1b}[2Jc\u{1b}[?25ld", ["a0;title -/-"]),
      ("\u{1b}[6n\r\t\u{7f}\u{9b}x", [" x -/-"]),
      ("日\u{301}🍎", ["    -/-"]),
      ("\u{1b}[38;2;1;2;3ma", ["a -/-"]),
      ("\u{1b}[38;5;999;1ma\u{1b}[", ["a -/-"]),
      ("\u{1b}[38;5\nb", ["", "b -/-"]),
      ("", []),
    ])
  func cells(output: String, expected: [String]) {
    #expect(read(output) == expected)
  }

  @Test("A picture never has more rows and cells than fit")
  func bounds() {
    let rows = read(String(repeating: "0123456789\n", count: 9), columns: 4, rows: 3)
    #expect(rows == ["0123 -/-", "0123 -/-", "0123 -/-"])
  }

  @Test("Any bytes give safe cells, one column each")
  func hostile() {
    var seed: UInt64 = 7
    for _ in 0..<300 {
      let bytes = (0..<200).map { _ -> UInt8 in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = UInt8(truncatingIfNeeded: seed >> 33)
        return value % 5 == 0 ? [0x1b, 0x5b, 0x6d, 0x0a, 0x3b][Int(value) % 5] : value
      }
      let picture = PictureCells.read(bytes, columns: 20, rows: 5)
      #expect(picture.rows.count <= 5)
      for row in picture.rows {
        #expect(row.reduce(0) { $0 + $1.width } <= 20)
        for run in row {
          #expect(run.text.unicodeScalars.count == run.width)
          #expect(
            run.text.unicodeScalars.allSatisfy {
              (0x20..<0x7f).contains($0.value) || (0x2580...0x259f).contains($0.value)
            })
        }
      }
    }
  }

  @Test("Pictures use at most 72 colors of the palette, each close to the original")
  func coarse() {
    let used = Set((0...255).map { PictureCells.coarse(UInt8($0)) }.filter { $0 >= 16 })
    #expect(used.count <= 72)
    for color in used { #expect(PictureCells.coarse(color) == color) }
    #expect(PictureCells.coarse(196) == 196 && PictureCells.coarse(21) == 21)
  }

  @Test("Without the program there is no tool, and data that is not a picture gives nothing")
  func tool() async {
    #expect(PictureTool { _ in nil } == nil)
    #expect(PictureTool { _ in "/nowhere" } == nil)
    guard let tool = PictureTool(environment: { $0 == "PATH" ? "/usr/bin" : nil }) else { return }
    #expect(await tool.draw(Array("no picture".utf8), columns: 10, rows: 5) == nil)
    #expect(await tool.draw([], columns: 10, rows: 5) == nil)
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='80'>"
      + "<rect width='80' height='80' fill='#ff0000'/></svg>"
    let picture = await tool.draw(Array(svg.utf8), columns: 10, rows: 5)
    // Not every build of the program reads SVG.
    for row in picture?.rows ?? [] { #expect(row.allSatisfy { $0.background == 196 }) }
  }
}
