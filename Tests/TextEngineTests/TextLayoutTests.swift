import Cells
import TestSupport
import TextEngine
import Testing

@Suite("Layout of a line")
struct TextLayoutTests {
  static func drawn(_ line: String, _ layout: TextLayout) -> [String] {
    let bytes = Array(line.utf8)[...]
    return layout.rows(of: bytes).map { row in
      String(repeating: ".", count: row.indent)
        + layout.glyphs(of: row, in: bytes).map(\.glyph.text).joined()
    }
  }

  @Test(
    "Rows end at words and go on under the text",
    arguments: [
      ("", 10, [""]),
      ("hello", 10, ["hello"]),
      ("exactly10!", 10, ["exactly10!"]),
      ("hello world again", 11, ["hello world", "again"]),
      ("hello world again", 10, ["hello ", "world ", "again"]),
      ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
      ("ab cdefghijk", 4, ["ab ", "cdef", "ghij", "k"]),
      ("a     b", 3, ["a  ", "b"]),
      ("- item one two", 8, ["- item ", "..one ", "..two"]),
      ("12. item one", 9, ["12. item ", "....one"]),
      ("- [ ] buy bread", 13, ["- [ ] buy ", "......bread"]),
      ("> quoted text", 9, ["> quoted ", "..text"]),
      ("  indented text", 11, ["  indented ", "..text"]),
      ("- abcdefgh", 4, ["- ab", "..cd", "..ef", "..gh"]),
      ("        deep text", 8, ["        ", "deep ", "text"]),
      ("-dash is no item", 8, ["-dash is", "no item"]),
      ("日本語文字", 5, ["日本", "語文", "字"]),
      ("日本、語", 4, ["日", "本、", "語"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("日本", 1, [" ", " "]),
      ("a\u{1b}b", 2, ["a", "^[", "b"]),
      ("\u{202e}", 3, ["<U+"]),
      ("a\tb", 8, ["a   b"]),
      ("abc\td", 4, ["abc ", "d"]),
    ])
  func wrapping(line: String, columns: Int, rows: [String]) {
    #expect(Self.drawn(line, TextLayout(columns: columns, wraps: true)) == rows)
  }

  @Test("Without wrapping a line is one row as long as it takes")
  func unwrapped() {
    let layout = TextLayout(columns: 4, wraps: false, tabWidth: 8)
    #expect(Self.drawn("ab\tcd 日本", layout) == ["ab      cd 日本"])
    let line = Array("ab\tcd".utf8)[...]
    #expect(layout.place(of: 4, in: line) == (0, 9))
    #expect(layout.glyphs(of: layout.rows(of: line)[0], in: line).map(\.column) == [0, 1, 2, 8, 9])
  }

  @Test(
    "A byte has a row and a column",
    arguments: [
      (0, 0, 0), (5, 0, 5), (6, 1, 2), (8, 1, 4), (12, 1, 8),
    ])
  func places(byte: Int, row: Int, column: Int) {
    let line = Array("- abc efghij".utf8)[...]
    let layout = TextLayout(columns: 8, wraps: true)
    #expect(layout.place(of: byte, in: line) == (row, column))
    #expect(layout.byte(atRow: row, column: column, in: line) == byte)
  }

  @Test(
    "A column finds the nearest boundary in its row",
    arguments: [
      ("ab cd", 3, 0, 9, 2),
      ("ab cd", 3, 1, 9, 5),
      ("ab cd", 3, 7, 0, 3),
      ("日本", 10, 0, 0, 0),
      ("日本", 10, 0, 1, 3),
      ("日本", 10, 0, 2, 3),
      ("日本", 10, 0, 9, 6),
      ("a\tb", 10, 0, 1, 1),
      ("a\tb", 10, 0, 2, 1),
      ("a\tb", 10, 0, 3, 2),
      ("- ab cd", 5, 1, 0, 5),
      ("", 5, 0, 3, 0),
    ])
  func columns(line: String, width: Int, row: Int, column: Int, byte: Int) {
    let layout = TextLayout(columns: width, wraps: true)
    #expect(layout.byte(atRow: row, column: column, in: Array(line.utf8)[...]) == byte)
  }

  private static let pieces: [[UInt8]] =
    [
      "a", "word", " ", "  ", "\t", "- ", "日", "、", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "\u{1b}", "> ", "1. ",
      "한",
      "\u{202e}", "longerword",
    ].map { Array($0.utf8) } + [[0xff], [0xe2, 0x82]]

  @Test("Rows cover the line, stay inside the window, and places lead back to their bytes")
  func random() {
    var random = SeededRandom(seed: 11)
    for step in 0..<4_000 {
      var line: [UInt8] = []
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        line += Self.pieces.randomElement(using: &random) ?? []
      }
      let layout = TextLayout(
        columns: Int.random(in: 1...20, using: &random), wraps: Bool.random(using: &random),
        tabWidth: Int.random(in: 1...8, using: &random))
      if let problem = Self.problem(with: line[...], layout) {
        Issue.record("step \(step): \(problem) in \(line) with \(layout)")
        return
      }
    }
  }

  private static func problem(with line: ArraySlice<UInt8>, _ layout: TextLayout) -> String? {
    let rows = layout.rows(of: line)
    var boundaries: Set<Int> = [0]
    var end = 0
    for glyph in Cells.glyphs(inUTF8: line) {
      end += glyph.byteCount
      boundaries.insert(end)
    }
    var place = 0
    for (index, row) in rows.enumerated() {
      if row.bytes.lowerBound != place { return "row \(index) does not follow the one before" }
      if row.bytes.isEmpty, rows.count > 1 { return "row \(index) is empty" }
      if !boundaries.contains(row.bytes.upperBound) { return "row \(index) cuts a glyph" }
      place = row.bytes.upperBound
      var column = row.indent
      for placed in layout.glyphs(of: row, in: line) {
        if placed.column != column { return "row \(index) has a hole or an overlap" }
        if Cells.width(of: placed.glyph.text) != placed.glyph.width {
          return "row \(index) draws more or less than it says"
        }
        column += placed.glyph.width
      }
      if layout.wraps, column > layout.columns { return "row \(index) is too long" }
    }
    if place != line.count { return "the rows end early" }
    for byte in boundaries {
      let (row, column) = layout.place(of: byte, in: line)
      if !(rows[row].bytes.contains(byte) || byte == line.count) { return "\(byte) has no row" }
      // Blanks that hang over the edge share its column.
      if layout.wraps, column >= layout.columns { continue }
      if layout.byte(atRow: row, column: column, in: line) != byte {
        return "\(byte) at \(row), \(column) does not lead back"
      }
    }
    return nil
  }
}
