import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import App

private func place(_ text: String) -> Result<Destination, RouteError> {
  do throws(RouteError) {
    return .success(try Destination(text))
  } catch {
    return .failure(error)
  }
}

@MainActor
@Suite("Addresses and the notes that they name")
struct PlaceTests {
  @Test(
    "K13 an address is read as its destination",
    arguments: [
      ("notes://list", Destination.list), ("notes://list/", .list), ("notes://login", .login),
      ("notes://editor/PLAN", .editor(note: "PLAN")),
      ("notes://editor/a%20b/c", .editor(note: "a b/c")),
      ("notes://editor/Plan#The%20end", .editor(note: "Plan", part: "The end")),
      ("notes://editor/C%23", .editor(note: "C#")),
      ("notes://editor/C#", .editor(note: "C", part: "")),
      ("notes://editor/Plan#A#^b", .editor(note: "Plan", part: "A#^b")),
      ("notes://history/C#.md", .history(note: "C#.md")),
      ("notes://editor/100%25", .editor(note: "100%")),
      ("notes://editor/Caf%C3%A9", .editor(note: "Café")),
      ("notes://editor/日記", .editor(note: "日記")), ("notes://help", .module("help")),
      ("notes://history/jobs/plan.md", .history(note: "jobs/plan.md")),
      ("notes://properties/C#.md", .properties(note: "C#.md")),
      ("notes://board/jobs/C#.md", .board(note: "jobs/C#.md")),
      ("notes://trash", .module("trash")), ("notes://tags", .module("tags")),
      ("notes://daily", .daily(nil)), ("notes://daily/", .daily(nil)),
      ("notes://daily/2026-03-02", .daily(Day(20_514))), ("notes://stats", .module("stats")),
      ("notes://search", .module("search")),
      ("notes://search/tag:work%20-x", .search(query: "tag:work -x")),
      ("notes://search//a%5C/b/", .search(query: "/a\\/b/")),
      ("notes://search/tag:#a", .search(query: "tag:#a")),
      ("notes://base/x/Books", .base(name: "x/Books", view: nil)),
      ("notes://base/Books#To%20read", .base(name: "Books", view: "To read")),
      ("notes://bases", .module("bases")), ("notes://guide", .module("guide")),
      ("notes://guide/keyboard", .guide(topic: "keyboard")),
      ("notes://guide/keyboard#Keys%20of", .guide(topic: "keyboard", heading: "Keys of")),
      ("notes://links/Plan", .links(note: "Plan")), ("notes://links/C#", .links(note: "C#")),
    ])
  func reads(text: String, wanted: Destination) {
    #expect(place(text) == .success(wanted))
  }

  @Test(
    "K13 an invalid address is refused by name",
    arguments: [
      "", "notes:/list", "notes://", "http://editor/x", "notes://editor", "notes://editor/",
      "notes://history", "notes://history/", "notes://links", "notes://links/",
      "notes://help/more", "notes://board", "notes://board/", "notes://base", "notes://base/",
      "notes://editor/%zz",
      "notes://editor/%4", "notes://editor/%",
      "notes://editor/%+1", "notes://editor/%FF", "NOTES://list", "notes://daily/2026-02-30",
      "notes://daily/today", "notes://daily/2026-03-02/x",
    ])
  func refuses(text: String) {
    #expect(place(text) == .failure(.unknownAddress(text)))
  }

  private static let vault = [
    "Plan.md": "# The Plan\nx", "daily/2026-03-02.md": "# Monday\nx", "todo.txt": "milk",
    "both.md": "# Sibling\nx", "sibling.md": "# Other\nx", "Café.md": "x",
  ]

  @Test(
    "A note is found by its path, its path without the extension, its name or its title",
    arguments: [
      ("Plan.md", "Plan.md"), ("Plan", "Plan.md"), ("plan", "Plan.md"), ("the plan", "Plan.md"),
      ("daily/2026-03-02", "daily/2026-03-02.md"), ("2026-03-02", "daily/2026-03-02.md"),
      ("MONDAY", "daily/2026-03-02.md"), ("todo", "todo.txt"), ("Café", "Café.md"),
      ("sibling", "sibling.md"),
    ])
  func finds(wanted: String, path: String) async {
    let finder = NoteFinder(
      index: MemoryIndex(MemoryNoteStore(Self.vault)), links: MemoryLinks(),
      versions: MemoryVersions())
    #expect(await finder.find(wanted) == FoundNote(id: NoteID(path)))
  }

  @Test("A # in an address begins a part, unless a note has it in its name")
  func parts() async {
    let finder = NoteFinder(
      index: MemoryIndex(MemoryNoteStore(["Plan.md": "x", "C#.md": "x", "C#/a#b.md": "x"])),
      links: MemoryLinks(), versions: MemoryVersions())
    #expect(await finder.find("Plan", part: "End") == FoundNote(id: NoteID("Plan.md"), part: "End"))
    #expect(await finder.find("C#/a", part: "b") == FoundNote(id: NoteID("C#/a#b.md")))
    #expect(await finder.find("C", part: "") == FoundNote(id: NoteID("C#.md")))
    #expect(await finder.find("Plan", part: "") == FoundNote(id: NoteID("Plan.md")))
    #expect(await finder.find("Nothing", part: "End") == nil)
  }

  @Test("A name that no note has is not found", arguments: ["", "Pla", "daily", "Plan.md.md", "/"])
  func findsNothing(wanted: String) async {
    let finder = NoteFinder(
      index: MemoryIndex(MemoryNoteStore(Self.vault)), links: MemoryLinks(),
      versions: MemoryVersions())
    #expect(await finder.find(wanted) == nil)
  }

  @Test("K13 a link opens the note it names, in any Unicode form, and Esc comes back")
  func links() async {
    let bench = AppBench(["a.md": "to [[Café]]", "Café.md": "here"])
    await bench.start()
    bench.app.wireframe.go(to: "notes://editor/a")
    await bench.settle()
    await bench.press("End", "Left", "C-]")
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor > Editor")
    #expect(bench.lines[1] == "here")
    await bench.press("Esc")
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.leaks == [])
  }

  @Test("K13 an address of a missing note gives a message and opens nothing")
  func unknownNote() async {
    let bench = AppBench(["a.md": "x"], place: "notes://editor/nope")
    await bench.start()
    #expect(bench.stack == "NoteList")
    #expect(bench.driver.frame.text.contains("No note is called “nope”."))
  }

  @Test("K8 K13 an unknown address gives a message and one line in the log")
  func unknownAddress() async {
    let bench = AppBench(["a.md": "x"], place: "notes://nowhere")
    await bench.start()
    #expect(bench.log.filter { $0.hasPrefix("route failed") }.count == 1)
    #expect(bench.driver.frame.text.contains("notes://nowhere opens nothing."))
  }

  @Test("Every screen that opens by name is in the help and palette, with a title and other words")
  func told() {
    for row in Screens.rows where row.route != nil {
      #expect(!row.address.summary.isEmpty, "\(row.address.written)")
      #expect(row.palette?.title.isEmpty == false, "\(row.address.written) has no title")
      #expect(row.palette?.words.isEmpty == false, "\(row.address.written) has no other words")
    }
    #expect(Set(Screens.rows.map(\.address.name)).count == Screens.rows.count)
  }

  @Test("K13 a module without arguments opens by its name")
  func help() async {
    let bench = AppBench(["a.md": "x"], place: "notes://help")
    await bench.start()
    #expect(bench.stack == "NoteList > Help")
  }
}
