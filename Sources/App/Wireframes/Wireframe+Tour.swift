import Tour
import Viper

extension Wireframe {
  func tour() -> Route {
    Route("Tour") { TourBuilder().make() }
  }
}
