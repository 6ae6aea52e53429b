import Entities
import Login

/// Tells what became of a vault that was to be made. Nothing is said where all went well.
@MainActor
final class VaultText: LoginInteractorOutput {
  private(set) var code = ExitCode.failed
  private let interactor: any LoginInteracting
  private let output: CommandOutput

  init(_ interactor: any LoginInteracting, _ output: CommandOutput) {
    self.interactor = interactor
    self.output = output
    interactor.output = self
  }

  func make(at place: String) { interactor.make(at: place) }

  func didLoad(_ vaults: [VaultSummary]) {}

  func didOpen(_ vault: VaultID, named name: String) { code = .done }

  func didFindLocked(_ vault: VaultSummary) {
    output.message("\(output.shown(vault.id.path.bytes)) is a locked vault already.")
    code = .locked
  }

  func didFail(_ message: String) { output.message(message) }
}
