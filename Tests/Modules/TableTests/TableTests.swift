import Bases
import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import UseCases
import VaultSettings
import Viper

@testable import Table

@MainActor
@Suite("Bases on the screen")
struct TableTests {
  private let work = Work()
  private let wireframe = FakeWireframe()
  private static let books = """
    # the shelf
    filters: file.inFolder("Books")
    views:
      - type: table
        name: All
        order: [file.name, genre, pages]  # three
        sort: [{property: pages, direction: DESC}]
        summaries: {pages: Sum}
      - type: table
        name: Genres
        filters: pages
        groupBy: {property: genre}
        order:
          - file.name
          - pages
      - {type: list, name: List, filters: pages > 400, order: [file.name, pages]}
      - {type: cards, name: Cards, filters: pages > 400, order: [file.name, pages]}
      - {type: board, name: Board, limit: 1}
      - {type: table, name: Wrong, order: [file.name, formula.bad]}
    formulas: {bad: pages * "x"}
    """

  private func screen(
    _ store: MemoryNoteStore, at start: TableStart? = nil, hasTables: Bool = true
  ) async throws -> TableScreen {
    let bases = await store.ids.map(\.path)
    return try await screen(store, MemoryFiles(others: bases), at: start, hasTables: hasTables)
  }

  private func screen(
    _ store: MemoryNoteStore, _ files: any VaultFiles, at start: TableStart? = nil,
    hasTables: Bool = true, drawing: CountingDrawing? = nil,
    consent: PictureConsent = .given
  ) async throws -> TableScreen {
    let built = made(hasTables, store, files, drawing, consent, at: start, wireframe)
    built.module.lifeCycle.moduleIsReady(
      RouteHandle(name: "Table") { [wireframe] _ in wireframe.isClosed = true })
    built.module.lifeCycle.moduleWillAppear()
    await work.whenIdle()
    return try #require(built.module.view as? TableScreen)
  }

  private func made(
    _ hasTables: Bool, _ store: MemoryNoteStore, _ files: any VaultFiles,
    _ drawing: CountingDrawing?, _ consent: PictureConsent, at start: TableStart? = nil,
    _ wireframe: FakeWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    var vault = VaultServices.inMemory(store)
    vault.files = files
    if hasTables { vault.queries.tables = BookTables() }
    return TableBuilder.make(
      cases: BaseCases(vault, clock: StillClock()),
      properties: PropertyEditing(vault, clock: StillClock()), files: files,
      work: work, pictures: { drawing }, consent: { consent }, at: start, wireframe: wireframe,
      didChange: { _ in })
  }

  private static let cards = """
    views:
      - {type: cards, name: Cards, order: [file.name, pages], image: formula.cover}
      - {type: list, name: List, order: [file.name]}
    formulas: {cover: 'if(pages > 400, "Books/" + file.basename + ".png", "")'}
    """

