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
@Suite("The list's notes: read and filtered")
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

  @Test("The notes that the index knows are shown at once, those it did not know when it does")
  func known() async {
    let bench = await bench(ListBench.numbered(120))
    // Once at once, and once more when changes are heard of.
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

  @Test("What another told the index of before changes are heard of is shown as well")
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
    // Then nothing is left for the look at the files to find.
    await bench.store.change(NoteID("e.md"), to: "# Epsilon")
    _ = try await bench.index.refresh([NoteID("e.md")])
    isHeard.continuation.yield()
    await bench.work.whenIdle()
    #expect(bench.titles.first == "Epsilon")
  }

  @Test("What another program wrote is shown once the index knows it")
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

  @Test("An index that cannot be asked is told of, and the rows stay")
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

  @Test("Words typed faster than they are answered: the last ones count")
  func typedFast() async {
    let bench = await bench()
    for words in ["t", "te", "tea", "red"] { _ = bench.interactor.rows.filter(by: words) }
    #expect(bench.titles.count == 4)
    await bench.work.whenIdle()
    #expect(bench.titles == ["Gamma", "Alpha"])
    #expect(output.counts == [4, 4, 2])
  }

  @Test("What the folder did not let be read is told at the end")
  func problems() async {
    let bench = await bench()
    await bench.store.setProblems(["no permission to read private"])
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(output.heard.last == "loaded [\"no permission to read private\"]")
  }

  @Test(
    "A filter passes what has every word, in any order and any case, in title or snippet",
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

  @Test("Typing a filter letter by letter ends where the whole word does, and taking back widens")
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

  @Test("Indexes are those of what passes the filter")
  func indexes() async {
    let bench = await bench()
    await bench.filter(by: "red")
    #expect(bench.interactor.rows.index(of: NoteID("a.md")) == 1)
    #expect(bench.interactor.rows.index(of: NoteID("b.md")) == nil)
    #expect(bench.interactor.rows.index(of: NoteID("nope.md")) == nil)
    #expect(bench.interactor.rows.note(at: 1).id == NoteID("a.md"))
  }

  @Test("Z6 a refresh inserts a new note, moves a changed one and removes one that is gone")
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

  @Test("Reading again keeps the old rows until the new ones come, and the filter")
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

  @Test("A note that was saved or trashed while the folder is read stands there once or not at all")
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

  @Test("Two readings at once: only the later one counts")
  func twice() async {
    let bench = await bench()
    bench.interactor.load()
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(bench.titles.count == 4)
    #expect(output.heard == ["loaded []", "loaded []"])
  }

  @Test("R5 R6 after it was stopped nothing is delivered")
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
