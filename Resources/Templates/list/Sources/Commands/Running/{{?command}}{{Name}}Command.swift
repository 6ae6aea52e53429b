import Services
import Viper
import {{Name}}

/// Lists what the screen shows.
@MainActor
struct {{Name}}Command {
  let context: CommandContext

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let interactor = {{Name}}Builder(store: vault.services.store, work: context.work)
      .makeInteractor()
    let presenter = {{Name}}Text(interactor, request, context.output)
    interactor.load()
    await context.work.whenIdle()
    return presenter.code
  }
}

extension CommandTable {
  static let {{name}} = [
    CommandSpec(
      "{{slug}}", vault: .opens, answer: .many(place),
      says: "list {{says}}",
      example: "{{slug}}"
    ) { {{Name}}Command(context: $0.context).list }
  ]
}
