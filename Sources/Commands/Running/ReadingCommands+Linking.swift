import Entities
import Services
import Viper

extension ReadingCommands {
  func links(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let match = try await context.note(request, in: vault)
    let presenter = linksPresenter(request, vault)
    await presenter.load(match.id)
    return presenter.code
  }

  func check(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    await context.tellOfLockedCopies()
    let vault = try await context.vault(request)
    let presenter = linksPresenter(request, vault)
    await presenter.check(vault.services.conflicts)
    return presenter.code
  }

  private func linksPresenter(
    _ request: CommandRequest, _ vault: CommandVault
  ) -> LinksText {
    LinksText(vault.services.queries.links, request, output)
  }
}
