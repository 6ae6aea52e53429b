package import Entities
package import Terminal
package import UseCases
package import Viper

/// Makes the form of properties. It needs the use cases that read and change them.
@MainActor
package enum PropertiesBuilder {
  /// `notes` is asked off the main actor: they may be many.
  package static func make(
    cases: PropertyEditing, work: Work, of notes: @escaping @Sendable () -> [NoteID],
    wireframe: any PropertiesWireframe, didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = PropertiesInteractor(of: notes, cases: cases, work: work)
    let presenter = PropertiesPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = PropertiesScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Properties", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, interactor)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [PropertiesKeymap.rows.table, PropertiesKeymap.line.table]
  }
}
