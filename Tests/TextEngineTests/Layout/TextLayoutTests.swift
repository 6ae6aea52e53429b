import Cells
import TestSupport
import Testing

@testable import TextEngine

@Suite("Layout of a line")
struct TextLayoutTests {
  static func rows(_ text: String, _ layout: TextLayout) -> TextRows {
    TextRows(Rope(Array(text.utf8), limits: RopeTests.small), cache: RowCache(layout: layout))
  }

  static func drawn(_ line: String, _ layout: TextLayout) -> [String] {
    let rows = rows(line, layout)
    return rows.rows(from: .zero, count: 100).map { row in
      String(repeating: ".", count: row.indent)
        + rows.pieces(of: row, columns: 100).map(\.text).joined()
    }
  }

  @Test("Rows of Chinese and Japanese begin and end only with allowed characters (line 2 N8)")
  func ideographs() {
    let text = "彼は「東京へ（明日）行く」と言った。コーヒーを１，０００円で、人々は５０％だという天“你好”。　い"
    for columns in 10...40 {
      let rows = Self.drawn(text, TextLayout(columns: columns, wraps: true))
      #expect(rows.joined() == text)
      #expect(rows.dropFirst().allSatisfy { !"。、！）」・ー々っ％，“”　".contains($0.first ?? "。") })
      #expect(rows.dropLast().allSatisfy { !"（「“".contains($0.last ?? "（") })
    }
  }

  @Test(
    "Rows end at words, and continuation rows are aligned under the text",
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
      ("\tby a tab", 9, ["    by a ", "....tab"]),
      ("- abcdefgh", 4, ["- ab", "..cd", "..ef", "..gh"]),
      ("        deep text", 8, ["        ", "deep ", "text"]),
      ("-dash is no item", 8, ["-dash is", "no item"]),
      ("日本語文字", 5, ["日本", "語文", "字"]),
      ("日本、語", 4, ["日", "本、", "語"]),
      ("日本（語", 6, ["日本", "（語"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("日本", 1, [" ", " "]),
      ("a\u{1b}b", 2, ["a", "^[", "b"]),
      ("\u{202e}", 3, ["<U+"]),
      ("a\tb", 8, ["a   b"]),
      ("abc\td", 4, ["abc ", "d"]),
      ("one\r\ntwo\n", 4, ["one", "two", ""]),
    ])
  func wrapping(line: String, columns: Int, rows: [String]) {
    #expect(Self.drawn(line, TextLayout(columns: columns, wraps: true)) == rows)
  }

  @Test("Without wrapping a line is one row of any length")
  func unwrapped() {
    let layout = TextLayout(columns: 4, wraps: false, tabWidth: 8)
    #expect(Self.drawn("ab\tcd 日本", layout) == ["ab      cd 日本"])
    let rows = Self.rows("ab\tcd", layout)
    #expect(rows.column(of: ByteOffset(4)) == Column(9))
    #expect(
      rows.pieces(of: rows.row(at: .zero), columns: 20).map { [$0.column, $0.width] } == [
        [0, 2], [2, 6], [8, 2],
      ])
  }

  @Test(
    "An offset has a row and a column",
    arguments: [(0, 0, 0), (5, 0, 5), (6, 6, 2), (8, 6, 4), (12, 6, 8)])
  func offsets(offset: Int, row: Int, column: Int) {
    let rows = Self.rows("- abc efghij", TextLayout(columns: 8, wraps: true))
    let cell = rows.cell(of: ByteOffset(offset))
    #expect(cell.row.start == ByteOffset(row) && cell.column == Column(column))
    #expect(rows.offset(in: cell.row, at: cell.column) == ByteOffset(offset))
  }

  @Test(
    "A column finds the nearest boundary in its row",
    arguments: [
      ("ab cd", 3, 0, 9, 2),
      ("ab cd", 3, 3, 9, 5),
      ("ab cd", 3, 3, 0, 3),
      ("日本", 10, 0, 0, 0),
      ("日本", 10, 0, 1, 3),
      ("日本", 10, 0, 2, 3),
      ("日本", 10, 0, 9, 6),
      ("a\tb", 10, 0, 1, 1),
      ("a\tb", 10, 0, 2, 1),
      ("a\tb", 10, 0, 3, 2),
      ("- ab cd", 5, 5, 0, 5),
      ("", 5, 0, 3, 0),
      ("e\u{301}e\u{301}", 1, 0, 5, 0),
    ])
  func columns(line: String, width: Int, row: Int, column: Int, offset: Int) {
    let rows = Self.rows(line, TextLayout(columns: width, wraps: true))
    let found = rows.offset(in: rows.row(at: ByteOffset(row)), at: Column(column))
    #expect(found == ByteOffset(offset))
  }

  @Test("A row ends at its last glyph if its line continues, and else at the line's end")
  func rowEnds() {
    let rows = Self.rows("ab cde\u{301} fg\n", TextLayout(columns: 3, wraps: true))
    let all = rows.rows(from: .zero, count: 9)
    #expect(all.map(\.start.value) == [0, 3, 9, 12])
    #expect(all.map { rows.end(of: $0).value } == [2, 8, 11, 12])
  }

  @Test("The drawn part of a long row begins and ends at the edges of the view")
  func edges() {
    let rows = Self.rows("a日\tb\u{202e}c日", TextLayout(columns: 4, wraps: false))
    let row = rows.row(at: .zero)
    func shown(_ left: Int, _ columns: Int) -> String {
      rows.pieces(of: row, from: left, columns: columns).map(\.text).joined(separator: "|")
    }
    #expect(shown(0, 20) == "a|日| |b|<U+202E>|c|日")
    #expect(shown(2, 4) == " | |b|<")
    #expect(shown(6, 4) == "U+20")
    #expect(shown(7, 9) == "+202E>|c|日")
    #expect(shown(7, 8) == "+202E>|c| ")
    #expect(shown(30, 8).isEmpty)
  }

  @Test("A colored range splits runs, but never a glyph")
  func cutting() {
    let rows = Self.rows("ab日cd", TextLayout(columns: 10, wraps: true))
    let cut = rows.pieces(
      of: rows.row(at: .zero), columns: 10, cuts: [1, 2, 3, 6, 7].map(ByteOffset.init))
    #expect(cut.map(\.text) == ["a", "b", "日", "c", "d"])
    #expect(cut.map(\.column) == [0, 1, 2, 4, 5])
    #expect(cut.map(\.bytes.lowerBound.value) == [0, 1, 2, 5, 6])
    let letters = Self.rows("日本語яжa👩‍👩‍👧x", TextLayout(columns: 40, wraps: true))
    let whole = letters.pieces(of: letters.row(at: .zero), columns: 40)
    #expect(whole.map(\.text) == ["日本語", "яж", "a", "👩", "x"])
    #expect(whole.map(\.unit) == [3, 2, 1, 18, 1])
    let parts = letters.pieces(
      of: letters.row(at: .zero), columns: 40, cuts: [3, 4, 11, 20].map(ByteOffset.init))
    #expect(parts.map(\.text) == ["日", "本", "語", "я", "ж", "a", "👩", "x"])
    #expect(parts.map(\.column) == [0, 2, 4, 6, 7, 8, 9, 11])
    #expect(parts.map(\.width) == [2, 2, 2, 1, 1, 1, 2, 1])
  }
}
