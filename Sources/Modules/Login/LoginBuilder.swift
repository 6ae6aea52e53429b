package import Services
package import Terminal
package import Viper

/// Makes the screen that opens vaults. With a scheduler, a wrong passphrase starts a countdown.
package enum LoginBuilder {
  /// Without `converting`, vaults cannot be encrypted or decrypted. `output` is held weakly.
  @MainActor
  package static func make(
    vaults: any Vaults, converting: (any VaultConverting)? = nil,
    scheduler: (any Scheduler)? = nil, work: Work, for purpose: LoginPurpose = .choose,
    wireframe: any LoginWireframe, output: any LoginOutput
  ) -> Module<any Screen> {
    let interactor = LoginInteractor(vaults: vaults, converting: converting, work: work)
    let presenter = LoginPresenter(
      interactor: interactor, wireframe: wireframe, output: output, purpose: purpose,
      scheduler: scheduler)
    let screen = LoginScreen(presenter: presenter)
    return Module(
      name: "Login", view: screen, lifeCycle: presenter, parts: [screen, presenter, interactor])
  }

  /// The login's keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [
      LoginKeymap.choosing.table(titled: "Vaults"),
      LoginKeymap.passphrase.table,
      LoginKeymap.recoveryKey.table,
    ]
  }
}