  @Test("The picture of the selected card is drawn next to the cards if there is room")
  func pictures() async throws {
    let drawing = CountingDrawing()
    let files = PictureFiles(["B.base": [], "Books/Dune.png": [1], "Books/Ulysses.png": [0]])
    let screen = try await screen(
      MemoryNoteStore(["B.base": Self.cards]), files, at: TableStart(base: "B", view: nil),
      drawing: drawing)
    #expect(drawing.asked == ["1 bytes in 32x16"])
    #expect(
      lines(screen, 80) == [
        " [Cards] List",
        "> Dune  pages: 412  ▣ Dune.png                  ▄▄",
        "  Emma  pages: 320",
        "  Ulysses  pages: 730  ▣ Ulysses.png",
        "  cover.png",
      ])
    // The window is too narrow for both.
    #expect(lines(screen, 60)[1] == "> Dune  pages: 412  ▣ Dune.png")
    await press("j", on: screen)
    #expect(lines(screen, 80)[1] == "  Dune  pages: 412  ▣ Dune.png")
    await press("j", on: screen)
    #expect(lines(screen, 80)[1].hasSuffix("Ulysses.png cannot be drawn."))
    await press("Tab", on: screen)
    #expect(lines(screen, 80)[1] == "  Dune")
    #expect(drawing.asked.count == 1)
  }

  @Test("No picture is drawn before the person agrees")
  func consent() async throws {
    let drawing = CountingDrawing()
    let kept = StoredValue(ListArrangement())
    let screen = try await screen(
      MemoryNoteStore(["B.base": Self.cards]), PictureFiles(["B.base": [], "Books/Dune.png": [1]]),
      at: TableStart(base: "B", view: nil), drawing: drawing,
      consent: PictureConsent(.ask, storedIn: kept))
    #expect(lines(screen, 80)[1].hasSuffix("Dune.png is not drawn yet:"))
    #expect(drawing.asked == [])
    await press("P", on: screen)
    #expect(screen.state.message.text == "The pictures of this vault are drawn from now on.")
    #expect(lines(screen, 80)[1].hasSuffix("▄▄") && kept.value().drawsPictures)
  }

  private func press(_ keys: Key..., on screen: TableScreen) async {
    for key in keys {
      #expect(screen.handle(.key(key)))
      await work.whenIdle()
    }
  }

  private func lines(_ screen: TableScreen, _ columns: Int = 40, _ rows: Int = 9) -> [String] {
    Array(
      FakeFrame.drawing(screen, columns: columns, rows: rows).lines.reversed().drop { $0.isEmpty }
        .reversed())
  }

  @Test("A single base opens at its first view, with titles, rows and sums")
  func table() async throws {
    let screen = try await screen(MemoryNoteStore(["Books.base": Self.books]))
    #expect(
      lines(screen) == [
        " [All] Genres  List  Cards  Board  Wron…",
        "  file name  genre  pages ▼",
        ">▐Ulysses  ▌ epic        730",
        "  Dune       novel       412",
        "  Emma       novel       320",
        "  cover.png",
        "                    Sum 1462",
      ])
    await press("Enter", on: screen)
    #expect(wireframe.opened == [NoteID("Books/Ulysses.md")])
  }

  @Test("Groups have titles and counts, lists and cards are rows, and other types are tables")
  func views() async throws {
    let screen = try await screen(MemoryNoteStore(["Books.base": Self.books]))
    await press("Tab", on: screen)
    #expect(
      lines(screen).dropFirst() == [
        "  file name  pages", "  epic  1", ">▐Ulysses  ▌   730", "  novel  2",
        "  Dune         412",
        "  Emma         320",
      ])
    await press("j", "j", "k", on: screen)
    #expect(lines(screen)[5].hasPrefix(">▐Dune"))
    await press("Tab", on: screen)
    #expect(lines(screen).dropFirst() == ["> Dune  · 412", "  Ulysses  · 730"])
    await press("Tab", on: screen)
    #expect(lines(screen).dropFirst() == ["> Dune  pages: 412", "  Ulysses  pages: 730"])
    await press("Tab", on: screen)
    #expect(screen.state.message.text == "“board” is shown as a table.")
    #expect(lines(screen).dropFirst() == ["  file name", ">▐Dune     ▌"])
    await press("Tab", on: screen)
    #expect(lines(screen, 60)[2].hasPrefix(">▐Dune     ▌ error 20:23: * needs a number"))
    await press("S-Tab", "S-Tab", on: screen)
    #expect(screen.state.tab == 3)
  }

  @Test("Several bases are listed, and Esc comes back to the list")
  func bases() async throws {
    let screen = try await screen(
      MemoryNoteStore(["A/Books.base": Self.books, "B.base": "", "C.base": "views: ["]))
    #expect(lines(screen) == ["> A/Books.base", "  B.base", "  C.base"])
    await press("j", "Enter", on: screen)
    #expect(lines(screen)[1] == ">▐Dune     ▌")
    await press("Esc", "j", "Enter", on: screen)
    #expect(screen.state.message.text.contains("C.base cannot be read: 2:1"))
    await press("Esc", on: screen)
    #expect(lines(screen)[2] == "> C.base")
  }

  @Test("Esc goes back to the link from a base it led to, and to the list from another base")
  func linked() async throws {
    let store = MemoryNoteStore(["A/Books.base": Self.books, "B.base": ""])
    let screen = try await screen(
      store, at: TableStart(base: "Books.base", view: nil, from: NotePath("A")))
    await press("m", "Esc", on: screen)
    #expect(screen.state.name == "Books" && screen.state.marked == 0)
    #expect(!wireframe.isClosed)
    await press("Esc", on: screen)
    #expect(wireframe.isClosed)
  }

  @Test("Several bases of one name are listed, and one is chosen")
  func ambiguous() async throws {
    let store = MemoryNoteStore(["A/Books.base": "", "B/books.base": "", "C.base": ""])
    let screen = try await screen(store, at: TableStart(base: "Books", view: nil))
    #expect(lines(screen) == ["> A/Books.base", "  B/books.base"])
    #expect(screen.state.message.text == "“Books” fits 2 bases. Choose one by its path.")
    await press("j", "Enter", on: screen)
    #expect(screen.state.name == "books")
  }

  @Test("A file that is not a note opens in another program")
  func opensFiles() async throws {
    let screen = try await screen(MemoryNoteStore(["Books.base": Self.books]))
    await press("j", "j", "j", "Enter", on: screen)
    #expect(wireframe.opened == [] && wireframe.files == [NotePath("Books/cover.png")])
  }

  @Test(
    "A base opens by its name together with one of its views",
    arguments: [
      ("books", "genres", "Books", 1, ""), ("A/Books.base", nil, "Books", 0, ""),
      ("Books", "No", "Books", 0, "A/Books.base has no view “No”."),
      ("Nothing", nil, "", 0, "There is no base “Nothing”."),
    ])
  func starts(name: String, view: String?, opened: String, tab: Int, said: String) async throws {
    let screen = try await screen(
      MemoryNoteStore(["A/Books.base": Self.books, "B.base": ""]),
      at: TableStart(base: name, view: view))
    #expect(screen.state.name == opened && screen.state.tab == tab)
    #expect(screen.state.message.text == said)
  }

  @Test("A change of the view preserves every other byte, and u undoes it")
  func changes() async throws {
    let store = MemoryNoteStore(["Books.base": Self.books])
    let screen = try await screen(store)
    func text() async -> String { await store.text(of: NoteID("Books.base")) ?? "" }
    await press("l", "s", on: screen)
    #expect(
      await text()
        == Self.books.replacing(
          "sort: [{", with: "sort: [{property: genre, direction: ASC}, {"))
    #expect(screen.state.message.text == "Sorted by genre. u takes it back.")
    #expect(lines(screen)[1].contains("genre ▲"))
    await press("u", on: screen)
    #expect(await text() == Self.books)
    #expect(screen.state.message.text == "The view is as it was.")
    await press("u", on: screen)
    #expect(screen.state.message.text == "Nothing to undo.")
    await press("L", on: screen)
    #expect(
      await text()
        == Self.books.replacing("[file.name, genre, pages]", with: "[file.name, pages, genre]"))
    #expect(screen.state.columns[screen.state.focus].title == "genre")
    await press("x", "+", on: screen)
    #expect(screen.state.columns.map(\.title) == ["file name", "pages"])
    #expect(await text().contains("columnSize:\n      note.pages: 80\n"))
    await press("b", on: screen)
    #expect(await text().contains("groupBy:\n      property: pages\n      direction: ASC\n"))
    await press("#", on: screen)
    wireframe.questions.answer(.typed("two"))
    #expect(screen.state.message.isWarning)
    await press("#", on: screen)
    wireframe.questions.answer(.typed(" 2 "))
    await work.whenIdle()
    #expect(await text().contains("limit: 2\n") && screen.state.total == 2)
    #expect(await text().contains("# three"))
  }

  @Test("A file that others changed is not written, and that is reported")
  func changedOutside() async throws {
    let store = MemoryNoteStore(["Books.base": Self.books])
    let screen = try await screen(store)
    await store.change(NoteID("Books.base"), to: "# other\n" + Self.books)
    await press("x", on: screen)
    #expect(
      screen.state.message.text == NoteStoreError.changedOutside(NotePath("Books.base")).message)
    #expect(await store.text(of: NoteID("Books.base")) == "# other\n" + Self.books)
    await press("F5", "x", on: screen)
    #expect(screen.state.columns.count == 2)
  }

  @Test(
    "A malicious base is reported and changes nothing",
    arguments: [
      String(repeating: "# long\n", count: 800_000),
      "filters: " + String(repeating: "{and: [", count: 400) + "x"
        + String(repeating: "]}", count: 400),
      "a: &a [1, 1, 1, 1]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\n"
        + (0..<12).map { "d\($0): [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n" }.joined()
        + "e: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\nviews: 5\n",
      "filters: '" + String(repeating: "(", count: 5000) + "1'\n", "\u{0}\u{1}: [", "- - -\n",
    ])
  func hostile(text: String) async throws {
    let store = MemoryNoteStore(["X.base": text])
    let screen = try await screen(store)
    await press("s", "x", "b", "+", "L", "Tab", "j", on: screen)
    #expect(!screen.state.isLoading)
    #expect(screen.state.message.isWarning || lines(screen).contains { $0.contains(":") })
    #expect(await store.text(of: NoteID("X.base")) == text)
  }

  @Test(
    "Columns that do not fit are scrolled to, and the focused column is always visible",
    arguments: 3..<40)
  func layout(width: Int) {
    let columns = [5, 12, 3, 30, 7].map { TableColumn(title: "t", width: $0) }
    for focus in columns.indices {
      let layout = TableLayout(columns, focus: focus, width: width)
      #expect(layout.slots.contains { $0.column == focus })
      #expect(layout.slots.allSatisfy { $0.start + $0.width <= max(width, 3) })
      let shown = layout.slots.map(\.column)
      let isWhole = shown == Array(0..<shown.count)
      #expect(layout.isCutLeft == !isWhole)
      #expect((shown.first == 0) == (isWhole || 7 <= width / 2))
    }
  }

  @Test("A small window still shows the rows, and a vault without tables says so")
  func small() async throws {
    let store = MemoryNoteStore(["Books.base": Self.books])
    let screen = try await screen(store)
    #expect(
      lines(screen, 20, 3) == [
        "  file name  genre ›", ">▐Ulysses  ▌ epic  ▐", "  Dune       novel",
      ])
    #expect(lines(screen, 20, 1) == [">▐Ulysses  ▌ epic  ▐"])
    let other = try await self.screen(store, hasTables: false)
    #expect(other.state.message.text == TableWords.noTables)
  }

  @Test("Every part of a removed table is freed")
  func freed() async {
    let probe = LeakProbe()
    do {
      let built = made(
        false, MemoryNoteStore(["a.base": ""]), MemoryFiles(), nil, .given, FakeWireframe())
      probe.watch(built.module)
      built.module.lifeCycle.moduleWillAppear()
      built.module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class FakeWireframe: TableWireframe {
  var opened: [NoteID] = []
  var files: [NotePath] = []
  var isClosed = false
  let questions = AskedQuestions()

  func open(_ note: NoteID) { opened.append(note) }
  func open(file: NotePath) { files.append(file) }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    questions.take(question, then: answer)
  }
}
