package import Entities
package import Services
package import Terminal
package import Viper

/// Makes what tells how a note hangs together with the others. It needs the links, an index, a store,
/// and what changes several notes at once.
@MainActor
package struct LinksBuilder {
  private let links: any NoteLinks
  private let work: Work

  package init(links: any NoteLinks, work: Work) {
    self.links = links
    self.work = work
  }

  /// Other words for headings and blocks, with all links to them.
  package func makePartRenamer(
    changes: any NoteChanges, rewriting: any NoteRewriting
  ) -> PartRenamer {
    PartRenamer(changes: changes, rewriting: rewriting, work: work)
  }

  package func make(
    for note: NoteID, index: any NoteIndex, store: any NoteStore,
    changes: any NoteChanges, rewriting: any NoteRewriting, wireframe: any LinksWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = NoteLinksInteractor(
      note: note, links: links, index: index, store: store, changes: changes,
      rewriting: rewriting, work: work)
    let presenter = LinksPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = LinksScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Links", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [LinksKeymap.rows.table, LinksKeymap.graph.table]
  }
}
