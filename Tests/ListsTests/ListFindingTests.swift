import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Lists

@MainActor
@Suite("Finding rows of a list")
struct ListFindingTests {
  private let fruit = ["apple", "Banana", "cherry", "date", "banana split", "Éclair"]

  private func screen(
    _ fruit: [String]? = nil, _ own: [Keymap<FruitCommand>.Binding] = []
  ) -> FruitScreen {
    let screen = FruitScreen(FruitPresenter(fruit ?? self.fruit), own)
    _ = FakeFrame.drawing(screen, columns: 30, rows: 4)
    return screen
  }

  private func type(_ keys: [Key], _ screen: FruitScreen) {
    for key in keys { #expect(screen.handle(.key(key)), "\(key.name)") }
  }

  @Test(
    "Typed text selects the next matching row from here",
    arguments: [
      (["/", "a"], 0), (["/", "b"], 1), (["/", "b", "a"], 1), (["j", "j", "/", "b"], 4),
      (["G", "/", "b"], 1), (["/", "S"], 0), (["/", "B"], 1), (["/", "e", "c", "l"], 5),
      (["/", "d", "x"], 0), (["/", "d", "x", "Backspace"], 3), (["j", "/", "d", "Backspace"], 1),
      // Forward and back, in the search line and outside of it.
      (["/", "b", "Down"], 4), (["/", "b", "Down", "Up"], 1), (["/", "b", "F3", "F3"], 1),
      (["/", "b", "Enter", "n"], 4), (["/", "b", "Enter", "n", "N"], 1),
      (["/", "b", "Enter", "S-F3"], 4), (["/", "b", "Enter", "g", "F3"], 1),
      // Esc goes back, first to the row, then out of the matches.
      (["j", "j", "/", "b", "Esc"], 2), (["/", "b", "Enter", "Esc", "n"], 1),
      (["/", "b", "Enter", "/", "d", "Esc", "n"], 4),
      // An empty search repeats the last one.
      (["/", "b", "Enter", "/", "Enter"], 4), (["/", "Enter"], 0),
      // After moving on to a match, another letter searches from there.
      (["/", "b", "a", "F3", "n"], 4),
    ] as [([Key], Int)])
  func finds(keys: [Key], selected: Int) {
    let screen = screen()
    type(keys, screen)
    #expect(screen.state.selected == selected)
  }

  @Test(
    "The list reports when nothing matches and when the search wraps around",
    arguments: [
      (["/", "q"], "No row has “q”."), (["/", "q", "Backspace"], ""),
      (["/", "b", "Enter", "n"], ""), (["/", "b", "Enter", "n", "n"], "Search wrapped."),
      (["/", "b", "Enter", "N", "Esc"], ""),
      (["/", "b", "Enter", "N"], "Search wrapped."), (["n"], "Nothing to repeat. / finds a row."),
    ] as [([Key], String)])
  func says(keys: [Key], message: String) {
    let screen = screen()
    type(keys, screen)
    #expect(screen.state.message.text == message)
  }

  @Test("The text is typed in the last row with the cursor, and matches are marked")
  func draws() {
    let screen = screen()
    type(["/", "n", "a"], screen)
    #expect(screen.cursor == Point(row: 3, column: 3))
    var frame = FakeFrame.drawing(screen, columns: 30, rows: 4)
    #expect(frame.lines.map { $0.filter { $0 != "▐" && $0 != " " } }.last == "/na")
    let plain = frame.style(at: Point(row: 1, column: 2))
    #expect(frame.lines[1].hasPrefix("> Banana"))
    #expect(
      frame.style(at: Point(row: 1, column: 4)) != plain
        && frame.style(at: Point(row: 1, column: 7)) != plain)
    #expect(frame.style(at: Point(row: 1, column: 3)) == plain)
    #expect(screen.visibleRows == 3)
    type(["Enter"], screen)
    #expect(screen.cursor == nil && screen.visibleRows == 4)
    frame = FakeFrame.drawing(screen, columns: 30, rows: 4)
    #expect(frame.style(at: Point(row: 1, column: 4)) != frame.style(at: Point(row: 1, column: 2)))
    type(["Esc"], screen)
    frame = FakeFrame.drawing(screen, columns: 30, rows: 4)
    #expect(frame.style(at: Point(row: 1, column: 4)) == frame.style(at: Point(row: 1, column: 2)))
  }

