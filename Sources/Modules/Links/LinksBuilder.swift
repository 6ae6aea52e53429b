package import Entities
package import Terminal
package import Viper

/// Makes the screen of a note's links.
@MainActor
package enum LinksBuilder {
  package static func make(
    cases: LinkCases, work: Work, for note: NoteID, wireframe: any LinksWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = NoteLinksInteractor(note: note, cases: cases, work: work)
    let presenter = LinksPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = LinksScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Links", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, interactor)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [LinksKeymap.rows.table, LinksKeymap.graph.table]
  }
}
