import Cells
import Entities
import OpenVault
import Services
import Undo
import Viper

/// Undoes the changes of the last command.
struct UndoCommand: CommandPart {
  let context: CommandContext

  func check(_ request: CommandRequest) throws(CommandFailure) {
    if request.has(.readOnly), !request.isTrial {
      throw CommandFailure("with --read-only nothing is undone.", code: .usage)
    }
  }

  func undo(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let command = try command(request.argument, among: await vault.done.load())
    let results = ResultWriter(request, output)
    if request.has(.skip) { return try await skip(command, in: vault, isTrial: request.isTrial) }
    try await check(request, command, in: vault)
    let outcome =
      request.isTrial ? await vault.undo.promised(command) : await vault.undo.takeBack(command)
    // In a dry run nothing is changed: the runner writes the differences.
    if request.isTrial, outcome.failure == nil { _ = await vault.undo.takeBack(command) }
    add(outcome.files, to: results)
    results.finish()
    if !request.isTrial { await vault.reindex(outcome.touched) }
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
    if !outcome.refusals.isEmpty {
      throw CommandFailure(
        request.isTrial
          ? "\(named(command)), would be undone, except for these files. Nothing was changed."
          : "undone: \(command.name), except for these files.",
        details: outcome.refusals.map(\.message))
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
          ? "" : " No longer where the command put them: \(outcome.missing) \(missing)."))
    return .done
  }

  /// Throws if undo would not change what the caller expects.
  private func check(
    _ request: CommandRequest, _ command: DoneCommand, in vault: CommandVault
  ) async throws(CommandFailure) {
    guard request.expectedCount != nil || request.expectedVersion != nil else { return }
    let promised = await vault.undo.promised(command)
    if let expected = request.expectedCount {
      try CommandRun.check(promised.touched.count, is: expected)
    }
    guard let version = request.expectedVersion else { return }
    let notes = Set(promised.files.map { NoteID($0.from ?? $0.path) })
    try await onBehalf(ofStore: await vault.check(notes.sorted { $0.path < $1.path }, are: version))
  }

  /// Lists the commands that can be undone.
  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let results = ResultWriter(request, output)
    for command in await vault.done.load().all.reversed() {
      let count = CommandRun.changedCount(command.steps)
      results.add(
        [
          JSONMember("run", .string(command.id)), JSONMember("command", .string(command.name)),
          JSONMember("began", .string(command.began.written)),
          JSONMember("notes", .number(count)),
        ],
        cells: [
          String(command.id.prefix(8)), WrittenTime.onWall(command.began, context.clock),
          command.name, counted(count, "note"),
        ])
    }
    results.finish()
    return .done
  }

  private func command(
    _ written: RawArgument?, among done: DoneCommands
  ) throws(CommandFailure) -> DoneCommand {
    guard let last = done.all.last else {
      throw CommandFailure(
        "nothing to undo. “history” lists the versions of a note.", code: .notFound)
    }
    guard let written else { return last }
    let shown = output.shown(written.bytes)
    let found = done.all.filter { !written.bytes.isEmpty && $0.id.hasPrefix(written.text) }
    let command = try found.only(
      ifNone: "there is no run “\(shown)” to undo. “undo list” lists them.",
      ifSeveral: "“\(shown)” fits \(found.count) runs:", listed: \.id)
    if let later = done.laterChange(of: command) {
      throw CommandFailure(
        "\(named(command)), is not undone: \(named(later)), changed its notes since.",
        code: .unexpected,
        details: ["“undo \(later.id.prefix(8))” takes that back first."])
    }
    return command
  }

  /// Returns a description such as `trash, of 2026-11-27 21:14`.
  private func named(_ command: DoneCommand) -> String {
    "\(command.name), of \(WrittenTime.onWall(command.began, context.clock))"
  }

  private func skip(
    _ command: DoneCommand, in vault: CommandVault, isTrial: Bool
  ) async throws(CommandFailure) -> ExitCode {
    if isTrial {
      output.message("\(named(command)), would stay done.")
      return .done
    }
    try await onBehalf(ofStore: await vault.done.change { $0.drop(command) })
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
