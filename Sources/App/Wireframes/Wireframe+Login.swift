import Login

extension Wireframe {
  func login(for purpose: LoginPurpose = .choose, output: any LoginOutput) -> Route {
    Route("Login") {
      return LoginBuilder.make(
        vaults: container.vaults, converting: container.converting,
        scheduler: container.scheduler, work: container.work, for: purpose,
        wireframe: LoginRoutes(wireframe: self), output: output)
    }
  }
}

/// The routes of the login.
private final class LoginRoutes: Routes, LoginWireframe {}
