import Entities
import OpenVault
import Services
import Terminal
import Tour
import Viper

extension Wireframe {
  func tour() -> Route {
    let imports = container.vault?.services.exchange.imports
    return Route("Tour") {
      TourBuilder(imports: imports, work: container.work).make(
        wireframe: TourRoutes(wireframe: self))
    }
  }
}

/// What the tour can ask for.
@MainActor
final class TourRoutes: TourWireframe {
  private let wireframe: Wireframe

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func press(_ key: String) {
    if let key = Key(name: key) { wireframe.router.pressBelowTop(key) }
  }

  func bring(_ archive: NotePath) {
    if let route = wireframe.imports(archive) { wireframe.push(route) }
  }
}
