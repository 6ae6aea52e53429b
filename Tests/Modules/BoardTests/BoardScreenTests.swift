import Entities
import FakeTerminal
import Lists
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Board

@MainActor
@Suite("A board on the screen")
struct BoardScreenTests {
  private let work = Work()
  private let wireframe = FakeWireframe()
  private static let front = "---\nkanban-plugin: board\n---\n"
  private static let note = NoteID("Plan.md")
  private static let plan =
    "## To do\n\n- [ ] paint the kitchen and the hall in white\n- [ ] nails\n\n\n## Doing (1)\n\n- [ ] roses\n- [ ] ladder\n\n\n## Done\n\n**Complete**\n"

  private func screen(_ store: MemoryNoteStore) async throws -> BoardScreen {
    let cases = BoardCases(store: store, tasks: .of(store))
    let built = BoardBuilder.make(
      cases: cases, work: work, of: Self.note, wireframe: wireframe,
      didChange: { [wireframe] in wireframe.changed += $0 })
    built.module.lifeCycle.moduleIsReady(
      RouteHandle(name: "Board") { [wireframe] _ in wireframe.asked.append("close") })
    built.module.lifeCycle.moduleWillAppear()
    await work.whenIdle()
    return try #require(built.module.view as? BoardScreen)
  }

  private func store(_ text: String = plan) -> MemoryNoteStore {
    MemoryNoteStore(["Plan.md": Self.front + text])
  }

  private func text(_ store: MemoryNoteStore) async -> String? {
    await store.text(of: Self.note).map { String($0.dropFirst(Self.front.count)) }
  }

  private func press(_ keys: Key..., on screen: BoardScreen) async {
    for key in keys {
      #expect(screen.handle(.key(key)))
      await work.whenIdle()
    }
  }

  private func lines(_ screen: BoardScreen, _ columns: Int = 80, _ rows: Int = 6) -> [String] {
    Array(
      FakeFrame.drawing(screen, columns: columns, rows: rows).lines.reversed().drop { $0.isEmpty }
        .reversed())
  }

