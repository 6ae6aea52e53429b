import Entities
import Terminal
import TestSupport
import Testing
import Viper

@testable import Links

@MainActor
@Suite("Links that were asked for before their screen was made")
struct EarlyLinksTests {
  private let hub = LinksFixture.hub

  private func early(_ fixture: LinksFixture) async throws -> EarlyLinks {
    try #require(await EarlyLinks.read(of: hub, by: fixture.links, from: fixture.store))
  }

  @Test("They stand on the screen at once, and the rest comes behind them")
  func standAtOnce() async throws {
    let fixture = LinksFixture([LinksFixture.record("a.md", "[[hub]]")])
    let interactor = try #require(fixture.presenter.interactor as? NoteLinksInteractor)
    interactor.early = try await early(fixture)
    fixture.presenter.moduleIsReady(RouteHandle(name: "Links") { _ in })
    #expect(interactor.count(of: .backlinks) == 1 && interactor.count(of: .links) == nil)
    #expect(fixture.lines()[0].contains("Backlinks 1"))
    await fixture.work.whenIdle()
    #expect(interactor.count(of: .links) == 0 && interactor.count(of: .mentions) == 0)
    #expect(fixture.lines()[0].contains("Backlinks 1"))
  }

  @Test("What changed since they were known shows with the look that follows")
  func followedByLook() async throws {
    let fixture = LinksFixture([LinksFixture.record("a.md", "[[hub]]")])
    let interactor = try #require(fixture.presenter.interactor as? NoteLinksInteractor)
    interactor.early = try await early(fixture)
    await fixture.links.change(links: [
      LinksFixture.record("a.md", "[[hub]]"), LinksFixture.record("b.md", "[[hub]]"),
    ])
    fixture.presenter.moduleIsReady(RouteHandle(name: "Links") { _ in })
    #expect(interactor.count(of: .backlinks) == 1)
    await fixture.work.whenIdle()
    #expect(interactor.count(of: .backlinks) == 2)
    #expect(fixture.lines()[0].contains("Backlinks 2"))
  }

  @Test("They serve once: what is asked for again is what it is by then")
  func serveOnce() async throws {
    let fixture = LinksFixture([LinksFixture.record("a.md", "[[hub]]")])
    let interactor = try #require(fixture.presenter.interactor as? NoteLinksInteractor)
    interactor.early = try await early(fixture)
    await fixture.start()
    #expect(interactor.early?.note == nil)
    await fixture.press("F5")
    #expect(interactor.count(of: .backlinks) == 1)
  }
}
