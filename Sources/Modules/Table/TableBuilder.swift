package import Bases
package import Services
package import Terminal
package import Viper

/// Makes the module. It needs what bases are worked out from, and the files that they are.
@MainActor
package struct TableBuilder {
  private let sources: BaseSources?
  private let store: any NoteStore
  private let files: any VaultFiles
  private let work: Work

  package init(
    sources: BaseSources?, store: any NoteStore, files: any VaultFiles, work: Work
  ) {
    self.sources = sources
    self.store = store
    self.files = files
    self.work = work
  }

  /// Without `start` it shows all bases, or the only one.
  package func make(
    at start: TableStart?, wireframe: any TableWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = TableInteractor(sources: sources, store: store, files: files, work: work)
    let presenter = TablePresenter(interactor: interactor, wireframe: wireframe, start: start)
    let screen = TableScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Table", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [TableKeymap.bases.table, TableKeymap.view.table] }
}
