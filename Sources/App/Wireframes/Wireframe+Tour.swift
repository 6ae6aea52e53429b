import Entities
import OpenVault
import Terminal
import Tour

extension Wireframe {
  func tour() -> Route {
    let imports = container.vault?.services.exchange.imports
    return Route("Tour") {
      TourBuilder.make(
        imports: imports, work: container.work, wireframe: TourRoutes(wireframe: self))
    }
  }
}

/// The requests of the tour.
private final class TourRoutes: Routes, TourWireframe {
  func press(_ key: String) {
    if let key = Key(name: key) { wireframe.router.pressBelowTop(key) }
  }

  func bring(_ archive: NotePath) {
    if let route = wireframe.imports(archive) { wireframe.push(route) }
  }
}
