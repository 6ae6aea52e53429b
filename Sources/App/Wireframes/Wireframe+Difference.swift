import Comparing
import Difference

extension Wireframe {
  func difference(
    _ lines: [DifferenceLine], titled title: String, whenClosed: @escaping @MainActor () -> Void
  ) -> Route {
    Route("Difference") {
      DifferenceBuilder.make(title: title, rows: lines, whenClosed: whenClosed)
    }
  }

  /// Rows to read, in the screen of a difference.
  func list(
    _ rows: [String], titled title: String,
    whenClosed: @escaping @MainActor (_ key: String?) -> Void
  ) -> Route {
    Route("Difference") {
      DifferenceBuilder.make(title: title, list: rows, whenClosed: whenClosed)
    }
  }
}
