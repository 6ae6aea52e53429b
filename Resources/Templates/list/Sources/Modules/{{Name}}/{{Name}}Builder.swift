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
    let interactor = {{Name}}Interactor(store: store, work: work)
    let presenter = {{Name}}Presenter(interactor: interactor, wireframe: wireframe)
    let screen = {{Name}}Screen(presenter: presenter)
    return Module(
      name: "{{Name}}", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [{{Name}}Keymap.map.table]
  }
}
