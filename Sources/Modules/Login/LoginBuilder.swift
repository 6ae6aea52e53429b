package import Services
package import Terminal
package import Viper

/// Makes the screen that stands before the notes: it chooses a vault and opens it.
package struct LoginBuilder {
  private let vaults: any Vaults
  private let work: Work

  package init(vaults: any Vaults, work: Work) {
    self.vaults = vaults
    self.work = work
  }

  /// `output` is not kept alive.
  @MainActor
  package func make(
    wireframe: any LoginWireframe, output: any LoginOutput
  ) -> Module<any Screen> {
    let interactor = LoginInteractor(vaults: vaults, work: work)
    let presenter = LoginPresenter(
      interactor: interactor, wireframe: wireframe, output: output)
    let screen = LoginScreen(presenter: presenter)
    return Module(
      name: "Login", view: screen, lifeCycle: presenter, parts: [screen, presenter, interactor])
  }

  /// The same use cases without a screen, for the command line.
  @MainActor
  package func makeInteractor() -> any LoginInteracting {
    LoginInteractor(vaults: vaults, work: work)
  }

  /// What its keys do, for a list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [
      LoginKeymap.choosing.table(titled: "Vaults"),
      LoginKeymap.passphrase.table(titled: "Passphrase"),
    ]
  }
}
