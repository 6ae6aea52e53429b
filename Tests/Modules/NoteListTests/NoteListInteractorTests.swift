import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import NoteList

private let four = [
  "a.md": "# Alpha\nred wine", "b.md": "# Beta\ngreen tea", "c.md": "# Gamma\nred tea",
  "d.md": "# Delta\nwater",
]

@MainActor
@Suite("The list's notes: reading and filtering")
struct NoteListInteractorTests {
  private let output = HeardOutput()

  private func bench(_ texts: [String: String] = four) async -> ListBench {
    let bench = ListBench(texts)
    bench.interactor.output = output
    bench.interactor.screen = output
    output.interactor = bench.interactor
    bench.interactor.load()
    await bench.work.whenIdle()
    return bench
  }

  @Test("Notes known to the index are shown at once, and the others once it knows them")
  func known() async {
    let bench = await bench(ListBench.numbered(120))
    // The notes come at once, and again when the list hears of changes.
    #expect(output.counts == [120, 120])
    #expect(bench.titles.first == "Note 99" && bench.titles.last == "Note 00")
    #expect(output.heard == ["loaded []"])
    #expect(bench.interactor.rows.total == 120)
    await bench.store.remove(NoteID("n05.md"))
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(output.counts == [120, 120, 120, 119])
    #expect(output.heard == ["loaded []", "loaded []"])
  }

  @Test("Index updates made before the list listens for changes are shown too")
  func toldByAnother() async throws {
    let isHeard = AsyncStream<Void>.makeStream()
    let bench = ListBench(
      four,
      hearing: {
        for await _ in isHeard.stream { break }
      })
    bench.interactor.output = output
    bench.interactor.screen = output
    output.interactor = bench.interactor
    bench.interactor.load()
    while output.counts.isEmpty { await Task.yield() }
    // The index is updated here, so the later check of the files finds no change.
    await bench.store.change(NoteID("e.md"), to: "# Epsilon")
    _ = try await bench.index.refresh([NoteID("e.md")])
    isHeard.continuation.yield()
    await bench.work.whenIdle()
    #expect(bench.titles.first == "Epsilon")
  }

  @Test("Another program's text is shown once the index knows it")
  func outside() async throws {
    let bench = await bench()
    await bench.store.change(NoteID("e.md"), to: "# Epsilon")
    bench.interactor.rows.notesChangedOutside()
    await bench.work.whenIdle()
    #expect(bench.titles.count == 4)
    _ = try await bench.index.refresh([NoteID("e.md")])
    bench.interactor.rows.notesChangedOutside()
    await bench.work.whenIdle()
    #expect(bench.titles.first == "Epsilon")
  }

  @Test("An index failure is reported, and the rows stay")
  func indexFails() async {
    let bench = await bench()
    let error = NoteIndexError.unusable(path: "/cache", reason: "no space left")
    await bench.index.fail(next: error)
    await bench.filter(by: "red")
    #expect(bench.titles.count == 4)
    #expect(output.heard.last == "failed: \(error.message)")
    await bench.filter(by: "tea")
    #expect(bench.titles == ["Gamma", "Beta"])
  }

  @Test("Only the last of quickly typed filters counts")
  func typedFast() async {
    let bench = await bench()
    for words in ["t", "te", "tea", "red"] { _ = bench.interactor.rows.filter(by: words) }
    #expect(bench.titles.count == 4)
    await bench.work.whenIdle()
    #expect(bench.titles == ["Gamma", "Alpha"])
    #expect(output.counts == [4, 4, 2])
  }

  @Test("Notes that the folder did not let the program read are reported at the end")
  func problems() async {
    let bench = await bench()
    await bench.store.setProblems(["no permission to read private"])
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(output.heard.last == "loaded [\"no permission to read private\"]")
  }

  @Test(
    "A filter accepts notes with every word in title or snippet, in any order and case",
    arguments: [
      ("", ["Delta", "Gamma", "Beta", "Alpha"]), ("  ", ["Delta", "Gamma", "Beta", "Alpha"]),
      ("red", ["Gamma", "Alpha"]), ("RED", ["Gamma", "Alpha"]), ("tea red", ["Gamma"]),
      ("red tea", ["Gamma"]), ("gam tea", ["Gamma"]), ("ta", ["Delta", "Beta"]), ("nope", []),
      ("red nope", []),
    ])
  func filter(words: String, wanted: [String]) async {
    let bench = await bench()
    await bench.filter(by: words)
    #expect(bench.titles == wanted)
    #expect(bench.interactor.rows.total == 4)
  }

