import Doctor
import Entities
import Links
import Services
import Settings
import Stats
import Viper

extension CommandRunner {
  func links(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await vault(request)
    let match = try await note(request, in: vault)
    let presenter = linksPresenter(request, vault)
    presenter.load(match.id)
    await context.work.whenIdle()
    return presenter.code
  }

  func check(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let presenter = linksPresenter(request, try await vault(request))
    presenter.check()
    await context.work.whenIdle()
    return presenter.code
  }

  private func linksPresenter(
    _ request: CommandRequest, _ vault: CommandVault
  ) -> LinksPresenter {
    let interactor = LinksBuilder(links: vault.services.links, work: context.work)
      .makeInteractor()
    return LinksPresenter(interactor, request, output)
  }

  func stats(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await vault(request)
    let services = vault.services
    let interactor = StatsBuilder(
      index: services.index, tasks: services.tasks(by: await settings(in: vault)),
      activity: services.activity, files: services.files,
      clock: context.clock, work: context.work
    ).makeInteractor()
    let presenter = FiguresPresenter(interactor, request, output)
    presenter.count()
    await context.work.whenIdle()
    return presenter.code
  }

  func doctor(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let presenter = try await doctorPresenter(request)
    presenter.examine(repairing: request.has(.repair))
    await context.work.whenIdle()
    return presenter.code
  }

  private func doctorPresenter(
    _ request: CommandRequest
  ) async throws(CommandFailure) -> DoctorPresenter {
    let services = try await vault(request).services
    let interactor = DoctorBuilder(
      index: services.index, versions: services.versions, settings: context.settings,
      health: services.health, work: context.work
    ).makeInteractor()
    return DoctorPresenter(interactor, request, output)
  }

  func settings(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    if request.name == .configSet, request.argument?.text == SettingName.theme.rawValue {
      try checkTheme(try argument(1, of: request))
    }
    let interactor = SettingsBuilder(store: context.settings, work: context.work)
      .makeInteractor()
    let presenter = SettingsPresenter(interactor, request, output)
    presenter.run()
    await context.work.whenIdle()
    return presenter.code
  }

  private func checkTheme(_ name: RawArgument) throws(CommandFailure) {
    let themes = context.themes()
    if themes.isEmpty || name.bytes.isEmpty || themes.contains(name.text) { return }
    throw CommandFailure(
      "there is no theme “\(output.shown(name.bytes))”. There are \(themes.joined(separator: ", ")).",
      code: .usage)
  }
}
