import Entities
import Login
import Viper

extension Wireframe {
  func login(for purpose: LoginPurpose = .choose, output: any LoginOutput) -> Route {
    Route("Login") {
      let builder = LoginBuilder(
        vaults: container.vaults, converting: container.converting,
        scheduler: container.scheduler, work: container.work)
      return builder.make(
        for: purpose, wireframe: LoginRoutes(wireframe: self), output: output)
    }
  }
}

/// Where login can go.
@MainActor
final class LoginRoutes: Routes, LoginWireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func quit() {
    wireframe.app.quit()
  }
}
