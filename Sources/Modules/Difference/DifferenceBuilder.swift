package import Comparing
package import Terminal
package import Viper

/// Makes the view of the differences between two texts, and of other rows to read. It closes itself.
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

  /// Makes a list of rows, which are cut at the width of the screen; calls `whenClosed` once, after it has
  /// left the screen, with the key that closed it if that has no meaning here.
  @MainActor
  package static func make(
    title: String, list rows: [String],
    whenClosed: @escaping @MainActor (_ key: String?) -> Void
  ) -> Module<any Screen> {
    let presenter = DifferencePresenter(title: title, list: rows, whenClosed: whenClosed)
    let screen = DifferenceScreen(presenter: presenter)
    return Module(
      name: "Difference", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// The view's keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [DifferenceKeymap.table.table, DifferenceKeymap.list.table]
  }
}
