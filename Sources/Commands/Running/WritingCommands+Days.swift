import Daily
import Editor
import Entities
import NewNotes
import Services
import Viper

/// Notes by their days.
extension WritingCommands {
  func checkDaily(_ request: CommandRequest) throws(CommandFailure) {
    if let argument = request.argument { _ = try context.text(argument) }
  }

  func daily(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try request.argument.map { (argument) throws(CommandFailure) in
      try context.text(argument)
    }
    let vault = context.vault
    let planner = vault.newNotes(by: await context.settings(in: vault), context.clock).planner
    let day = try day(request, today: planner.today, in: vault)
    let planned = await planner.plan(.daily(day))
    guard let note = planned.note else { throw CommandFailure("the day has no note.") }
    if let problem = planned.problem { output.message(output.shown(problem)) }
    let lock = try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let writer = vault.writer(context.clock)
    let outcome = try await onBehalf { () async throws(NoteStoreError) in
      try await writer.append(bytes ?? [], to: note, beginningWith: planned.text.bytes)
    }
    let code = await tell(outcome, of: note, in: vault)
    let results = ResultWriter(request, output)
    results.add(note.path)
    results.finish()
    return code
  }

  /// The day of `--date`, else today.
  private func day(
    _ request: CommandRequest, today: Day, in vault: CommandVault
  ) throws(CommandFailure) -> Day {
    guard let written = request.value(of: .date)?.text else { return today }
    if let day = DateFormat("YYYY-MM-DD").day(in: written) { return day }
    if let day = vault.dates.day(written, today: today) { return day }
    throw CommandFailure(
      "not a date: “\(PlainLine.of(Array(written.utf8)))”. Use a form such as 2026-12-01, fri or in 2"
        + " weeks.", code: .usage)
  }
}
