package import Entities
package import Services
package import Terminal
package import Viper

/// Makes the module.
@MainActor
package enum ImportsBuilder {
  /// Begins with what the archive at `source` would bring. `notesChanged`: the index and all screens hear
  /// of notes that came or went.
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

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [ImportsKeymap.map.table] }
}
