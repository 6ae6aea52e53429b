import Boards
import Entities
import Testing

@Suite("Changes to a board")
struct BoardChangeTests {
  private static let front = "---\nkanban-plugin: board\n---\n"
  private static let moment = CivilTime(year: 2026, month: 11, day: 27, hour: 9, minute: 5)
  private static let ticking = BoardTicking(today: Day(moment))

  private func board(_ body: String) throws -> BoardText {
    try #require(BoardText(Array((Self.front + body).utf8)))
  }

  private func body(_ board: BoardText) -> String {
    String(decoding: board.bytes.dropFirst(Self.front.utf8.count), as: UTF8.self)
  }

  private static func spot(_ column: Int, _ card: Int) -> BoardSpot {
    BoardSpot(column: column, card: card)
  }

  private static func set(_ settings: String) -> String {
    "\n%% kanban:settings\n```\n{\"kanban-plugin\":\"board\",\(settings)}\n```\n%%\n"
  }

  @Test(
    "A card is checked when it moves to a complete column, and unchecked when it leaves",
    arguments: [
      ("## A\n- [ ] a\n\tx\n## B\n**Complete**\n", "## A\n## B\n**Complete**\n- [x] a\n\tx\n"),
      ("## A\n- [/] a\n## B\n**Complete**\n", "## A\n## B\n**Complete**\n- [x] a\n"),
      ("## A\n- a\n## B\n**Complete**\n", "## A\n## B\n**Complete**\n- a\n"),
      ("## A\n- [x] a\n## B\n**Complete**\n", "## A\n## B\n**Complete**\n- [x] a\n"),
      ("## A\n- [x] a\n## B\n", "## A\n## B\n- [x] a\n"),
      (
        "## A\n**Complete**\n- [x] a 📅 2026-11-27 ✅ 2026-11-27\n## B\n",
        "## A\n**Complete**\n## B\n- [ ] a 📅 2026-11-27\n"
      ),
      // Only the box, with its date: no next recurring task is added, and none is removed.
      (
        "## A\n- [ ] a 🔁 every day 🏁 delete\n## B\n**Complete**\n",
        "## A\n## B\n**Complete**\n- [x] a 🔁 every day 🏁 delete ✅ 2026-11-27\n"
      ),
    ])
  func completes(_ text: String, _ expected: String) throws {
    let old = try board(text)
    let move = BoardChange.move(
      Self.spot(0, 0), to: Self.spot(1, 0), ticking: Self.ticking)
    let (new, step) = try old.step(move, after: nil)
    #expect(body(new) == expected)
    #expect(new.takingBack(step) == old)
  }