  @Test("Filtering letter by letter ends like the whole word, and deleting letters widens the list")
  func extending() async {
    let bench = await bench()
    for words in ["t", "te", "tea", "tea ", "tea r", "tea re"] {
      await bench.filter(by: words)
      let typed = bench.titles
      await bench.filter(by: "")
      await bench.filter(by: words)
      #expect(typed == bench.titles, "after \(words)")
    }
    await bench.filter(by: "tea")
    #expect(bench.titles == ["Gamma", "Beta"])
    await bench.filter(by: "te")
    await bench.filter(by: "wa")
    #expect(bench.titles == ["Delta"])
  }

  @Test("Row indexes count only notes that pass the filter")
  func indexes() async {
    let bench = await bench()
    await bench.filter(by: "red")
    #expect(bench.interactor.rows.index(of: NoteID("a.md")) == 1)
    #expect(bench.interactor.rows.index(of: NoteID("b.md")) == nil)
    #expect(bench.interactor.rows.index(of: NoteID("nope.md")) == nil)
    #expect(bench.interactor.rows.note(at: 1).id == NoteID("a.md"))
  }

  @Test("Z6 a refresh inserts a new note, moves a changed one and removes a deleted one")
  func refresh() async {
    let bench = await bench()
    bench.clock.advance(by: .seconds(5))
    await bench.store.change(NoteID("new.md"), to: "# New\nx")
    bench.interactor.rows.refresh(NoteID("new.md"))
    await bench.work.whenIdle()
    #expect(bench.titles == ["New", "Delta", "Gamma", "Beta", "Alpha"])
    bench.clock.advance(by: .seconds(5))
    await bench.store.change(NoteID("a.md"), to: "# Omega\nx")
    bench.interactor.rows.refresh(NoteID("a.md"))
    await bench.work.whenIdle()
    #expect(bench.titles == ["Omega", "New", "Delta", "Gamma", "Beta"])
    await bench.store.remove(NoteID("d.md"))
    bench.interactor.rows.refresh(NoteID("d.md"))
    await bench.work.whenIdle()
    #expect(bench.titles == ["Omega", "New", "Gamma", "Beta"])
  }

  @Test("A refreshed note obeys the filter")
  func refreshFiltered() async {
    let bench = await bench()
    await bench.filter(by: "red")
    await bench.store.change(NoteID("a.md"), to: "# Alpha\nwhite wine")
    bench.interactor.rows.refresh(NoteID("a.md"))
    await bench.work.whenIdle()
    #expect(bench.titles == ["Gamma"])
  }

  @Test("Reading again leaves the old rows and the filter until the new rows come")
  func reload() async {
    let bench = await bench()
    await bench.filter(by: "red")
    await bench.store.remove(NoteID("a.md"))
    bench.interactor.load()
    #expect(bench.titles == ["Gamma", "Alpha"])
    await bench.work.whenIdle()
    #expect(bench.titles == ["Gamma"])
    await bench.store.remove(NoteID("c.md"))
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(bench.titles == [])
    #expect(bench.interactor.rows.total == 2)
  }

  @Test("A note saved or trashed while the folder is read appears once or not at all")
  func changedWhileLoading() async {
    let bench = ListBench(ListBench.numbered(120))
    bench.interactor.output = output
    bench.interactor.screen = output
    output.interactor = bench.interactor
    bench.interactor.load()
    bench.interactor.rows.refresh(NoteID("n00.md"))
    bench.interactor.changing.trash([NoteID("n01.md")])
    await bench.work.whenIdle()
    #expect(bench.titles.count == 119)
    #expect(Set(bench.titles).count == 119)
    #expect(!bench.titles.contains("Note 01"))
  }

  @Test("Only the later of two readings counts")
  func twice() async {
    let bench = await bench()
    bench.interactor.load()
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(bench.titles.count == 4)
    #expect(output.heard == ["loaded []", "loaded []"])
  }

  @Test("R5 R6 nothing is delivered after a stop")
  func stop() async {
    let bench = await bench()
    output.heard = []
    output.counts = []
    bench.interactor.load()
    bench.interactor.changing.trash([NoteID("a.md")])
    bench.interactor.rows.refresh(NoteID("b.md"))
    bench.interactor.stop()
    await bench.work.whenIdle()
    bench.interactor.load()
    #expect(bench.work.isIdle)
    #expect(output.heard == [] && output.counts == [])
  }
}