  @Test("Columns are side by side with counts and limits, and card text is wrapped")
  func columns() async throws {
    let screen = try await screen(store())
    #expect(
      lines(screen) == [
        " To do 2                  │ Doing 2/1!               │ Done 0",
        "> • paint the kitchen and │  • roses                 │",
        "    the hall in white     │  • ladder                │",
        "  • nails                 │                          │",
        "                          │                          │",
        "                          │                          │",
      ])
    #expect(screen.chrome.title == "Plan")
    #expect(screen.chrome.state == "4 cards")
  }

  @Test("A small window shows one column and as much of the selected card as fits")
  func small() async throws {
    let screen = try await screen(store())
    #expect(
      lines(screen, 20, 3) == [" To do 2          ▼›", "> • paint the", "    kitchen and the…"])
    await press("j", on: screen)
    #expect(lines(screen, 20, 3) == [" To do 2          ▲›", "> • nails"])
    await press("l", on: screen)
    #expect(lines(screen, 20, 3) == ["‹Doing 2/1!        ›", "  • roses", "> • ladder"])
    #expect(lines(screen, 20, 1) == ["> • ladder"])
    #expect(lines(screen, 1, 1).count <= 1)
  }

  @Test("Shifted keys move a card and back, byte for byte; moves pressed ahead wait")
  func moves() async throws {
    let store = store()
    let screen = try await screen(store)
    await press("J", on: screen)
    #expect(await text(store)?.hasPrefix("## To do\n\n- [ ] nails\n- [ ] paint") == true)
    await press("K", on: screen)
    #expect(await text(store) == Self.plan)
    for key: Key in ["L", "L"] { #expect(screen.handle(.key(key))) }
    await work.whenIdle()
    #expect(
      await text(store)?.hasSuffix("**Complete**\n- [x] paint the kitchen and the hall in white\n")
        == true)
    #expect(
      screen.chrome.message
        == "“paint the kitchen and the hall in white” is in Done now. u takes it back.")
    #expect(screen.state.column == 2)
    for key: Key in ["H", "H"] { #expect(screen.handle(.key(key))) }
    await work.whenIdle()
    #expect(await text(store) == Self.plan)
    #expect(wireframe.changed == Array(repeating: Self.note, count: 6))
    // There is no column farther left, and no card above.
    await press("H", "K", on: screen)
    #expect(await text(store) == Self.plan)
  }

  @Test("Cards are added, edited, ticked, archived and deleted, and u undoes each")
  func cards() async throws {
    let store = store()
    let screen = try await screen(store)
    wireframe.answers = [.typed("new one")]
    await press("l", "l", "n", on: screen)
    #expect(await text(store)?.hasSuffix("**Complete**\n- [x] new one\n") == true)
    wireframe.answers = [.typed("old one")]
    await press("e", on: screen)
    #expect(wireframe.asked == ["New card in “Done”: ", "Words: new one"])
    await press("Space", on: screen)
    #expect(await text(store)?.hasSuffix("- [ ] old one\n") == true)
    await press("a", on: screen)
    #expect(
      await text(store)?.hasSuffix("**Complete**\n\n***\n\n## Archive\n\n- [ ] old one\n") == true)
    #expect(screen.chrome.message == "“old one” is in the archive. u takes it back.")
    await press("u", "u", "u", "u", on: screen)
    #expect(await text(store) == Self.plan)
    await press("u", on: screen)
    #expect(screen.chrome.message == "Nothing to undo.")
    await press("h", "d", on: screen)
    #expect(await text(store)?.contains("roses") == false)
    await press("u", on: screen)
    #expect(await text(store) == Self.plan)
    wireframe.answers = [.cancelled]
    await press("n", on: screen)
    wireframe.answers = [.typed(" ")]
    await press("n", on: screen)
    #expect(screen.chrome.message == "Nothing was typed, and nothing changed.")
    #expect(await text(store) == Self.plan)
  }

  @Test("Columns are added, named, moved and deleted; deleting one with cards asks first")
  func columnKeys() async throws {
    let store = store()
    let screen = try await screen(store)
    wireframe.answers = [.typed("Later (2)")]
    await press("c", on: screen)
    #expect(screen.state.columns.map(\.title) == ["To do", "Doing", "Done", "Later"])
    #expect(screen.state.column == 3)
    wireframe.answers = [.typed("Some day")]
    await press("r", "<", "<", ">", on: screen)
    #expect(wireframe.asked.last == "Name; add (5) to allow at most five cards: Later (2)")
    #expect(screen.state.columns.map(\.title) == ["To do", "Doing", "Some day", "Done"])
    await press("D", on: screen)
    #expect(screen.state.columns.map(\.title) == ["To do", "Doing", "Done"])
    wireframe.answers = [.chosen("no"), .chosen("yes")]
    await press("h", "D", on: screen)
    #expect(wireframe.asked.last == "Delete “Doing” with its 2 cards?")
    #expect(screen.state.columns.count == 3)
    await press("D", on: screen)
    #expect(screen.state.columns.map(\.title) == ["To do", "Done"])
    for _ in 0..<7 { await press("u", on: screen) }
    #expect(await text(store) == Self.plan)
  }

  @Test("The selection keeps its height from column to column, and search covers all columns")
  func walking() async throws {
    let screen = try await screen(
      store("## A\n- a\n- b\n- c\n## B\n- d\n## C\n## D\n- e\n- f\n- g\n"))
    await press("G", "l", "l", on: screen)
    #expect(screen.state.column == 2 && screen.state.selected == nil)
    await press("j", "K", on: screen)
    #expect(screen.chrome.message == "No card is selected. Press n to add one.")
    await press("l", on: screen)
    #expect(screen.state.selected == 6)
    await press("g", "l", on: screen)
    #expect(screen.state.selected == 4)
    await press("/", "d", "Enter", on: screen)
    #expect(screen.state.column == 1 && screen.state.selected == 3)
  }

  @Test("Enter opens the card's line, f follows its first link, and clicks select and open")
  func leaving() async throws {
    let screen = try await screen(
      store("## A\n- see [[B#c|x]] [y](z.md)\n- [w](https://a.org)\n- plain\n## Empty\n"))
    await press("f", "Enter", "j", "f", "j", "f", "l", "Enter", on: screen)
    #expect(
      wireframe.asked == [
        "follow notes://editor/B#c from Plan.md", "Plan.md:5", "https://a.org", "Plan.md:8",
      ])
    _ = lines(screen, 80, 6)
    for (row, column) in [(2, 4), (2, 4), (1, 60)] {
      _ = screen.handle(MouseEvent(.press, at: Point(row: row, column: column)))
    }
    #expect(wireframe.asked.last == "Plan.md:6")
    #expect(screen.state.column == 1)
    await press("q", on: screen)
    #expect(wireframe.asked.last == "close")
  }

  @Test("Outside changes are read; actions on a moved card go on, and a missing card is left alone")
  func changedMeanwhile() async throws {
    let store = store("## A\n- a\n- b\n## B\n")
    let screen = try await screen(store)
    await store.change(Self.note, to: Self.front + "## B\n## A\n- x\n- a\n- b\n")
    await press("L", on: screen)
    // A is the last column now, so the card goes to B, which was right of A.
    #expect(await text(store) == "## B\n- a\n## A\n- x\n- b\n")
    await store.change(Self.note, to: Self.front + "## A\n- x\n")
    await press("d", on: screen)
    #expect(
      screen.chrome.message == "The card or column is gone: another program changed the board.")
    #expect(await text(store) == "## A\n- x\n")
    #expect(screen.state.columns.map(\.title) == ["A"])
    await press("u", on: screen)
    #expect(
      screen.chrome.message == "Another program changed the board since. Nothing was taken back.")
    #expect(await text(store) == "## A\n- x\n")
  }

  @Test("A failed write changes nothing and is reported")
  func failing() async throws {
    let store = store()
    let screen = try await screen(store)
    // Reading succeeds, and saving fails.
    await store.fail(next: .notPermitted(NotePath("Plan.md"), action: "write"))
    for key: Key in ["J", "J"] { #expect(screen.handle(.key(key))) }
    await work.whenIdle()
    #expect(screen.chrome.message.hasPrefix("No permission to write Plan.md."))
    #expect(await text(store) == Self.plan)
    #expect(!screen.state.isSaving)
    // Nothing is done when unsaved text in an editor cannot be saved.
    wireframe.canSave = false
    await press("J", on: screen)
    #expect(await text(store) == Self.plan)
  }

  @Test("A note that is no board, or is gone, is reported")
  func noBoard() async throws {
    let screen = try await screen(MemoryNoteStore(["Plan.md": "## A\n- b\n"]))
    #expect(
      lines(screen) == [
        "  Plan.md is no board: its properties have no “kanban-plugin”."
      ])
    await press("n", "c", "L", "e", "D", "r", on: screen)
    #expect(wireframe.asked.isEmpty)
    let gone = try await self.screen(MemoryNoteStore())
    #expect(lines(gone) == ["  Plan.md is gone. Press F5 to read the list again."])
    let empty = try await self.screen(store(""))
    #expect(lines(empty) == ["  No columns yet.", "  Press c to add one."])
  }

  @Test("Only the visible cards of 10,000 are drawn, the last as well as the first")
  func many() async throws {
    let cards = (1...10_000).map { "- card \($0)\n" }.joined()
    let screen = try await screen(store("## A\n" + cards + "## B\n"))
    await press("G", on: screen)
    #expect(
      lines(screen, 60, 4).dropFirst().map { String($0.prefix(14)) } == [
        "  • card 9998 ", "  • card 9999 ", "> • card 10000",
      ])
    await press("PgUp", "g", on: screen)
    #expect(lines(screen, 60, 4)[1].hasPrefix("> • card 1 "))
  }
}

@MainActor
final class FakeWireframe: BoardWireframe {
  var asked: [String] = []
  var answers: [Answer] = []
  var changed: [NoteID] = []
  var canSave = true

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    if case .line(let initial) = question.kind {
      asked.append("\(question.text) \(initial)")
    } else {
      asked.append(question.text)
    }
    answer(answers.isEmpty ? .cancelled : answers.removeFirst())
  }

  func open(_ note: NoteID, atLine line: Int) { asked.append("\(note.path.text):\(line)") }

  func follow(link place: String, in home: LinkHome) {
    asked.append("follow \(place) from \(home.note.path.text)")
  }

  func open(address: String) { asked.append(address) }

  func saveEditors(then goOn: @escaping @MainActor () -> Void) { if canSave { goOn() } }
}
