import Entities
import NoteQueries
import OpenVault
import Services
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Search

@MainActor
private final class Listener: SearchInteractorOutput {
  var events: [String] = []

  func searchFound(_ rows: SearchRows, hasMore: Bool) {
    let titles = rows.stops.indices.map { rows.note(of: $0).path.text }
    events.append("found \(titles) \(hasMore)")
  }

  func searchCannotRead(_ typed: String, position: Int, reason: String) {
    events.append("cannot read “\(typed)” at \(position)")
  }

  func searchFailed(_ message: String) { events.append("failed: \(message)") }
  func savedSearchesChanged(by change: SavedSearchChange?) {
    events.append(change.map { "\($0)" } ?? "read")
  }
  func savingFailed(_ message: String) { events.append("not saved: \(message)") }
}

@MainActor
@Suite("The search's interactor")
struct SearchInteractorTests {
  private let work = Work()
  private let listener = Listener()
  private let saved = StoredValue([SavedSearch]())

  private func make(_ search: MemorySearch) -> SearchInteractor {
    let interactor = SearchInteractor(
      cases: SearchCases(notes: search, searches: saved, clock: StillClock()), work: work)
    interactor.output = listener
    return interactor
  }

  private static let hit = SearchHit(
    id: NoteID("a.md"), title: "A", modified: Timestamp(seconds: 0))

  @Test("Typed text is asked as a query, and the answer is delivered")
  func finds() async {
    let search = MemorySearch([Self.hit], hasMore: true)
    let interactor = make(search)
    interactor.search("milk -tag:done", limit: 7, withExcerpts: true)
    await work.whenIdle()
    #expect(listener.events == ["found [\"a.md\"] true"])
    let query = NoteQuery.and([.word("milk"), .not(.tag("done"))])
    #expect(await search.asked == [.init(query: query, limit: 7, excerpts: true)])
  }

  @Test("“today” is the clock's day")
  func today() async {
    let search = MemorySearch()
    let interactor = make(search)
    interactor.search("modified:today", limit: 1, withExcerpts: false)
    await work.whenIdle()
    guard case .modified(let bound) = await search.asked.first?.query else {
      Issue.record("another query was asked")
      return
    }
    #expect(bound.first.map { [$0.year, $0.month, $0.day] } == [2026, 3, 2])
  }

  @Test("An invalid query is reported with the position of the error, and nothing is asked")
  func badQuery() async {
    let search = MemorySearch()
    let interactor = make(search)
    interactor.search("milk (", limit: 1, withExcerpts: false)
    await work.whenIdle()
    #expect(listener.events.count == 1)
    #expect(listener.events[0].hasPrefix("cannot read “milk (” at "))
    #expect(await search.asked == [])
  }

  @Test("A failure is reported in the service's words")
  func fails() async {
    let interactor = make(MemorySearch(.failure(.tooHard("a.md"))))
    interactor.search("/x/", limit: 1, withExcerpts: false)
    await work.whenIdle()
    #expect(listener.events == ["failed: \(NoteIndexError.tooHard("a.md").message)"])
  }

  @Test("Only the later of two questions is answered")
  func later() async {
    let interactor = make(MemorySearch([Self.hit]))
    interactor.search("one", limit: 1, withExcerpts: false)
    interactor.search("two", limit: 1, withExcerpts: false)
    await work.whenIdle()
    #expect(listener.events.count == 1)
  }

  @Test("Nothing is delivered after the end")
  func ends() async {
    let interactor = make(MemorySearch([Self.hit]))
    interactor.search("one", limit: 1, withExcerpts: false)
    interactor.end()
    await work.whenIdle()
    #expect(listener.events == [])
  }

  @Test("A search is saved under a name, renamed and deleted")
  func saves() async {
    let interactor = make(MemorySearch())
    interactor.change(.keep(SavedSearch(name: "Work", query: "tag:work")))
    interactor.change(.keep(SavedSearch(name: "due", query: "due:today")))
    await work.whenIdle()
    #expect(interactor.saved.map(\.name) == ["due", "Work"])
    interactor.change(.rename("Work", to: "Jobs"))
    interactor.change(.forget("due"))
    await work.whenIdle()
    #expect(interactor.saved == [SavedSearch(name: "Jobs", query: "tag:work")])
    #expect(listener.events.count == 4)
  }
}
