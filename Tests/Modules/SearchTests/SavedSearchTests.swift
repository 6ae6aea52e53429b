import Entities
import Lists
import NoteQueries
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings

@testable import Search

@MainActor
@Suite("Saved searches")
struct SavedSearchTests {
  private static let two = [
    SavedSearch(name: "Due", query: "due:today"), SavedSearch(name: "Work", query: "tag:work"),
  ]

  @Test("Saved searches are listed while the field is empty, and Enter runs one")
  func runs() async {
    let bench = SearchBench(MemorySearch(), saved: Self.two)
    await bench.start()
    #expect(bench.lines()[1].hasPrefix("> Due  due:today"))
    #expect(bench.lines()[2].hasPrefix("  Work  tag:work"))
    #expect(bench.lines().contains { $0.contains("Words find notes") })
    await bench.press("Down", "Enter")
    #expect(bench.lines()[0] == "Search: tag:work")
    #expect(await bench.search.asked.last?.query == .tag("work"))
    await bench.press("C-u")
    #expect(bench.lines()[1].contains("Due"))
  }

  @Test("A search that another program saved meanwhile appears once the field is empty")
  func readsAgain() async throws {
    let bench = SearchBench(MemorySearch(), saved: [Self.two[0]])
    await bench.start()
    await bench.type("x")
    try await bench.saved.change(.keep(Self.two[1]))
    await bench.press("Backspace")
    #expect(bench.lines()[2].hasPrefix("  Work  tag:work"))
  }

  @Test("C-s asks for a name and proposes the one the query already has")
  func saves() async {
    let bench = SearchBench(MemorySearch(), saved: Self.two)
    await bench.start()
    await bench.press("C-s")
    #expect(bench.wireframe.takeAsked() == [])
    await bench.type("tag:work")
    await bench.press("C-s")
    #expect(bench.wireframe.takeAsked() == ["name instead of “Work”?"])
    await bench.name("  My\nwork ")
    #expect(bench.saved.value().map(\.name) == ["Due", "My work", "Work"])
    #expect(bench.screen.chrome.message.hasPrefix("Saved as “My work”"))
    await bench.press("C-s")
    await bench.name(" ")
    #expect(bench.saved.value().count == 3)
    #expect(bench.screen.chrome.message == "Without a name it is not saved.")
  }

  @Test("F2 renames a search, but not to the name of another")
  func renames() async {
    let bench = SearchBench(MemorySearch(), saved: Self.two)
    await bench.start()
    await bench.press("F2")
    #expect(bench.wireframe.takeAsked() == ["name instead of “Due”?"])
    await bench.name("Work")
    #expect(bench.saved.value() == Self.two)
    await bench.press("F2")
    await bench.name("Zeal")
    #expect(bench.saved.value().map(\.name) == ["Work", "Zeal"])
    // The renamed search stays selected in its new row.
    #expect(bench.chosen == bench.lines().filter { $0.contains("Zeal") })
  }

  @Test("Del deletes a search, and M-u restores it, even the last one")
  func forgets() async {
    let bench = SearchBench(MemorySearch(), saved: [Self.two[0]])
    await bench.start()
    await bench.press("M-u")
    #expect(bench.screen.chrome.message == "Nothing to undo.")
    await bench.press("Del")
    #expect(bench.saved.value() == [])
    #expect(bench.screen.chrome.message.contains("Deleted “Due”"))
    await bench.press("M-u")
    #expect(bench.saved.value() == [Self.two[0]])
    #expect(bench.screen.chrome.message == "“Due” is back.")
  }

  @Test("Letters are typed into the field even while saved searches are listed")
  func types() async {
    let bench = SearchBench(MemorySearch(), saved: Self.two)
    await bench.start()
    await bench.type("x")
    #expect(bench.lines()[0] == "Search: x")
    #expect(bench.screen.keyTable.title == "Search")
    await bench.press("Backspace")
    #expect(bench.screen.keyTable.title == "Saved searches")
    await bench.press("Esc")
    #expect(bench.isClosed)
  }
}
