import Testing

@testable import TextEngine

@Suite("Tables")
struct TableTests {
  @Test(
    "Columns become equally wide, and the cursor stays in its words",
    arguments: [
      ("|a|b|\n|-|-|\n|lo‸ng|c|", "<M-|>", "| a    | b   |\n| ---- | --- |\n| lo‸ng | c   |"),
      ("a|b\n-|:-:\nc|‸d", "<M-|>", "| a   |  b  |\n| --- | :-: |\n| c   |  ‸d  |"),
      ("| 日本語 | b‸ |\n|--|-:|\n", "<M-|>", "| 日本語 |   b‸ |\n| ------ | --: |\n"),
      ("|a\\|b|‸|\n|-|-|", "<M-|>", "| a\\|b | ‸    |\n| ---- | --- |"),
      ("> |a|\n> |-|\n> |bcde‸|", "<M-|>", "> | a    |\n> | ---- |\n> | bcde‸ |"),
      (
        "|a|b|\n|-|\n|c|‸d|e|", "<M-|>",
        "| a   | b   |     |\n| --- | --- | --- |\n| c   | ‸d   | e   |"
      ),
      ("no | ta‸ble", "<M-|>", "no | ta‸ble"),
      ("|a|\r\n|-|\r\n|bcde‸|\r\n", "<M-|>", "| a    |\r\n| ---- |\r\n| bcde‸ |\r\n"),
    ])
  func aligns(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  private static let grid = "| a   | b   |\n| --- | --- |\n| c   | d   |"

  @Test(
    "Tab goes from cell to cell, and adds a row at the end",
    arguments: [
      ("| ‸a   | b   |", "<Tab>", "| a   | ‸b   |"),
      ("| a   | b‸   |", "<S-Tab>", "| ‸a   | b   |"),
      ("| ‸a   | b   |", "<S-Tab>", "| ‸a   | b   |"),
      ("| a   | ‸b   |", "<Tab><S-Tab><S-Tab>", "| ‸a   | b   |"),
    ])
  func steps(_ before: String, _ keys: String, _ after: String) {
    let rest = "\n| --- | --- |\n| c   | d   |"
    #expect(KeyPlay.result(before + rest, keys) == after + rest)
  }

  @Test(
    "Rows and columns are added and removed",
    arguments: [
      ("d‸", "<Tab>", "| a   | b   |\n| --- | --- |\n| c   | d   |\n| ‸    |     |"),
      ("b‸", "<Tab>", "| a   | b   |\n| --- | --- |\n| ‸c   | d   |"),
      ("a‸", "<M-r>", "| a   | b   |\n| --- | --- |\n| ‸    |     |\n| c   | d   |"),
      ("c‸", "<M-R>", "| a‸   | b   |\n| --- | --- |"),
      ("a‸", "<M-R>", "| a‸   | b   |\n| --- | --- |\n| c   | d   |"),
      ("a‸", "<M-o>", "| a   | ‸    | b   |\n| --- | --- | --- |\n| c   |     | d   |"),
      ("a‸", "<M-O>", "| ‸b   |\n| --- |\n| d   |"),
    ])
  func changes(_ cursor: String, _ keys: String, _ after: String) {
    let word = String(cursor.prefix(1))
    let parts = Self.grid.split(separator: Character(word), maxSplits: 1)
    let before = "\(parts[0])\(cursor)\(parts[1])"
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Enter in a table goes to the next row, adds one at the end, and leaves from an empty row",
    arguments: [
      ("| c   | ‸d   |", "<Enter>", "| c   | d   |\n| ‸    |     |"),
      ("| c‸   | d   |", "<Enter>x", "| c   | d   |\n| x‸    |     |"),
      ("| c   | d   |‸", "<Enter>", "| c   | d   |\n| ‸    |     |"),
      ("| c‸   | d   |\n| e   | f   |", "<Enter>", "| c   | d   |\n| ‸e   | f   |"),
      (
        "| c   | d   |‸\n| e   | f   |", "<Enter>",
        "| c   | d   |\n| ‸    |     |\n| e   | f   |"
      ),
      ("| c   | d   |‸", "<Enter><Enter>x", "| c   | d   |\n\nx‸"),
      ("| c   | d   |‸", "<Enter>| e | f |", "| c   | d   |\n| e | f |‸"),
    ])
  func newRows(_ before: String, _ keys: String, _ after: String) {
    let head = "| a   | b   |\n| --- | --- |\n"
    #expect(KeyPlay.result(head + before, keys) == head + after)
  }

  @Test("Enter before a table's first bar, and in text with bars, is a plain newline")
  func newLines() {
    #expect(KeyPlay.result("‸|a|\n|-|", "<Enter>") == "\n‸|a|\n|-|")
    #expect(KeyPlay.result("a | ‸b", "<Enter>") == "a | \n‸b")
  }

  @Test("Two cursors in one table and one in another table all move at once")
  func severalCursors() {
    let before = "|a‸|b‸|\n|-|-|\n\n|c‸|\n|-|\nx‸"
    let after = "| a‸   | b‸   |\n| --- | --- |\n\n| c‸   |\n| --- |\nx‸"
    #expect(KeyPlay.result(before, "<M-|>") == after)
  }
}
