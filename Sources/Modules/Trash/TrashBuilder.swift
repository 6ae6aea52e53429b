package import Entities
package import Services
package import Terminal
package import Viper

/// Makes the trash's screen. It needs the trash, and a clock to write dates by.
@MainActor
package struct TrashBuilder {
  private let trash: any NoteTrash
  private let clock: any WallClock
  private let work: Work
  private let dateForm: @MainActor () -> DateForm

  package init(
    trash: any NoteTrash, clock: any WallClock, work: Work,
    dateForm: @escaping @MainActor () -> DateForm = { .auto }
  ) {
    self.trash = trash
    self.clock = clock
    self.work = work
    self.dateForm = dateForm
  }

  package func make(
    wireframe: any TrashWireframe, didRestore: @escaping @MainActor (NoteID) -> Void
  ) -> Module<any Screen> {
    let interactor = makeInteractor()
    let presenter = TrashPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm,
      didRestore: didRestore)
    let screen = TrashScreen(presenter: presenter)
    return Module(
      name: "Trash", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The business alone, for the command line.
  package func makeInteractor() -> any TrashInteracting {
    TrashInteractor(trash: trash, work: work)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [TrashKeymap.map.table]
  }
}
