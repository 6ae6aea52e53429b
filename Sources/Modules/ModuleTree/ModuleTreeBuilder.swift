package import Terminal
package import Viper

/// Makes the screen of the live module tree, which closes itself.
package enum ModuleTreeBuilder {
  /// Makes the module, which holds `source` weakly.
  @MainActor
  package static func make(source: any ModuleTreeSource) -> Module<any Screen> {
    let presenter = ModuleTreePresenter(source: source)
    let screen = ModuleTreeScreen(presenter: presenter)
    return Module(
      name: "ModuleTree", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// The screen's keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [ModuleTreeKeymap.table.table]
  }
}
