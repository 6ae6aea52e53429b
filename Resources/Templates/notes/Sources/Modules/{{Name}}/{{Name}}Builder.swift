package import Entities
package import Terminal
package import Viper

/// Makes the module.
@MainActor
package enum {{Name}}Builder {
  package static func make(
    cases: {{Name}}Cases, work: Work, date: @escaping @MainActor (Timestamp) -> String,
    wireframe: any {{Name}}Wireframe, didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = {{Name}}Interactor(cases: cases, work: work, didChange: didChange)
    let presenter = {{Name}}Presenter(
      interactor: interactor, wireframe: wireframe, date: date)
    let screen = {{Name}}Screen(presenter: presenter)
    let module = Module<any Screen>(
      name: "{{Name}}", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, interactor)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [{{Name}}Keymap.map.table]
  }
}
