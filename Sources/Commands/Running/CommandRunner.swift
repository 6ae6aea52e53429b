import Comparing
import Entities

/// Runs one command: calls the use cases, has their results written, and returns the exit code.
@MainActor
package struct CommandRunner {
  let context: CommandContext

  package init(_ context: CommandContext) { self.context = context }

  var output: CommandOutput { context.output }

  /// Refuses errors in the command line itself, and reads the input that is needed before a vault.
  package func check(_ request: CommandRequest) throws(CommandFailure) {
    try request.spec.check(self)(request)
  }

  package func run(_ request: CommandRequest) async -> ExitCode {
    // `script` works in no vault and acts as the user.
    let writer = VersionWriter(.command, name: request.title)
    return await VersionWriter.$current.withValue(request.vaultUse == .none ? .current : writer) {
      await runToEnd(request)
    }
  }

  private func runToEnd(_ request: CommandRequest) async -> ExitCode {
    let code: ExitCode
    do throws(CommandFailure) {
      code = try await perform(request)
    } catch {
      code = report(error)
    }
    if request.printsDifference { await writeDifference() }
    await CommandHooks(context: context).run()
    return finished(request, code)
  }

  /// Throws if the command would be refused, without changing anything.
  package func tryOut(_ request: CommandRequest) async throws(CommandFailure) {
    _ = try await CommandRunner(context.silent).once(request.asDryRun)
    try context.run.check(request.expectedCount)
  }

  /// Reports a refusal from before the command ran.
  package func refuse(_ request: CommandRequest, _ failure: CommandFailure) -> ExitCode {
    finished(request, report(failure))
  }

  private func report(_ failure: CommandFailure) -> ExitCode {
    output.message(failure.message)
    for line in failure.details { output.more(line) }
    return failure.code
  }

  private func finished(_ request: CommandRequest, _ code: ExitCode) -> ExitCode {
    output.flush()
    if request.has(.dryRun), code == .done || code == .conflict {
      output.message("dry run: nothing was changed.")
    }
    if let failure = output.failure {
      let isDone = code == .done && request.vaultUse >= .changes && !request.isTrial
      output.message(
        "the results could not be written: \(failure)."
          + (isDone ? " The notes were changed all the same: do not do it again." : ""))
      return .failed
    }
    return code
  }

  /// Writes the changes of a dry run. In a pipe the bytes are unchanged, for `git apply`.
  private func writeDifference() async {
    for file in await context.run.difference(from: context.opened) {
      if output.isTerminal { output.writeLines(of: file.bytes) } else { output.write(file.bytes) }
    }
  }

  /// Runs the command. If it expects a number of notes or a version, it is tried first, and undone
  /// if another program made it change more.
  func perform(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let isGuarded = request.expectedCount != nil || request.expectedVersion != nil
    guard isGuarded, request.name != .undo, !request.spec.plansItself else {
      return try await once(request)
    }
    if !request.isTrial { try await tryOut(request) }
    let code = try await once(request)
    do throws(CommandFailure) {
      try context.run.check(request.expectedCount)
    } catch {
      throw request.isTrial ? error : await context.run.takenBack(error)
    }
    return code
  }

  private func once(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    context.begin(request)
    return try await request.spec.run(self)(request)
  }

  func obsidian(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    guard let call = request.obsidian else {
      preconditionFailure("the parser reads the verb of this command")
    }
    return try await ObsidianCommands(context: context, request: request).run(call)
  }

  var vaults: VaultCommands { VaultCommands(context: context) }
  var editing: EditingCommands { EditingCommands(context: context) }
  var writing: WritingCommands { WritingCommands(context: context) }
  var capturing: CaptureCommands { CaptureCommands(context: context) }
  var importing: ImportCommand { ImportCommand(context: context) }
  var exporting: ExportCommand { ExportCommand(context: context) }
  var reading: ReadingCommands { ReadingCommands(context: context) }
  var properties: PropertyCommands { PropertyCommands(context: context) }
  var spelling: SpellingCommand { SpellingCommand(context: context) }
  var tidying: TrashCommands { TrashCommands(context: context) }
  var undoing: UndoCommand { UndoCommand(context: context) }
  var syncing: SyncCommand { SyncCommand(context: context) }
  var conflicts: ConflictCommands { ConflictCommands(context: context) }
  var merging: MergeCommand { MergeCommand(context: context) }
  var tasks: TaskCommands { TaskCommands(context: context) }
  var reminding: RemindCommand { RemindCommand(context: context) }
  var bases: BaseCommands { BaseCommands(context: context) }
  var household: StatsAndSettingsCommands { StatsAndSettingsCommands(context: context) }
  var locks: LockCommands { LockCommands(context: context) }
  var age: AgeCommands { AgeCommands(context: context) }
  var completer: Completer { Completer(context: context) }
  var ownCommands: RunCommand { RunCommand(context: context) }
  var guests: GuestCommands { GuestCommands(context: context) }
  var telling: HelpCommands { HelpCommands(context: context) }
}
