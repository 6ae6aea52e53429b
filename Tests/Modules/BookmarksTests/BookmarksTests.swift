import Cells
import Entities
import FakeTerminal
import Lists
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Bookmarks

@MainActor
@Suite("Bookmarks")
struct BookmarksTests {
  private let work = Work()
  private let wireframe = FakeWireframe()
  private let foreign = GivenForeign([
    Bookmark(kind: "file", .file(NotePath("x/Plan.md"), part: "Goals")),
    Bookmark(kind: "group", title: "Work", .group),
    Bookmark(kind: "search", title: "Mine", .search("tag:#me"), depth: 1),
    Bookmark(kind: "file", .file(NotePath("Gone.md"), part: nil), depth: 1),
    Bookmark(kind: "file", .file(NotePath("Books.base"), part: "To read")),
    Bookmark(kind: "folder", .folder(NotePath("x"))),
    Bookmark(kind: "url", .address("https://a.b")),
    Bookmark(kind: "graph", title: "All", .foreign),
    Bookmark(kind: "file", .file(NotePath("a.png"), part: nil)),
    Bookmark(kind: "file", .incomplete("path")),
  ])
  private let files = MemoryFiles(
    [(NotePath("x/Plan.md"), 1)], others: [NotePath("Books.base"), NotePath("a.png")])

  private var cases: BookmarkCases { BookmarkCases(foreign: foreign, files: files) }

  private func screen() async throws -> BookmarksScreen {
    let module = BookmarksBuilder.make(cases: cases, work: work, wireframe: wireframe).module
    module.lifeCycle.moduleIsReady(RouteHandle(name: "Bookmarks") { _ in })
    module.lifeCycle.moduleWillAppear()
    await work.whenIdle()
    return try #require(module.view as? BookmarksScreen)
  }

  private func press(_ screen: BookmarksScreen, _ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  @Test(
    "A bookmark is added behind the others, and all else of the file stays",
    arguments: [
      (#"{"items":[]}"#, #"{"items":[{"a":1}]}"#),
      ("{\"items\": [\n  1\n], \"x\": 2}", "{\"items\": [\n  1,\n  {\"a\":1}\n], \"x\": 2}"),
      (
        "{\n\t\"x\": [2],\n\t\"items\": [\n\t\t1\n\t]\n}\n",
        "{\n\t\"x\": [2],\n\t\"items\": [\n\t\t1,\n\t\t{\"a\":1}\n\t]\n}\n"
      ),
      (#"{"items":[1],"x":[2]}"#, nil), (#"{"items":1,"x":[]}"#, nil), ("[]", nil), ("", nil),
    ] as [(String, String?)])
  func added(old: String, new: String?) throws {
    let item = JSONValue.object([JSONMember("a", .number(1))])
    let text = try? BookmarkAdding.text(Array(old.utf8), adding: item, unlessHas: item)
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == new)
  }

  @Test("A row has a title and a target, and a missing target is reported")
  func rows() async throws {
    let screen = try await screen()
    #expect(
      FakeFrame.drawing(screen, columns: 50, rows: 11).lines == [
        ">  Plan › Goals                   x/Plan.md#Goals",
        " ▾ Work",
        "     Mine                                 tag:#me",
        "     Gone                                 is gone",
        "   Books.base › To read        Books.base#To read",
        "   x                                           x/",
        "   https://a.b                            address",
        "   All                                      graph",
        "   a.png",
        "   file",
        "",
      ])
    #expect(screen.chrome.state == "10 bookmarks")
  }

  @Test("In a narrow window the title is cut and the problem stays visible")
  func narrow() async throws {
    foreign.rows = [
      Bookmark(kind: "file", .file(NotePath("A long title of a note.md"), part: nil))
    ]
    let screen = try await screen()
    #expect(FakeFrame.drawing(screen, columns: 24, rows: 1).lines == [">  A long tit…  is gone"])
  }

  @Test("Enter opens the target of each kind of bookmark")
  func opens() async throws {
    let screen = try await screen()
    await press(screen, "Enter", "j", "j", "Enter", "j", "j", "Enter", "j", "Enter", "j", "Enter")
    #expect(
      wireframe.opened == [
        "x/Plan.md Goals", "search tag:#me", "Books.base To read", "folder x", "https://a.b",
      ])
  }

  @Test(
    "A bookmark that does not open says why",
    arguments: [
      (3, "“Gone”: is gone."),
      (7, "“All”: a bookmark of the kind “graph” opens in Obsidian alone."),
      (8, "“a.png”: only notes and bases open here."),
      (9, "“file”: has no “path” in bookmarks.json."),
    ])
  func refuses(row: Int, message: String) async throws {
    let screen = try await screen()
    screen.presenter.handle(.select(row))
    await press(screen, "Enter")
    #expect(screen.state.message.text == message)
    #expect(wireframe.opened.isEmpty)
  }

  @Test("Folded groups stay folded, and the selection stays, when the bookmarks are read again")
  func folds() async throws {
    let screen = try await screen()
    await press(screen, "Space")
    #expect(screen.state.message.text == "Only groups fold.")
    await press(screen, "j", "j", "z")
    #expect(screen.state.rowCount == 8)
    #expect(screen.state.selected == 1)
    foreign.rows.insert(Bookmark(kind: "graph", .foreign), at: 0)
    await press(screen, "F5")
    #expect(screen.state.rowCount == 9)
    await press(screen, "j", "Enter")
    #expect(screen.state.rowCount == 11)
  }

  @Test("Missing bookmarks and a broken file are reported")
  func empty() async throws {
    foreign.rows = []
    let screen = try await screen()
    await press(screen, "Enter", "Space", "z")
    #expect(
      FakeFrame.drawing(screen, columns: 60, rows: 1).lines[0]
        == "  Obsidian has no bookmarks in this vault.")
    foreign.problem = "bookmarks.json is not JSON: line 1."
    await press(screen, "F5")
    #expect(screen.state.message.text == "bookmarks.json is not JSON: line 1.")
  }

  @Test("Every part of a removed bookmarks screen is freed")
  func freed() async {
    let probe = LeakProbe()
    do {
      let module = BookmarksBuilder.make(cases: cases, work: work, wireframe: FakeWireframe())
        .module
      probe.watch(module)
      module.lifeCycle.moduleWillAppear()
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class FakeWireframe: BookmarksWireframe {
  var opened: [String] = []
  func open(_ note: NoteID, at part: String?) { opened.append("\(note.path.text) \(part ?? "-")") }
  func open(base: NotePath, view: String?) { opened.append("\(base.text) \(view ?? "-")") }
  func search(_ query: String) { opened.append("search \(query)") }
  func show(folder: NotePath) { opened.append("folder \(folder.text)") }
  func open(address: String) { opened.append(address) }
}

private final class GivenForeign: ForeignSettings {
  private let given: Mutex<Bookmarks>

  init(_ rows: [Bookmark]) { given = Mutex(Bookmarks(rows)) }

  var rows: [Bookmark] {
    get { given.withLock(\.rows) }
    set { given.withLock { $0.rows = newValue } }
  }
  var problem: String? {
    get { given.withLock(\.problem) }
    set { given.withLock { $0.problem = newValue } }
  }

  func obsidian() async -> ObsidianSettings { ObsidianSettings() }
  func bookmarks() async -> Bookmarks { given.withLock { $0 } }
  var templateFolder: String? { nil }
}
