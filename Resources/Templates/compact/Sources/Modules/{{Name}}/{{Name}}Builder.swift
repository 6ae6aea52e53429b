package import Terminal
package import Viper

/// Makes the module, which closes itself.
@MainActor
package enum {{Name}}Builder {
  package static func make(text: String) -> Module<any Screen> {
    let presenter = {{Name}}Presenter(text: text)
    let screen = {{Name}}Screen(presenter: presenter)
    return Module(
      name: "{{Name}}", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [{{Name}}Keymap.map.table]
  }
}
