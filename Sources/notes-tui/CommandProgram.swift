import App
import Commands
import Entities
import FakeTerminal
import FileStore
import Glibc
import OpenVault
import OwnCommands
import SealedStore
import Services
import Synchronization
import Terminal
import Vault
import VaultSettings
import Viper

/// Runs commands on the standard streams, or, for scripts, into a text.
@MainActor
struct CommandProgram {
  let environment: UserEnvironment

  private static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func runOnStreams(_ request: CommandRequest) -> Int32 {
    // Ignored, so that writing beyond the file size limit becomes an error that can be reported.
    signal(SIGXFSZ, SIG_IGN)
    let settings = settingsFile(request.settings)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let colors = ColorChoice(request, environment: UserEnvironment.variable) {
      (try? settings.values())?[.color]
    }
    let output = CommandOutput(
      isTerminal: isTerminal, hasColors: colors.hasColors(onTerminal: isTerminal),
      columns: Self.terminalWidth ?? 80,
      send: TextOutput.send, tell: StandardError.write)
    output.words = UserTerminal.words
    let executor = MainThreadExecutor()
    let used = UsedVault()
    let code = MainThread.wait(on: executor) {
      await run(request, output, settings, used, on: executor, AgeFiles(), InputParts()) {
        () throws(CommandFailure) in
        try TextInput.read()
      }
    }
    if let options = used.screen {
      used.close()
      Interruption.end()
      let ending = ScreenProgram(environment: environment).run(options)
      if !ending.message.isEmpty { StandardError.write(ending.message) }
      return ending.exitCode
    }
    used.endWithoutFreeing()
    Interruption.end()
    return code
  }

  /// Runs a command and returns standard output followed by standard error.
  func runIntoText(_ request: CommandRequest) async -> (output: String, exitCode: Int32) {
    var (results, messages) = ([UInt8](), "")
    let gathered = Mutex<[UInt8]>([])
    let output = CommandOutput(
      isTerminal: false, hasColors: false,
      send: { bytes in
        results += bytes
        return nil
      },
      tell: { messages += $0 + "\n" })
    let code = await run(
      request, output, settingsFile(request.settings), UsedVault(), on: BackgroundThreads(),
      AgeFiles(
        hasTerminal: false,
        standardOutput: { bytes in
          gathered.withLock { $0 += bytes }
          return nil
        })
    ) { [] }
    results += gathered.withLock { $0 }
    return (String(decoding: results, as: UTF8.self) + messages, code)
  }

  func settingsFile(_ named: NotePath?) -> SettingsFile {
    SettingsFile(path: named ?? NotePath("\(environment.configFolder)/config"))
  }

  /// Returns the reason that a screen cannot be opened with these options, if any.
  func refusal(of options: LaunchOptions) async -> StartError? {
    guard options.vault != nil else { return nil }
    let composition = Composition(environment: environment, clock: SystemClock())
    do throws(StartError) {
      let choice = VaultChoice(
        environment: environment, vaults: composition.vaults, configured: nil)
      _ = try await choice.choose(options)
      return nil
    } catch {
      return error
    }
  }

  private static func clock(of request: CommandRequest) -> any WallClock {
    request.frozenClock.map { ManualClock($0) } ?? SystemClock()
  }

  private func run(
    _ request: CommandRequest, _ output: CommandOutput, _ settings: SettingsFile,
    _ used: UsedVault, on threads: any TaskExecutor, _ streams: AgeFiles,
    _ parts: InputParts? = nil, readInput: @escaping () throws(CommandFailure) -> [UInt8]
  ) async -> Int32 {
    let clock = Self.clock(of: request)
    let composition = Composition(environment: environment, clock: clock)
    let asked: any CredentialAsking =
      if request.has(.noInput) {
        CredentialRelay(.noInput)
      } else if streams.hasTerminal {
        TerminalCredentials()
      } else {
        CredentialRelay(.noTerminal)
      }
    composition.credentials.connect(to: asked)
    var context = CommandContext(
      output: output, clock: clock, work: Work(on: threads), folder: environment.currentFolder,
      vaults: composition.vaults,
      settings: DesktopSettings(file: settings, entry: DesktopEntry(environment: environment)),
      streams: streams,
      conversion: { composition.conversion(of: VaultID($0)) }, proving: composition.proving,
      waiting: streams.hasTerminal ? .person : Waiting(), readInput: readInput)
    context.locale = WeekStart.locale(environment.variable)
    let commandsFile = CommandsFile(configFolder: environment.configFolder)
    context.screens.keys = {
      var own = KeysFile(configFolder: environment.configFolder).keys { Screens.keyTables }
      let maps = own?.takeVimTable()
      let tables = Screens.keyTables.map { own?.applied(to: $0) ?? $0 }
      let values = try? settings.values()
      let commands = OwnKeys(
        commandsFile.commands ?? OwnCommandFile(), in: tables,
        keymap: values?[.keymap].flatMap(KeymapName.init) ?? .default)
      let more = [maps, commands.table].compactMap(\.self)
      return (tables + more, (own?.problems ?? []) + commands.file.problems)
    }
    context.screens.own = OwnCommandAccess(
      file: { commandsFile.commands ?? OwnCommandFile() },
      program: InterruptibleProgram(environment: environment, among: composition.ownPrograms),
      isInHook: environment.variable(OwnProgram.hookVariable) != nil)
    context.screens.addresses = { Screens.addresses }
    context.realPath = { RealPath.of($0) }
    context.screens.themes = { ThemeFiles(configFolder: environment.configFolder).themes.names() }
    if streams.hasTerminal { context.editor = CommandEditor.editor(environment) }
    context.openScreen = { used.screen = $0 }
    context.desktop.copy = { await SystemClipboard.copy($0, environment.variable) }
    context.desktop.paste = { await SystemClipboard.paste(environment.variable) }
    context.desktop.notify = { await DesktopNotice.show($0, environment.variable) }
    context.desktop.obsidianVaults = { ObsidianVaults.folders(environment) }
    if let parts, request.answersParts { context.nextInput = parts.next }
    let code: ExitCode
    do throws(CommandFailure) {
      try CommandRunner(context).check(request)
      context.found = try await found(request, context, composition, settings, used, on: threads)
      if context.opened?.isMissing == true, !request.isTrial {
        // Refusals must come before a folder is created.
        try await CommandRunner(context).tryOut(request)
        context.found = try await found(
          request, context, composition, settings, used, making: true, on: threads)
      }
      code = await CommandRunner(context).run(request)
    } catch {
      code = CommandRunner(context).refuse(request, error)
    }
    // A note is saved even if its version is not, but that must be reported. Doctor has done so
    // already.
    if request.name != .doctor {
      for problem in await used.versionProblems() { output.message(problem) }
    }
    return code.rawValue
  }

