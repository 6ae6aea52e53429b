package import Services
package import Terminal
package import VaultSettings
package import Viper

/// Makes the module. It needs what another program has set, and the files to look for.
@MainActor
package struct BookmarksBuilder {
  private let foreign: any ForeignSettings
  private let files: any VaultFiles
  private let work: Work

  package init(foreign: any ForeignSettings, files: any VaultFiles, work: Work) {
    (self.foreign, self.files, self.work) = (foreign, files, work)
  }

  package func make(
    wireframe: any BookmarksWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = makeInteractor()
    let presenter = BookmarksPresenter(interactor: interactor, wireframe: wireframe)
    let screen = BookmarksScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Bookmarks", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The business alone, for the command line.
  package func makeInteractor() -> any BookmarksInteracting {
    BookmarksInteractor(foreign: foreign, files: files, work: work)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [BookmarksKeymap.map.table] }
}
