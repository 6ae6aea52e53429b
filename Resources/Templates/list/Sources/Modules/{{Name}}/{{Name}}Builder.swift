package import Services
package import Terminal
package import Viper

/// Makes the module. It needs a store to list.
@MainActor
package struct {{Name}}Builder {
  private let store: any NoteStore
  private let work: Work

  package init(store: any NoteStore, work: Work) {
    self.store = store
    self.work = work
  }

  package func make(wireframe: any {{Name}}Wireframe) -> Module<any Screen> {
{{!command}}    let interactor = {{Name}}Interactor(store: store, work: work)
{{?command}}    let interactor = makeInteractor()
    let presenter = {{Name}}Presenter(interactor: interactor, wireframe: wireframe)
    let screen = {{Name}}Screen(presenter: presenter)
    return Module(
      name: "{{Name}}", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

{{?command}}  /// The business alone, for the command line.
{{?command}}  package func makeInteractor() -> any {{Name}}Interacting {
{{?command}}    {{Name}}Interactor(store: store, work: work)
{{?command}}  }
{{?command}}
  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [{{Name}}Keymap.map.table]
  }
}
