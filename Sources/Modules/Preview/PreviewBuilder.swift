package import Services
package import Terminal
package import Viper

/// Makes a preview. Embed it in a slot, or show it alone; it shows what its input is told to.
package struct PreviewBuilder {
  private let store: any NoteStore
  private let index: (any NoteIndex)?
  private let links: (any NoteLinks)?
  private let work: Work

  /// Without an index notes that others embed are shown as links.
  package init(
    store: any NoteStore, index: (any NoteIndex)?, links: (any NoteLinks)?, work: Work
  ) {
    self.store = store
    self.index = index
    self.links = links
    self.work = work
  }

  @MainActor
  package func make(
    wireframe: (any PreviewWireframe)?, output: (any PreviewOutput)?
  ) -> (module: Module<any Screen>, input: any PreviewInput) {
    let interactor = PreviewInteractor(store: store, index: index, links: links, work: work)
    let presenter = PreviewPresenter(
      interactor: interactor, wireframe: wireframe, output: output)
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
