package import Entities
package import Services
package import Terminal
package import Viper

/// Makes the module.
@MainActor
package struct ImportsBuilder {
  private let imports: any NoteImports
  private let work: Work

  package init(imports: any NoteImports, work: Work) {
    (self.imports, self.work) = (imports, work)
  }

  /// Begins with what the archive at `source` would bring. `notesChanged`: the index and all screens hear of notes that
  /// came or went.
  package func make(
    _ source: NotePath?, wireframe: any ImportsWireframe, undoing: ImportUndoing,
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
