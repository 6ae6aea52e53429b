package import Services
package import Terminal
package import Viper

/// Makes a preview. Embed it in a slot; it shows what its input is told to.
package struct PreviewBuilder {
  private let store: any NoteStore
  private let work: Work

  package init(store: any NoteStore, work: Work) {
    self.store = store
    self.work = work
  }

  @MainActor
  package func make() -> (module: Module<any Screen>, input: any PreviewInput) {
    let interactor = PreviewInteractor(store: store, work: work)
    let presenter = PreviewPresenter(interactor: interactor)
    let screen = PreviewScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Preview", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [PreviewKeymap.table.table(titled: "Preview")]
  }
}
