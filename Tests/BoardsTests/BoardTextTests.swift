import Boards
import Entities
import Testing

@Suite("Reading a note that is a board")
struct BoardTextTests {
  static let board = """
    ---

    kanban-plugin: board

    ---

    ## To do (3)

    - [ ] Buy [[Paint|white paint]] @{2026-11-27} @@{10:00} #home
    \tand a brush
    - plain


    ## Done

    **Complete**
    - [x] Nails


    ***

    ## Archive

    - [x] Ladder

    %% kanban:settings
    ```
    {"kanban-plugin":"board"}
    ```
    %%
    """

  private func made(_ text: String) throws -> BoardText {
    try #require(BoardText(Array(text.utf8)))
  }

  /// Each column as its name and the first lines of its cards.
  static func shown(_ board: BoardText) -> [[String]] {
    board.columns.map { column in
      [board.text(column.title)] + column.cards.map { board.written($0) }
    }
  }

  private func front(_ body: String) -> String { "---\nkanban-plugin: basic\n---\n\(body)" }

  @Test("Columns have names, limits, cards and a done state, and the archive is not a column")
  func reads() throws {
    let board = try made(Self.board)
    #expect(
      Self.shown(board) == [
        [
          "To do (3)", "Buy [[Paint|white paint]] @{2026-11-27} @@{10:00} #home", "plain",
        ], ["Done", "Nails"],
      ])
    #expect(board.name(of: board.columns[0]) == ("To do", 3))
    #expect(board.name(of: board.columns[1]) == ("Done", nil))
    #expect(board.columns.map(\.isComplete) == [false, true])
    #expect(board.columns.map(\.line) == [7, 14])
    let cards = board.columns[0].cards
    #expect(cards.map(\.line) == [9, 11])
    #expect(cards.map(\.mark) == [" ", nil])
    #expect(board.words(of: cards[0]) == "Buy white paint 2026-11-27 10:00 #home\nand a brush")
    #expect(board.archive?.cards.count == 1)
  }

  @Test("Only the plugin's property makes a note a board")
  func isBoard() {
    #expect(BoardText(Array("## A\n- b\n".utf8)) == nil)
    #expect(BoardText(Array("---\nx: 1\n---\n## A\n- b\n".utf8)) == nil)
    #expect(BoardText(Array("---\nkanban-plugin:\n---\n".utf8)) == nil)
    for form in ["basic", "board", "list", "\"table\""] {
      #expect(BoardText(Array("\u{feff}---\nKanban-Plugin: \(form)\n---\n".utf8)) != nil)
    }
    #expect(BoardText([0xff, 0xfe, 0x2d, 0]) == nil)
  }

  @Test(
    "Text within another block is neither a column nor a card",
    arguments: [
      ("## A\n- a\n\n```\n## no\n- no\n```\n", [["A", "a"]]),
      ("## A\n- a\n  ```\n  ## no\n\n  - no\n  ```\n- b\n", [["A", "a", "b"]]),
      ("%%\n## no\n%%\n## A\n%% one line %%\n- a\n", [["A", "a"]]),
      ("## A\n%% never closed\n- a\n## B\n", [["A", "a"], ["B"]]),
      ("## A\n- a\n  - child\n  ## heading in it\n- b\n", [["A", "a", "b"]]),
      ("> ## no\n> - no\n\n## A\n* a\n+ b\n1. c\n", [["A", "a", "b", "c"]]),
      ("- before\n\n# A #\n\ttext\n- a\nlazy\n", [["A", "a"]]),
      ("## A\n- a\n***\n## Archives\n- b\n", [["A", "a"], ["Archives", "b"]]),
      ("## Archive\n- a\n\n***\n\n## ARCHIVE\n- b\n", [["Archive", "a"]]),
      ("## A\r\n\r\n- [ ] a\r\n\tmore\r\n\r\n## B", [["A", "a"], ["B"]]),
      ("## A\n- a\n\n%% kanban:settings\n## no\n- no\n%%\n", [["A", "a"]]),
      ("##\n-\n- \n", [["", "", ""]]),
    ])
  func bounds(_ text: String, _ columns: [[String]]) throws {
    #expect(Self.shown(try made(front(text))) == columns)
  }

  @Test("A card has its indented lines and the blank lines between them, but not those after it")
  func lines() throws {
    let board = try made(front("## A\n- a\n\n  more\n\n\n- b\nlazy\n\ntext\n"))
    let cards = board.columns[0].cards
    #expect(cards.map { board.text($0.whole) } == ["- a\n\n  more\n", "- b\nlazy\n"])
  }

  @Test("A card's first link is the address of a note, or leads out of the vault")
  func links() throws {
    let board = try made(
      front(
        "## A\n- see [[A b#C d|x]]\n- [t](x%20y.md) [u](z)\n- <https://a.org/> \n- `[[no]]`\n- [[#here]]\n"
      ))
    let cards = board.columns[0].cards
    let links = cards.map { board.firstLink(of: $0) }
    #expect(links[0]?.address == "notes://editor/A%20b#C%20d")
    #expect(links[0]?.isMarkdown == false)
    #expect(links[1]?.address == "notes://editor/x%20y.md")
    #expect(links[1]?.isMarkdown == true)
    #expect(links[3] == nil)
    #expect(links[4] != nil && links[4]?.address == nil)
    #expect(board.words(of: cards[0]) == "see x")
  }

  @Test(
    "A card's words have no emphasis marks, and items within it have their checkboxes",
    arguments: [
      ("- [ ] **a** *b* `c` ==d== [[e]] \\*f\n", "a b c d e *f"),
      ("- a @{2026-11-27} @@{10:00} x@y.org {b} @{open\n", "a 2026-11-27 10:00 x@y.org {b} @{open"),
      ("- a\n\n  - [x] **b**\n  1. c\n\n  *d*\n", "a\n- [x] b\n1. c\nd"), ("- [ ]\n", ""),
      ("-\n", ""),
    ])
  func words(_ card: String, _ words: String) throws {
    let board = try made(front("## A\n" + card))
    #expect(board.words(of: try #require(board.columns[0].cards.first)) == words)
  }

  @Test("10,000 cards are read quickly, and one of them is moved quickly")
  func many() throws {
    let text = front("## A\n\n" + String(repeating: "- [ ] a card\n", count: 10_000) + "\n## B\n")
    let board = try made(text)
    #expect(board.columns.map { $0.cards.count } == [10_000, 0])
    let moved = try board.changed(
      by: .move(BoardSpot(column: 0, card: 9_999), to: BoardSpot(column: 1, card: 0)))
    #expect(moved.columns.map { $0.cards.count } == [9_999, 1])
  }
}
