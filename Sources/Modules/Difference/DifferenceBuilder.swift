package import Comparing
package import Terminal
package import Viper

/// Makes the view of the differences between two texts. It closes itself.
package enum DifferenceBuilder {
  /// Makes the view; calls `whenClosed` once, after it has left the screen.
  @MainActor
  package static func make(
    title: String, rows: [DifferenceLine], whenClosed: @escaping @MainActor () -> Void
  ) -> Module<any Screen> {
    let presenter = DifferencePresenter(title: title, rows: rows, whenClosed: whenClosed)
    let screen = DifferenceScreen(presenter: presenter)
    return Module(
      name: "Difference", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// The view's keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [DifferenceKeymap.table.table]
  }
}
