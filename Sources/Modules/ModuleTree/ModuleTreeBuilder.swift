package import Terminal
package import Viper

/// Makes the screen that shows the live module tree. It closes itself.
package enum ModuleTreeBuilder {
  /// The made module does not keep `source` alive.
  @MainActor
  package static func make(source: any ModuleTreeSource) -> Module<any Screen> {
    let presenter = ModuleTreePresenter(source: source)
    let screen = ModuleTreeScreen(presenter: presenter)
    return Module(
      name: "ModuleTree", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// What its keys do, for a list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [ModuleTreeKeymap.table.table]
  }
}
