import Entities
import Services

/// Runs one command: asks the interactors, lets a presenter write what they answer, and says how it
/// ended.
@MainActor
package struct CommandRunner {
  let context: CommandContext

  package init(_ context: CommandContext) { self.context = context }

  var output: CommandOutput { context.output }

  package func run(_ request: CommandRequest) async -> ExitCode {
    var code: ExitCode
    do throws(CommandFailure) {
      code = try await perform(request)
    } catch {
      output.message(error.message)
      for line in error.details { output.more(line) }
      code = error.code
    }
    output.flush()
    if let failure = output.failure {
      let isDone = code == .done && request.name.changesNotes && !request.has(.dryRun)
      output.message(
        "the results could not be written: \(failure)."
          + (isDone ? " The notes were changed all the same: do not do it again." : ""))
      code = .failed
    }
    return code
  }

  private func perform(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    switch request.name {
    case .initialise:
      if request.has(.encrypted) { return try await vaults.makeEncryptedVault(request) }
      return try await vaults.makeVault(request)
    case .path: return try await editing.path(request)
    case .edit: return try await editing.edit(request)
    case .new: return try await writing.new(request)
    case .write: return try await writing.write(request)
    case .append: return try await writing.append(request)
    case .daily: return try await writing.daily(request)
    case .exportCalendar: return try await tasks.exportCalendar(request)
    case .show: return try await reading.show(request)
    case .list: return try await reading.list(request)
    case .search: return try await reading.search(request)
    case .tags: return try await reading.tags(request)
    case .tasks: return try await tasks.tasks(request)
    case .tagsRename: return try await reading.renameTag(request)
    case .links, .backlinks: return try await reading.links(request)
    case .check: return try await reading.check(request)
    case .rename: return try await tidying.rename(request)
    case .move: return try await tidying.move(request)
    case .trash: return try await tidying.trash(request)
    case .restore: return try await tidying.restore(request)
    case .history, .historyShow, .historyRestore: return try await tidying.history(request)
    case .taskAdd: return try await tasks.addTask(request)
    case .taskDone: return try await tasks.tickTasks(request)
    case .taskReschedule: return try await tasks.rescheduleTask(request)
    case .stats: return try await household.stats(request)
    case .doctor: return try await household.doctor(request)
    case .config, .configGet, .configSet: return try await household.settings(request)
    case .configPath:
      output.write(output.shown(context.settings.place.bytes) + "\n")
      return .done
    case .completions:
      guard let shell = request.argument.flatMap({ Shell(rawValue: $0.text) }) else {
        throw CommandFailure("name a shell: bash, zsh or fish.", code: .usage)
      }
      output.write(shell.completions)
      return .done
    case .completionsFor: return try await completer.complete(request)
    case .help:
      output.write(output.words.fit(HelpText.overview))
      return .done
    case .keys:
      let keys = context.keys()
      output.write(output.words.fit(KeysCommand.text(of: keys.tables)))
      for problem in keys.problems { output.message(problem) }
      return .done
    case .encrypt: return try await vaults.encrypt(request)
    case .decrypt: return try await vaults.decrypt(request)
    case .passphrase: return try await vaults.changePassphrase(request)
    case .rekey: return try await vaults.rekey(request)
    case .lock: return try await locks.lock(request)
    case .unlock: return try await locks.unlock(request)
    case .ageEncrypt: return try age.ageEncrypt(request)
    case .ageDecrypt: return try age.ageDecrypt(request)
    case .script:
      throw CommandFailure("a script is played by “notes-tui script FILE…”.", code: .usage)
    }
  }

  private var vaults: VaultCommands { VaultCommands(context: context) }
  private var editing: EditingCommands { EditingCommands(context: context) }
  private var writing: WritingCommands { WritingCommands(context: context) }
  private var reading: ReadingCommands { ReadingCommands(context: context) }
  private var tidying: TidyingCommands { TidyingCommands(context: context) }
  private var tasks: TaskCommands { TaskCommands(context: context) }
  private var household: HouseholdCommands { HouseholdCommands(context: context) }
  private var locks: LockCommands { LockCommands(context: context) }
  private var age: AgeCommands { AgeCommands(context: context) }
  private var completer: Completer { Completer(context: context) }
}
