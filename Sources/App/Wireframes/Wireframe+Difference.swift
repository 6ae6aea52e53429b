import Comparing
import Difference
import Services
import Viper

extension Wireframe {
  func difference(
    _ lines: [DifferenceLine], titled title: String, whenClosed: @escaping @MainActor () -> Void
  ) -> Route {
    Route("Difference") {
      DifferenceBuilder.make(title: title, rows: lines, whenClosed: whenClosed)
    }
  }
}
