package import Entities
package import Services
package import Terminal
package import Viper

@MainActor
package enum ImportsBuilder {
  /// Makes the module. It begins with a plan for the archive at `source`, or with a search for
  /// archives. `notesChanged` reports added and removed notes to the index and the screens.
  package static func make(
    imports: any NoteImports, work: Work, bringing source: NotePath?,
    wireframe: any ImportsWireframe, undoing: ImportUndoing,
    notesChanged: @escaping ([NoteID]) -> Void
  ) -> Module<any Screen> {
    let interactor = ImportsInteractor(
      source, imports: imports, undoing: undoing, work: work, notesChanged: notesChanged)
    let presenter = ImportsPresenter(interactor: interactor, wireframe: wireframe)
    let screen = ImportsScreen(presenter: presenter)
    return Module(
      name: "Imports", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The module's keys, for the list of all keys.
  package static var keyTables: [KeyTable] { [ImportsKeymap.map.table] }
}