  @Test("One key press searches a limited number of rows, and the next one continues after them")
  func bounded() {
    let most = RowFinder.mostRows
    let plum = 2 * most + 1_000
    let many = (0..<(2 * most + 2_000)).map { $0 == plum ? "plum" : "pear" }
    let screen = screen(many)
    type(["/", "l"], screen)
    #expect(screen.state.selected == 0)
    #expect(screen.state.message.text == "Not in \(most) rows. F3 looks in the others.")
    type(["F3"], screen)
    #expect(screen.state.selected == 0)
    type(["F3"], screen)
    #expect(screen.state.selected == plum)
    type(["Enter", "N"], screen)
    #expect(screen.state.message.text == "Not in \(most) rows. S-F3 looks in the others.")
    // After another row was selected, the search starts from there.
    type(["G", "N"], screen)
    #expect(screen.state.selected == plum)
    type(["/", "z", "Down", "Down"], screen)
    #expect(screen.state.message.text == "No row has “z”.")
  }

  @Test("The list's own keys keep their meaning, and the key table shows the valid ones")
  func tables() {
    let screen = screen(nil, [.init(["n"], .eat, "eat it"), .init(["Esc"], .eat, "spit it out")])
    func keys(_ summary: String) -> [String]? {
      screen.keyTable.rows.first { $0.summary == summary }?.keys
    }
    #expect(keys("find a fruit as you type") == ["/"])
    #expect(keys("next fruit found") == ["F3"] && keys("previous fruit found") == ["S-F3"])
    #expect(keys("spit it out") == ["Esc"] && !screen.keyTable.isFiltered)
    type(["/"], screen)
    #expect(screen.keyTable.title == "Find in a list" && screen.keyTable.typesText)
    // Letters are text there, and the list ignores other keys.
    type(["n"], screen)
    #expect((screen.presenter as? FruitPresenter)?.eaten == [])
    #expect(!screen.handle(.key("PgDn")) && !screen.handle(.key("F1")))
    type(["Enter"], screen)
    #expect(keys("drop what was found") == ["Esc"] && keys("spit it out") == nil)
    #expect(screen.keyTable.isFiltered)
    type(["n", "Esc", "Esc"], screen)
    #expect((screen.presenter as? FruitPresenter)?.eaten == ["Banana", "Banana"])
  }

  @Test("An empty list finds nothing, and pasted text is typed")
  func others() {
    let empty = screen([])
    type(["/", "a", "Enter", "n"], empty)
    #expect(empty.state.selected == nil && empty.state.message.text == "No row has “a”.")
    let screen = screen()
    type(["/"], screen)
    #expect(screen.handle(.paste(Array("cher".utf8))) && screen.state.selected == 2)
  }

  @Test(
    "Case and marks matter only if the typed text has them, and matches are byte ranges",
    arguments: [
      ("a", "banana", [1..<2, 3..<4, 5..<6]), ("ana", "banana", [1..<4]), ("E", "Ee", [0..<1]),
      ("e", "Éa", [0..<2]), ("e", "e\u{301}a", [0..<3]), ("É", "e É E\u{301}", [2..<4, 5..<8]),
      ("ss", "aß", [1..<3]), ("s", "aß", [1..<3]), ("か", "が", []), ("が", "か\u{3099}", [0..<6]),
      ("x", "", []), ("", "x", []),
    ] as [(String, String, [Range<Int>])])
  func patterns(pattern: String, text: String, matches: [Range<Int>]) {
    #expect(RowPattern(pattern).matches(in: text) == matches)
  }
}
