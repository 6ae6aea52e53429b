package import Entities
package import Terminal
package import Viper

/// Makes the trash screen.
@MainActor
package enum TrashBuilder {
  package static func make(
    cases: TrashCases, work: Work, date: @escaping @MainActor (Timestamp) -> String,
    wireframe: any TrashWireframe, didRestore: @escaping @MainActor (NoteID) -> Void
  ) -> Module<any Screen> {
    let interactor = TrashInteractor(cases: cases, work: work)
    let presenter = TrashPresenter(
      interactor: interactor, wireframe: wireframe, date: date, didRestore: didRestore)
    let screen = TrashScreen(presenter: presenter)
    return Module(
      name: "Trash", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [TrashKeymap.map.table]
  }
}
