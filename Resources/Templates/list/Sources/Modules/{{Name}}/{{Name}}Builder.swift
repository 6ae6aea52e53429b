package import Terminal
package import Viper

/// Makes the module.
@MainActor
package enum {{Name}}Builder {
  package static func make(
    cases: {{Name}}Cases, work: Work, wireframe: any {{Name}}Wireframe
  ) -> Module<any Screen> {
    let interactor = {{Name}}Interactor(cases: cases, work: work)
    let presenter = {{Name}}Presenter(interactor: interactor, wireframe: wireframe)
    let screen = {{Name}}Screen(presenter: presenter)
    return Module(
      name: "{{Name}}", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [{{Name}}Keymap.map.table]
  }
}
