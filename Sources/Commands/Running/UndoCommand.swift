import Entities
import Services
import Undo

/// Takes back what the last command changed.
@MainActor
struct UndoCommand {
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func undo(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    if request.has(.readOnly), !request.isTrial {
      throw CommandFailure("with --read-only nothing is undone.", code: .usage)
    }
    let vault = try await context.vault(request)
    let stored = vault.services.state.done
    guard let command = await stored.load().all.last else {
      throw CommandFailure(
        "nothing to undo. “history” lists the versions of a note.", code: .notFound)
    }
    let results = ResultWriter(request, output)
    if request.has(.skip) { return try await skip(command, stored, isTrial: request.isTrial) }
    let steps = UndoneSteps(vault.services)
    let outcome =
      request.isTrial ? await steps.promised(command) : await steps.takeBack(command)
    add(outcome.files, to: results)
    results.finish()
    if !request.isTrial { _ = try? await vault.services.index.refresh(outcome.touched) }
    if let error = outcome.failure {
      var failure = CommandFailure(error)
      if outcome.isPassedOver {
        failure.details = ["Skipped. The next undo continues with the change before it."]
      } else {
        failure.details = [
          "“undo --skip” skips it: the next undo continues with the change before it."
        ]
      }
      throw failure
    }
    if !outcome.kept.isEmpty {
      throw CommandFailure(
        request.isTrial
          ? "\(named(command)), would be undone, but for these files. Nothing was changed."
          : "undone: \(command.name), but for what could not be.",
        details: outcome.kept.map(\.message))
    }
    if outcome.wasNothing {
      output.message(
        "\(named(command)), left nothing to undo: it was cut off before it changed anything, or what it"
          + " did was edited, moved or taken back since."
          + (request.isTrial ? "" : " The next undo takes back what was done before it."))
      return .done
    }
    let missing = outcome.missing == 1 ? "file" : "files"
    output.message(
      (request.isTrial
        ? "\(named(command)), would be undone."
        : "undone: \(command.name).")
        + (outcome.missing == 0
          ? "" : " Gone from where it made them: \(outcome.missing) \(missing)."))
    return .done
  }

  /// As `trash, of 2026-11-27 21:14`.
  private func named(_ command: DoneCommand) -> String {
    "\(command.name), of \(WrittenTime.onWall(command.began, context.clock))"
  }

  private func skip(
    _ command: DoneCommand, _ stored: StoredValue<DoneCommands>, isTrial: Bool
  ) async throws(CommandFailure) -> ExitCode {
    if isTrial {
      output.message("\(named(command)), would stay done.")
      return .done
    }
    do throws(NoteStoreError) {
      try await stored.change { $0.drop(command) }
    } catch {
      throw CommandFailure(error)
    }
    output.message(
      "\(named(command)), stays done. The next undo continues with the change before it.")
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
