import Entities
import Services

/// Takes back what the last command changed.
@MainActor
struct UndoCommand {
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func undo(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let stored = vault.services.state.done
    guard let command = await stored.load().all.last else {
      throw CommandFailure(
        "nothing is left to undo: no command changed notes here since. “history” lists the versions"
          + " of a note.", code: .notFound)
    }
    let results = ResultWriter(request, output)
    if request.isTrial {
      for step in command.steps.reversed() { add(UndoneSteps.files(of: step), to: results) }
      results.finish()
      let began = WrittenTime.onWall(command.began, context.clock)
      output.message("\(command.name), of \(began), would be undone; nothing was changed.")
      return .done
    }
    let outcome = await UndoneSteps(vault.services).takeBack(command)
    add(outcome.files, to: results)
    results.finish()
    _ = try? await vault.services.index.refresh(outcome.touched)
    if let error = outcome.failure {
      var failure = CommandFailure(error)
      if outcome.isPassedOver {
        failure.details = ["It is passed over: the next undo takes back what was done before it."]
      }
      throw failure
    }
    if !outcome.kept.isEmpty {
      throw CommandFailure(
        "undone: \(command.name), but for what could not be.", details: outcome.kept.map(\.message))
    }
    output.message("undone: \(command.name).")
    return .done
  }

  private func add(_ files: [UndoneSteps.File], to results: ResultWriter) {
    for file in files {
      results.add(
        [JSONMember("did", .string(file.act.rawValue))] + output.members(of: file.path)
          + (file.from.map { output.members(of: $0, named: "from") }
            ?? [JSONMember("from", .null)])
      ) {
        "\(file.act.rawValue) \(output.shown(file.path))"
          + (file.from.map { " (was \(output.shown($0)))" } ?? "")
      }
    }
  }
}