  @Test("A card is checked with the vault's own signs")
  func ownSigns() throws {
    var rules = TaskRules()
    rules.statuses = [
      TaskStatus(" ", "To do", next: "D", .todo), TaskStatus("D", "Done", next: " ", .done),
    ]
    let ticking = BoardTicking(today: Day(Self.moment), rules: rules)
    let old = try board("## A\n- [ ] a\n## B\n**Complete**\n")
    let moved = try old.changed(
      by: .move(Self.spot(0, 0), to: Self.spot(1, 0), ticking: ticking))
    #expect(body(moved) == "## A\n## B\n**Complete**\n- [D] a ✅ 2026-11-27\n")
    #expect(
      body(try old.changed(by: .tick(Self.spot(0, 0), ticking)))
        == "## A\n- [D] a ✅ 2026-11-27\n## B\n**Complete**\n")
  }

  @Test(
    "The board's settings are followed",
    arguments: [
      (
        #""new-card-insertion-method":"prepend""#, BoardChange.add("b", column: 0),
        "## A\n\n- [ ] b\n- [ ] a\n"
      ),
      (
        #""new-card-insertion-method":"append""#, .add("b", column: 0),
        "## A\n\n- [ ] a\n- [ ] b\n"
      ),
      (
        #""archive-with-date":true"#, .archive(spot(0, 0), at: moment),
        "## A\n\n\n***\n\n## Archive\n\n- [ ] 2026-11-27 09:05 a\n"
      ),
      (
        #""archive-with-date":true,"append-archive-date":true,"archive-date-format":"D.M.","#
          + #""archive-date-separator":"–""#, .archive(spot(0, 0), at: moment),
        "## A\n\n\n***\n\n## Archive\n\n- [ ] a – 27.11.\n"
      ),
      (
        #""archive-with-date":false"#, .archive(spot(0, 0), at: moment),
        "## A\n\n\n***\n\n## Archive\n\n- [ ] a\n"
      ),
    ])
  func settings(_ set: String, _ change: BoardChange, _ expected: String) throws {
    let changed = try board("## A\n\n- [ ] a\n" + Self.set(set)).changed(by: change)
    let text = body(changed)
    #expect(text.hasSuffix(Self.set(set)))
    let shown = text.dropLast(Self.set(set).count).reversed().drop { $0 == "\n" }.reversed()
    #expect(String(shown) + "\n" == expected)
  }

  @Test(
    "A change touches only its subject, and no other byte",
    arguments: [
      // Past the one above: the text between them stays.
      (
        "## A\n- a\n\ntext\n\n- b\n  more\n", .move(spot(0, 1), to: spot(0, 0)),
        "## A\n- b\n  more\n\ntext\n\n- a\n"
      ),
      ("## A\n- a\n- b\n- c\n", .move(spot(0, 0), to: spot(0, 2)), "## A\n- b\n- c\n- a\n"),
      // Into a column with cards, and into one without: below the heading as in the other columns.
      (
        "## A\n\n- a\n- b\n\n\n## B\n\n- c\n", .move(spot(0, 1), to: spot(1, 0)),
        "## A\n\n- a\n\n\n## B\n\n- b\n- c\n"
      ),
      (
        "## A\n\n- a\n- b\n\n\n## B\n\n\n\n## C\n", .move(spot(0, 0), to: spot(1, 0)),
        "## A\n\n- b\n\n\n## B\n\n- a\n\n\n## C\n"
      ),
      ("## A\n- a\n## B\n\n## C\n", .move(spot(0, 0), to: spot(1, 0)), "## A\n## B\n- a\n\n## C\n"),
      (
        "## A\n\n- a\n\n## B\n\n**Complete**\n\n\n", .move(spot(0, 0), to: spot(1, 0)),
        "## A\n\n\n## B\n\n**Complete**\n- a\n\n\n"
      ),
      // The last line has no line ending, and still has none.
      ("## A\n- a\n- b", .move(spot(0, 1), to: spot(0, 0)), "## A\n- b\n- a"),
      ("## A\r\n- a\r\n## B", .move(spot(0, 0), to: spot(1, 0)), "## A\r\n## B\r\n- a"),
      (
        "## A\r\n\r\n- [ ] a\r\n", .add(" b\n c ", column: 0),
        "## A\r\n\r\n- [ ] a\r\n- [ ] b c\r\n"
      ),
      ("## A\n**Complete**", .add("b", column: 0), "## A\n**Complete**\n- [x] b"),
      (
        "## A\n* [ ] a  ^id\n\tmore\n", .edit(spot(0, 0), "b [[c]]"),
        "## A\n* [ ] b [[c]]\n\tmore\n"
      ),
      ("## A\n-\n", .edit(spot(0, 0), "b"), "## A\n- b\n"),
      ("## A\n- [ ] a\n\tx\n", .tick(spot(0, 0), ticking), "## A\n- [x] a\n\tx\n"),
      ("## A\n- [ ] a 🏁 delete\n\tx\n- b\n", .tick(spot(0, 0), ticking), "## A\n- b\n"),
      ("## A\n- [x] a\n", .tick(spot(0, 0), ticking), "## A\n- [ ] a\n"),
      (
        "## A\n- [ ] a 🔁 every day 📅 2026-11-27\n\tx\n", .tick(spot(0, 0), ticking),
        "## A\n- [ ] a 🔁 every day 📅 2026-11-28\n- [x] a 🔁 every day 📅 2026-11-27 ✅ 2026-11-27\n\tx\n"
      ),
      ("## A\n- a\n\n  more\n\n- b\n", .delete(spot(0, 0)), "## A\n\n- b\n"),
      (
        "## A\n- a\n\n***\n\n## Archive\n\n- b\n\n%% kanban:settings\n%%",
        .archive(spot(0, 0), at: moment),
        "## A\n\n***\n\n## Archive\n\n- b\n- a\n\n%% kanban:settings\n%%"
      ),
      (
        "## A\n\n- a\n- b\n\n\n%% kanban:settings\n%%\n", .archive(spot(0, 0), at: moment),
        "## A\n\n- b\n\n\n***\n\n## Archive\n\n- a\n\n%% kanban:settings\n%%\n"
      ),
      ("## A\n- a", .archive(spot(0, 0), at: moment), "## A\n\n***\n\n## Archive\n\n- a"),
      ("## A\n- a", .addColumn("B (2)"), "## A\n- a\n\n## B (2)"),
      (
        "## A\n\n***\n\n## Archive\n", .addColumn("B"),
        "## A\n\n## B\n\n\n***\n\n## Archive\n"
      ),
      ("", .addColumn("B"), "\n## B\n"),
      ("## A (2) ##\n- a\n", .renameColumn(0, "B"), "## B ##\n- a\n"),
      ("##\n- a\n", .renameColumn(0, "B"), "## B\n- a\n"),
      ("## A\n- a\n\n## B\ntext\n", .moveColumn(0, to: 1), "## B\ntext\n## A\n- a\n\n"),
      ("## A\n- a\n\n## B\n", .deleteColumn(0), "## B\n"),
    ] as [(String, BoardChange, String)])
  func changes(_ old: String, _ change: BoardChange, _ new: String) throws {
    #expect(body(try board(old).changed(by: change)) == new)
  }

  @Test(
    "A change that would read differently than intended is refused",
    arguments: [
      ("## A\n- a\n## B\ntext\n", .move(spot(0, 0), to: spot(5, 0)), .isGone),
      ("## A\n- a\n", .delete(spot(0, 1)), .isGone),
      ("## A\n- a\n", .tick(spot(0, 0), ticking), .hasNoBox),
      ("## A\n- [ ] a 🔁 sometimes\n", .edit(spot(0, 0), " \n"), .isEmpty),
      // A number in a paragraph is not an item.
      (
        "## A\n1. a\n2. b\n## B\ntext\n## C", .move(spot(0, 1), to: spot(1, 0)), .wouldReadOtherwise
      ),
      ("## A\n", .renameColumn(0, "A #"), .wouldReadOtherwise),
      ("## A\n\n```\nopen", .addColumn("B"), .wouldReadOtherwise),
      ("## A\n- a\n- b\n", .edit(spot(0, 0), "%% kanban"), nil),
    ] as [(String, BoardChange, BoardProblem?)])
  func refusals(_ old: String, _ change: BoardChange, _ problem: BoardProblem?) throws {
    let board = try board(old)
    var found: BoardProblem?
    do throws(BoardProblem) { _ = try board.changed(by: change) } catch { found = error }
    #expect(found == problem)
  }

  @Test("A change is undone to the byte, but not in a text that changed since")
  func takingBack() throws {
    let old = try board("## A\n- a\n\n- b\n\n\n## B\n")
    let there = try old.step(.move(Self.spot(0, 1), to: Self.spot(1, 0)), after: nil)
    #expect(there.board.takingBack(there.step) == old)
    let other = try there.board.changed(by: .add("x", column: 0))
    #expect(other.takingBack(there.step) == nil)
    // The way back of a card leaves the earlier text.
    let back = try there.board.step(
      .move(Self.spot(1, 0), to: Self.spot(0, 1)), after: there.step)
    #expect(back.board == old)
    #expect(back.board.takingBack(back.step) == there.board)
  }

  @Test(
    "A card moved by another program is found again, and is gone when no card has its text")
  func rebasing() throws {
    let old = try board("## A\n- a\n- b\n\n## B\n- c\n")
    let new = try board("## B\n- c\n- b\n\n## New\n\n## A\n- a\n- x\n")
    #expect(
      try new.rebased(.move(Self.spot(0, 1), to: Self.spot(0, 0)), from: old)
        == .move(Self.spot(0, 1), to: Self.spot(2, 0)))
    #expect(try new.rebased(.add("y", column: 1), from: old) == .add("y", column: 0))
    #expect(try old.rebased(.delete(Self.spot(0, 0)), from: old) == .delete(Self.spot(0, 0)))
    let gone = try board("## A\n- b\n")
    for change: BoardChange in [
      .delete(Self.spot(0, 0)), .moveColumn(0, to: 1), .deleteColumn(0), .renameColumn(1, "x"),
    ] {
      #expect(throws: BoardProblem.isGone) { try gone.rebased(change, from: old) }
    }
  }
}
