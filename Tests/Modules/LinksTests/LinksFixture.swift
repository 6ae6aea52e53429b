import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Viper

@testable import Links

/// The links of the note `hub.md`, on a screen.
@MainActor
final class LinksFixture {
  static let hub = NoteID("hub.md")
  let work = Work()
  let store: MemoryNoteStore
  let links: MemoryLinks
  let changes = GivenChanges()
  let rewriting = HeardRewriting()
  let wireframe = FakeLinksWireframe()
  let parent = FakeLinksParent()
  let interactor: NoteLinksInteractor
  let presenter: LinksPresenter
  let screen: LinksScreen

  init(_ links: [LinkRecord], mentions: [LinkRecord] = [], notes: [String: String] = [:]) {
    let notes = notes.merging(["hub.md": "# Hub\n"]) { first, _ in first }
    store = MemoryNoteStore(notes)
    self.links = MemoryLinks(links, mentions: mentions)
    interactor = NoteLinksInteractor(
      note: Self.hub,
      cases: LinkCases(
        .inMemory(store, rewriting: rewriting, links: self.links, changes: changes)), work: work)
    presenter = LinksPresenter(
      interactor: interactor, wireframe: wireframe, didChange: parent.linksDidChange)
    screen = LinksScreen(presenter: presenter)
  }

  static func record(
    _ source: String, _ written: String, in context: String = "", line: Int = 1,
    to target: String? = "hub.md", isEmbed: Bool = false, part: String? = nil,
    missing: String? = nil
  ) -> LinkRecord {
    LinkRecord(
      source: NoteID(source), sourceTitle: NotePath(source).stem.text, line: line,
      context: context.isEmpty ? "see \(written)" : context, written: written,
      target: target.map { NoteID($0) }, isEmbed: isEmbed, part: part,
      missing: missing.map { NoteID($0) })
  }

  func start() async {
    presenter.moduleIsReady(RouteHandle(name: "Links") { _ in })
    await work.whenIdle()
  }

  func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  func lines(_ columns: Int = 60, _ rows: Int = 12) -> [String] {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines
  }

  /// Without empty lines at the end.
  func text(_ columns: Int = 60, _ rows: Int = 12) -> [String] {
    var lines = lines(columns, rows)
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}

@MainActor
final class FakeLinksWireframe: LinksWireframe {
  var gone: [String] = []

  func open(_ note: NoteID, at place: LinkPosition?) {
    gone.append("open \(note.path.text)\(Self.text(place))")
  }

  func peek(at note: NoteID, at place: LinkPosition?) {
    gone.append("peek \(note.path.text)\(Self.text(place))")
  }

  private static func text(_ place: LinkPosition?) -> String {
    switch place {
    case nil: ""
    case .line(let line): ":\(line)"
    case .part(let part): "#\(part)"
    }
  }
}

@MainActor
final class FakeLinksParent {
  var changed: [[NoteID]] = []
  func linksDidChange(_ notes: [NoteID]) { changed.append(notes) }
}
