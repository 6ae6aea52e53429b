import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import Links

@MainActor
private final class Listener: LinksInteractorOutput {
  var events: [String] = []

  func linksFound(_ links: [LinkRecord]) { events.append("found \(links.map(\.written))") }

  func linksChecked(broken: [LinkRecord], orphans: [NoteMatch]) {
    events.append("broken \(broken.map(\.written)), orphans \(orphans.map(\.title))")
  }

  func linksFailed(_ message: String) { events.append("failed: \(message)") }
}

@MainActor
@Suite("The links' interactor")
struct LinksInteractorTests {
  private let work = Work()
  private let listener = Listener()
  private let links = MemoryLinks(
    [record("[[b]]", to: "b.md"), record("[[gone]]", to: nil)],
    mentions: [record("b", to: "b.md")],
    orphans: [NoteMatch(id: NoteID("c.md"), title: "c")])

  private static func record(_ written: String, to target: String?) -> LinkRecord {
    LinkRecord(
      source: NoteID("a.md"), sourceTitle: "a", line: 1, context: written, written: written,
      target: target.map { NoteID($0) }, isEmbed: false)
  }

  private func make() -> any LinksInteracting {
    let interactor = LinksBuilder(links: links, work: work).makeInteractor()
    interactor.output = listener
    return interactor
  }

  @Test("Links from a note, to it, and mentions of it are told as they are asked for")
  func tells() async {
    let interactor = make()
    interactor.loadLinks(from: NoteID("a.md"))
    await work.whenIdle()
    interactor.loadBacklinks(to: NoteID("b.md"))
    await work.whenIdle()
    interactor.loadMentions(of: NoteID("b.md"))
    await work.whenIdle()
    #expect(
      listener.events == [
        #"found ["[[b]]", "[[gone]]"]"#, #"found ["[[b]]"]"#, #"found ["b"]"#,
      ])
  }

  @Test("A check tells links that lead nowhere and notes that stand alone, together")
  func checks() async {
    let interactor = make()
    interactor.check()
    await work.whenIdle()
    #expect(listener.events == [#"broken ["[[gone]]"], orphans ["c"]"#])
  }

  @Test("A failure is told in the service's words, and after the end nothing is")
  func fails() async {
    let interactor = make()
    let error = NoteIndexError.unusable(place: "/x", reason: "broken")
    await links.fail(next: error)
    interactor.check()
    await work.whenIdle()
    #expect(listener.events == ["failed: \(error.message)"])
    interactor.check()
    interactor.end()
    await work.whenIdle()
    #expect(listener.events.count == 1)
  }
}
