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
    "Tab goes from cell to cell, and makes a row at the end",
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
    "Rows and columns come and go",
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

  @Test("Two cursors in a table, and one in another, are moved at once")
  func severalCursors() {
    let before = "|a‸|b‸|\n|-|-|\n\n|c‸|\n|-|\nx‸"
    let after = "| a‸   | b‸   |\n| --- | --- |\n\n| c‸   |\n| --- |\nx‸"
    #expect(KeyPlay.result(before, "<M-|>") == after)
  }
}
