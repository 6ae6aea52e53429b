import Cells
import Testing

@Suite("Wrapping at words")
struct WordWrapTests {
  @Test(
    "A line is broken at words, and blanks at a break are dropped",
    arguments: [
      ("milk and bread", 20, ["milk and bread"]),
      ("milk and bread", 9, ["milk and", "bread"]),
      ("milk and bread", 8, ["milk and", "bread"]),
      ("milk   bread", 5, ["milk", "bread"]),
      ("breadcrumbs", 5, ["bread", "crumb", "s"]),
      ("a breadcrumbs", 6, ["a", "breadc", "rumbs"]),
      ("  - item one", 8, ["  - item", "one"]),
      ("", 5, [""]),
      ("     ", 3, [""]),
      ("\tindented", 12, ["    indented"]),
      ("ab\tc", 9, ["ab  c"]),
      ("日本語", 4, ["日本", "語"]),
      ("word日本", 6, ["word日", "本"]),
      ("日", 1, ["日"]),
    ])
  func words(line: String, width: Int, rows: [String]) {
    #expect(WordWrap.rows(of: line, width: width) == rows)
  }

  @Test("Existing line breaks and empty lines stay")
  func lines() {
    #expect(WordWrap.rows(ofText: "one two\n\nthree", width: 4) == ["one", "two", "", "thre", "e"])
  }

  @Test("No row is wider than requested, at any width")
  func widths() {
    let line = "The  quick brown foxes jump, uninterruptedly, over\tlazy dogs"
    for width in 1...70 {
      let rows = WordWrap.rows(of: line, width: width)
      #expect(rows.allSatisfy { $0.utf8.count <= width })
      #expect(
        rows.joined().filter { !$0.isWhitespace } == line.filter { !$0.isWhitespace })
    }
  }

  @Test("A line stays whole if there is no width")
  func noWidth() {
    #expect(WordWrap.rows(of: "milk", width: 0) == ["milk"])
  }
}
