package import Terminal
package import Viper

/// Makes the list of keys, which closes itself. `openGuide` is called after that.
package enum HelpBuilder {
  @MainActor
  package static func make(
    title: String, sections: [HelpSection], openGuide: @escaping @MainActor () -> Void = {}
  ) -> Module<any Screen> {
    let presenter = HelpPresenter(title: title, sections: sections, openGuide: openGuide)
    let screen = HelpScreen(presenter: presenter)
    return Module(name: "Help", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// The help's own keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [
      HelpKeymap.table.table, HelpKeymap.filter.table,
    ]
  }
}
