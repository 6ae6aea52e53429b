package import Terminal
package import Viper

/// Makes the view of what differs between two texts. It closes itself; `output` is held weakly.
package struct DifferenceBuilder {
  package init() {}

  @MainActor
  package func make(
    title: String, rows: [DifferenceRow], output: (any DifferenceOutput)?
  ) -> Module<any Screen> {
    let presenter = DifferencePresenter(title: title, rows: rows, output: output)
    let screen = DifferenceScreen(presenter: presenter)
    return Module(
      name: "Difference", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// What its keys do, for a list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [DifferenceKeymap.table.table(titled: "Difference")]
  }
}
