import Lists
import Entities
import NoteQueries
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Search

@MainActor
@Suite("The search's screen")
struct SearchScreenTests {
  private static let hits = [
    SearchHit(
      id: NoteID("work/plan.md"), title: "Plan", modified: StillClock().now,
      lines: [
        .init(number: 1, text: "# Milk", matches: [2..<6]),
        .init(number: 7, text: "buy milk", matches: [4..<8]),
        .init(number: 9, text: "no milk", matches: [3..<7]),
      ], moreLines: 2),
    SearchHit(id: NoteID("milk.md"), title: "Milk", modified: StillClock().now),
    SearchHit(
      id: NoteID("b.md"), title: "Beans", modified: StillClock().now,
      lines: [.init(number: 3, text: "milk", matches: [0..<4])]),
  ]

  @Test("Each note has its lines below it, and the number of further lines")
  func rows() async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    await bench.type("milk")
    #expect(
      bench.lines() == [
        "Search: milk",
        "> Plan  work                                          10:30",
        "    1 # Milk",
        "    7 buy milk",
        "    9 no milk",
        "      2 more lines",
        "  Milk                                                10:30",
        "  Beans                                               10:30",
        "    3 milk", "",
      ])
    #expect(bench.screen.chrome.state == "3 notes")
  }

  @Test("A line opens at its position, and a note without lines opens at its beginning")
  func opens() async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    await bench.type("milk")
    for _ in 0..<6 { await bench.press("Enter", "Down") }
    #expect(
      bench.wireframe.asked == [
        "work/plan.md:1", "work/plan.md:7", "work/plan.md:9", "milk.md", "b.md:3", "b.md:3",
      ])
  }

  @Test("In a wide window the preview shows each selected line (use 2 M23)")
  func previews() async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    await bench.type("m")
    await bench.press("Down", "C-End")
    #expect(
      bench.wireframe.preview.shown
        == ["none", "work/plan.md:1", "work/plan.md:7", "b.md:3"])
    let size = Size(columns: 120, rows: 10)
    #expect(
      bench.screen.frame(ofSlot: "preview", in: size)
        == Rect(row: 1, column: 60, rows: 9, columns: 60))
    #expect(bench.screen.frame(ofSlot: "preview", in: Size(columns: 99, rows: 10)) == nil)
    #expect(bench.lines(120, 4).dropFirst().allSatisfy { $0.dropFirst(59).first == "│" })
  }

  nonisolated private static let ways: [([Key], String)] = [
    (["M-Down"], "milk.md"), (["M-Down", "M-Down", "M-Down"], "b.md:3"),
    (["Down", "Down", "M-Up"], "work/plan.md:1"), (["C-End", "M-Up"], "milk.md"),
    (["C-End", "M-Up", "M-Up", "M-Up"], "work/plan.md:1"),
    (["C-End", "Up", "Up"], "work/plan.md:9"),
    (["PgDn"], "b.md:3"), (["PgDn", "PgUp"], "work/plan.md:1"),
    (["C-End", "C-Home"], "work/plan.md:1"),
  ]

  @Test("Keys walk line by line and note by note", arguments: ways)
  func walks(keys: [Key], place: String) async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    await bench.type("milk")
    for key in keys { await bench.press(key) }
    await bench.press("Enter")
    #expect(bench.wireframe.asked == [place])
  }

  @Test("The selection stays when other programs change notes")
  func stays() async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    await bench.type("milk")
    await bench.press("Down", "Down")
    bench.presenter.notesChangedOutside([])
    await bench.work.whenIdle()
    await bench.press("Enter")
    #expect(bench.wireframe.asked == ["work/plan.md:9"])
  }

  @Test("A note that was visited shows its present text, at the same line")
  func comesBack() async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    bench.presenter.moduleDidAppear()
    await bench.type("milk")
    await bench.press("Down")
    let before = await bench.search.asked.count
    bench.presenter.moduleDidAppear()
    await bench.work.whenIdle()
    #expect(await bench.search.asked.count == before + 1)
    await bench.press("Enter")
    #expect(bench.wireframe.asked == ["work/plan.md:7"])
  }

  @Test("A click selects, a second click opens, and the wheel moves")
  func mouse() async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    await bench.type("milk")
    _ = bench.lines()
    for _ in 0..<2 { bench.mouse(.press, row: 3) }
    #expect(bench.wireframe.takeAsked() == ["work/plan.md:7"])
    bench.mouse(.wheelDown, row: 3)
    await bench.press("Enter")
    #expect(bench.wireframe.takeAsked() == ["b.md:3"])
    // A click below the last row selects nothing.
    bench.mouse(.press, row: 9)
    #expect(bench.wireframe.takeAsked() == [])
  }

  @Test("Dates are written as the person wants them")
  func dates() async {
    let bench = SearchBench(MemorySearch(Self.hits), dateForm: .iso)
    await bench.start()
    await bench.type("milk")
    #expect(bench.lines()[1].hasSuffix("2026-03-02"))
  }

  @Test("An invalid query shows the position of the error, and the results stay")
  func problem() async {
    let bench = SearchBench(MemorySearch(Self.hits))
    await bench.start()
    await bench.type("milk")
    await bench.type(" (")
    #expect(bench.lines()[1].contains("^"))
    #expect(bench.lines().contains { $0.contains("buy milk") })
    await bench.press("C-s")
    #expect(bench.wireframe.asked == [])
    #expect(bench.screen.chrome.message == "The query cannot be read: it is not saved.")
  }

  @Test("A failure is reported, and no results are shown")
  func fails() async {
    let bench = SearchBench(MemorySearch(.failure(.tooHard("a.md"))))
    await bench.start()
    await bench.type("/x/")
    #expect(bench.screen.chrome.message == NoteIndexError.tooHard("a.md").message)
    #expect(bench.chosen == [])
    await bench.press("Enter", "Down", "M-Down", "C-End", "Enter")
    #expect(bench.wireframe.asked == [])
  }

  @Test("More notes are requested before the last of these is reached")
  func goesOn() async {
    let notes = ManyNotes()
    let bench = SearchBench(in: notes)
    await bench.start()
    await bench.type("x")
    #expect(bench.screen.chrome.state == "16+ notes")
    for _ in 0..<40 { await bench.press("PgDn") }
    #expect(bench.screen.chrome.state == "100 notes")
    await bench.press("Enter")
    #expect(bench.wireframe.asked == ["99.md"])
  }
}

/// A hundred notes that fit everything.
private struct ManyNotes: NoteSearch {
  func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    SearchAnswer(
      hits: (0..<min(limit, 100)).map {
        SearchHit(id: NoteID("\($0).md"), title: "\($0)", modified: Timestamp(seconds: 0))
      }, hasMore: limit < 100)
  }
}