  /// Finds the vault, and opens it if the command needs that.
  private func found(
    _ request: CommandRequest, _ context: CommandContext, _ composition: Composition,
    _ settings: SettingsFile, _ used: UsedVault, making: Bool = false,
    on threads: any TaskExecutor
  ) async throws(CommandFailure) -> FoundVault {
    // Completion on Tab must not create, ask or print anything.
    let isQuiet = request.name == .completionsFor
    let use = request.vaultUse
    if use == .none { return .none }
    var composition = composition
    do throws(CommandFailure) {
      composition.settings = try Self.values(settings, request, context.output)
      let named = try await context.namedVault(request)
      let chosen = try await folder(request, named, composition, use, making)
      var closed = ClosedVault(folder: chosen.folder)
      if use == .finds { return .closed(closed) }
      let vault = VaultID(closed.folder)
      if composition.vaults.isLocked(vault) {
        if isQuiet || context.leavesClosed(request) { return .closed(closed) }
        if let refusal = try await context.unlock(vault, request) {
          closed.refusal = refusal
          closed.sync = composition.lockedSync(of: vault)
          closed.copies = SealedCopyName.count(in: vault.path.bytes)
          return .closed(closed)
        }
      }
      let opened = composition.open(
        vault, Self.ownValues(of: vault, request, context.output),
        isReadOnly: request.has(.readOnly), isWatched: false, on: threads)
      used.services = opened.services
      if !isQuiet {
        for line in await opened.services.lifetime.recover() { context.output.message(line) }
      }
      return .open(CommandVault(opened, in: closed.folder, isMissing: chosen.isMissing))
    } catch {
      if isQuiet { return .none }
      throw error
    }
  }

  private func folder(
    _ request: CommandRequest, _ named: NotePath?, _ composition: Composition, _ use: VaultUse,
    _ making: Bool
  ) async throws(CommandFailure) -> (folder: NotePath, isMissing: Bool) {
    let choice = VaultChoice(
      environment: environment, vaults: composition.vaults,
      configured: composition.settings[.vault])
    do throws(StartError) {
      let found = try await choice.find(
        named, making: making, mayBeUnfinished: use == .finds)
      return (found.folder, false)
    } catch .noVault(let path) where use == .makes && !request.has(.readOnly) {
      return (NotePath(path), true)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Returns the user's settings and prints their problems. A file from the command line must
  /// exist; the default one must be readable if it may name the vault.
  private static func values(
    _ settings: SettingsFile, _ request: CommandRequest, _ output: CommandOutput
  ) throws(CommandFailure) -> SettingValues {
    do throws(SettingsError) {
      let values = try settings.values(isNamed: request.settings != nil)
      say(values, request, output)
      return values
    } catch {
      // The doctor reports it with everything else.
      let isNeeded = request.settings != nil || request.vault == nil && request.name != .doctor
      if isNeeded { throw CommandFailure(error.message) }
      if request.name != .doctor { output.message(error.message) }
      return SettingValues()
    }
  }

  private static func ownValues(
    of vault: VaultID, _ request: CommandRequest, _ output: CommandOutput
  ) -> SettingValues {
    do throws(SettingsError) {
      let values = try SettingsFile(vault: vault).values()
      say(values, request, output)
      return values
    } catch {
      output.message(error.message)
      return SettingValues()
    }
  }

  private static func say(
    _ values: SettingValues, _ request: CommandRequest, _ output: CommandOutput
  ) {
    if request.name == .doctor || request.name == .completionsFor { return }
    for problem in values.problems { output.message(problem) }
  }
}

@MainActor
private final class UsedVault {
  var services: VaultServices?
  /// The options for a screen to open after the command.
  var screen: LaunchOptions?

  func close() { services?.lifetime.close() }

  /// Returns messages about replaced texts whose versions could not be stored.
  func versionProblems() async -> [String] { await services?.versions.problems() ?? [] }

  /// Leaks everything, for a process that ends with its command. The system frees it all at once;
  /// freeing it piece by piece would take as long as a quick command itself.
  func endWithoutFreeing() {
    services?.lifetime.end()
    _ = Unmanaged.passRetained(self)
  }
}

extension CommandFailure {
  init(_ error: StartError) {
    self.init(String(error.message.dropFirst("notes-tui: ".count)), code: error.exitCode)
  }
}
