import Entities
import Services
import UseCases
import VaultSettings

/// Tasks: listed, exported and changed.
@MainActor
struct TaskCommands {
  let context: CommandContext

  var output: CommandOutput { context.output }

  func checkDue(_ request: CommandRequest) throws(CommandFailure) {
    _ = try due(request)
    if (request.options[.tag]?.count ?? 0) > 1 {
      throw CommandFailure("--tag can be given once with “tasks”.", code: .usage)
    }
  }

  func tasks(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let due = try due(request)
    let vault = context.vault
    let settings = await context.settings(in: vault)
    let cases = vault.tasks(context.clock, by: settings)
    let weekStart = WeekStart.weekday(set: settings[.weekStart], locale: context.locale)
    let listing = try await onBehalf { () async throws(NoteIndexError) in
      try await cases.list(due, tag: request.value(of: .tag)?.text, weekStart: weekStart)
    }
    TasksText(request: request, output: output).write(listing)
    return .done
  }

  private func due(_ request: CommandRequest) throws(CommandFailure) -> DueTasks {
    guard let written = request.value(of: .due) else { return .all }
    let today = Day(context.clock.civil(context.clock.now))
    guard let due = DueTasks(written.text, today: today) else {
      throw CommandFailure(
        "Not a date: “\(output.shown(written.bytes))”. Use all, overdue, today, week, or a day such as "
          + "fri or 2026-12-01.", code: .usage)
    }
    return due
  }
}
