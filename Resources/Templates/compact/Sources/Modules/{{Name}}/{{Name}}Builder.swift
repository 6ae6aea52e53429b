package import Terminal
package import Viper

/// Makes the module. It needs nothing but its text, and closes itself.
@MainActor
package enum {{Name}}Builder {
  package static func make(text: String) -> Module<any Screen> {
    let presenter = {{Name}}Presenter(text: text)
    let screen = {{Name}}Screen(presenter: presenter)
    return Module(
      name: "{{Name}}", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [{{Name}}Keymap.map.table]
  }
}
