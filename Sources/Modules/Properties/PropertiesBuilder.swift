package import Entities
package import Terminal
package import UseCases
package import Viper

/// Makes the form of properties.
@MainActor
package enum PropertiesBuilder {
  /// Makes the module. `notes` is called off the main actor, because there may be many.
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

  /// The form's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [PropertiesKeymap.rows.table, PropertiesKeymap.line.table]
  }
}
