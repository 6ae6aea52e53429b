package import Terminal
import VaultSettings
package import Viper

/// Makes the bookmarks screen.
@MainActor
package enum BookmarksBuilder {
  package static func make(
    cases: BookmarkCases, work: Work, wireframe: any BookmarksWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = BookmarksInteractor(cases: cases, work: work)
    let presenter = BookmarksPresenter(interactor: interactor, wireframe: wireframe)
    let screen = BookmarksScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Bookmarks", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, interactor)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] { [BookmarksKeymap.map.table] }
}
