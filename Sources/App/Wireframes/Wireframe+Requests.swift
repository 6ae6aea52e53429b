import Comparing
import Entities
import OpenVault
import Requests
import Viper

extension Wireframe {
  func requests() -> Route {
    Route("Requests") {
      RequestsBuilder.make(
        cases: requestsCases, work: container.work, date: container.date,
        wireframe: RequestsRoutes(wireframe: self), didWrite: vault.noteWasSaved)
    }
  }

  var requestsCases: RequestsCases {
    RequestsCases(vault.services, planner: notePlanner(), clock: container.clock)
  }
}

/// The routes of the requests.
final class RequestsRoutes: Routes, RequestsWireframe {
  func show(difference: [DifferenceLine], titled title: String) {
    wireframe.push(wireframe.difference(difference, titled: title) {})
  }
}
