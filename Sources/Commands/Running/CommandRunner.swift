import App
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
      if request.has(.encrypted) { return try await makeEncryptedVault(request) }
      return try await makeVault(request)
    case .path: return try await path(request)
    case .edit: return try await edit(request)
    case .new: return try await new(request)
    case .write: return try await write(request)
    case .append: return try await append(request)
    case .daily: return try await daily(request)
    case .exportCalendar: return try await exportCalendar(request)
    case .show: return try await show(request)
    case .list: return try await list(request)
    case .search: return try await search(request)
    case .tags: return try await tags(request)
    case .tasks: return try await tasks(request)
    case .tagsRename: return try await renameTag(request)
    case .links, .backlinks: return try await links(request)
    case .check: return try await check(request)
    case .rename: return try await rename(request)
    case .move: return try await move(request)
    case .trash: return try await trash(request)
    case .restore: return try await restore(request)
    case .history, .historyShow, .historyRestore: return try await history(request)
    case .taskAdd: return try await addTask(request)
    case .taskDone: return try await tickTasks(request)
    case .taskReschedule: return try await rescheduleTask(request)
    case .stats: return try await stats(request)
    case .doctor: return try await doctor(request)
    case .config, .configGet, .configSet: return try await settings(request)
    case .configPath:
      output.write(output.shown(context.settings.place.bytes) + "\n")
      return .done
    case .completions:
      guard let shell = request.argument.flatMap({ Shell(rawValue: $0.text) }) else {
        throw CommandFailure("name a shell: bash, zsh or fish.", code: .usage)
      }
      output.write(shell.completions)
      return .done
    case .completionsFor: return try await complete(request)
    case .help:
      output.write(output.words.fit(HelpText.overview))
      return .done
    case .keys:
      let own = context.ownKeys { KeyTables.all }
      let tables = KeyTables.all.map { own?.applied(to: $0) ?? $0 }
      output.write(output.words.fit(KeysCommand.text(of: tables)))
      for problem in own?.problems ?? [] { output.message(problem) }
      return .done
    case .encrypt: return try await encrypt(request)
    case .decrypt: return try await decrypt(request)
    case .passphrase: return try await changePassphrase(request)
    case .rekey: return try await rekey(request)
    case .lock: return try await lock(request)
    case .unlock: return try await unlock(request)
    case .ageEncrypt: return try ageEncrypt(request)
    case .ageDecrypt: return try ageDecrypt(request)
    case .script:
      throw CommandFailure("a script is played by “notes-tui script FILE…”.", code: .usage)
    }
  }

  // MARK: What several commands need

  /// Opens the vault. Paths are printed as its own from then on.
  func vault(_ request: CommandRequest) async throws(CommandFailure) -> CommandVault {
    let vault = try await context.openVault()
    let paths = PrintedPaths(
      of: vault.folder, from: context.folder, isAbsolute: request.has(.absolute))
    output.paths = paths
    output.wholePaths = request.has(.absolute) ? paths : nil
    return vault
  }

  func address(in vault: CommandVault) -> NoteAddress {
    NoteAddress(
      vault: vault, folder: context.folder, realPath: context.realPath, output: output)
  }

  /// The arguments that the parser has seen to be there.
  func argument(_ place: Int, of request: CommandRequest) throws(CommandFailure) -> RawArgument {
    guard request.arguments.indices.contains(place) else {
      throw CommandFailure("an argument is missing.", code: .usage)
    }
    return request.arguments[place]
  }

  func note(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteMatch {
    try await address(in: vault).find(argument(0, of: request))
  }

  /// A service's refusal as a command's.
  func onBehalf<Value>(
    _ body: () async throws(NoteStoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    do throws(NoteStoreError) {
      return try await body()
    } catch {
      throw CommandFailure(error)
    }
  }

  /// TEXT, or standard input where it is left out or `-`.
  func text(_ argument: RawArgument?) throws(CommandFailure) -> [UInt8] {
    guard let argument, !argument.isStandardInput else { return try context.readInput() }
    return argument.bytes
  }
}

extension CommandFailure {
  init(_ error: NoteStoreError) {
    switch error {
    case .notFound(let path): self.init("\(path.text) is not there.", code: .notFound)
    case .changedOutside: self.init(error.message, code: .conflict)
    case .locked(let path):
      self.init("\(path.text) is locked: its passphrase is needed.", code: .locked)
    case .wrongPassphrase, .tooSoon: self.init(error.message, code: .locked)
    default: self.init(error.message)
    }
  }

  init(_ error: NoteIndexError) {
    self.init(error.message, code: error == .cancelled ? .cancelled : .failed)
  }
}
