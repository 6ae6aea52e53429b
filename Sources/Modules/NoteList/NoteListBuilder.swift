import Services
package import Terminal
package import VaultSettings
package import Viper

/// Makes a note list. Beside the services it needs to know how dates are written, and whether notes may
/// be changed.
@MainActor
package struct NoteListBuilder {
  private let services: NoteListServices
  private let dateForm: @MainActor () -> DateForm
  private let isReadOnly: Bool

  package init(
    services: NoteListServices, dateForm: @escaping @MainActor () -> DateForm = { .auto },
    isReadOnly: Bool = false
  ) {
    self.services = services
    self.dateForm = dateForm
    self.isReadOnly = isReadOnly
  }

  package func make(
    wireframe: any NoteListWireframe
  ) -> (module: Module<any Screen>, input: any NoteListInput) {
    let interactor = makeInteractor()
    let presenter = NoteListPresenter(
      interactor: interactor, wireframe: wireframe, clock: services.clock, dateForm: dateForm,
      isReadOnly: isReadOnly)
    let screen = NoteListScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "NoteList", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The business alone, for the command line.
  package func makeInteractor() -> any NoteListInteracting {
    NoteListInteractor(services)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [NoteListKeymap.listTable, NoteListKeymap.foldersTable, NoteListKeymap.filterTable]
  }
}
