import Comparing
import Difference
import Services
import Viper

extension Wireframe {
  func difference(
    _ lines: [DifferenceLine], titled title: String, whenClosed: @escaping @MainActor () -> Void
  ) -> Route {
    let rows = lines.map { line in
      switch line.kind {
      case .same: DifferenceRow(.same, line.text)
      case .removed: DifferenceRow(.removed, line.text)
      case .added: DifferenceRow(.added, line.text)
      case .gap: DifferenceRow(.gap, line.text)
      }
    }
    return Route("Difference") {
      DifferenceBuilder.make(title: title, rows: rows, whenClosed: whenClosed)
    }
  }
}
