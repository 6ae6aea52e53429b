package import Comparing
package import Terminal
package import Viper

/// Makes the view of what differs between two texts. It closes itself.
package enum DifferenceBuilder {
  /// `whenClosed` is called once, after it has gone from the screen.
  @MainActor
  package static func make(
    title: String, rows: [DifferenceLine], whenClosed: @escaping @MainActor () -> Void
  ) -> Module<any Screen> {
    let presenter = DifferencePresenter(title: title, rows: rows, whenClosed: whenClosed)
    let screen = DifferenceScreen(presenter: presenter)
    return Module(
      name: "Difference", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// What its keys do, for a list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [DifferenceKeymap.table.table]
  }
}
