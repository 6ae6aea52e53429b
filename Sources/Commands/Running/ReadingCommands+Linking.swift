import Entities
import Links
import Services
import Viper

extension ReadingCommands {
  func links(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let match = try await context.note(request, in: vault)
    let presenter = linksPresenter(request, vault)
    presenter.load(match.id)
    await context.work.whenIdle()
    return presenter.code
  }

  func check(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let presenter = linksPresenter(request, try await context.vault(request))
    presenter.check()
    await context.work.whenIdle()
    return presenter.code
  }

  private func linksPresenter(
    _ request: CommandRequest, _ vault: CommandVault
  ) -> LinksText {
    let interactor = LinksBuilder(links: vault.services.links, work: context.work)
      .makeInteractor()
    return LinksText(interactor, request, output)
  }
}
