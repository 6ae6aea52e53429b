import App
import Commands
import Entities
import FakeTerminal
import FileStore
import Glibc
import SearchIndex
import Services
import Synchronization
import Viper

/// Commands on the standard streams, or, for scripts, into a text.
@MainActor
struct CommandProgram {
  let environment: UserEnvironment

  private static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func runOnStreams(_ request: CommandRequest) -> Int32 {
    let settings = settingsFile(request.settings)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    // Only a terminal has colours, so only then are the settings read for them.
    let output = CommandOutput(
      isTerminal: isTerminal,
      hasColours: isTerminal && !request.has(.noColour)
        && (UserEnvironment.variable("NO_COLOR") ?? "").isEmpty
        && UserEnvironment.variable("TERM") != "dumb"
        && (try? settings.values())?[.colour] != "never",
      columns: Self.terminalWidth ?? 80,
      send: TextOutput.send, tell: StandardError.write)
    let executor = MainThreadExecutor()
    let used = UsedVaults()
    let code = MainThread.wait(on: executor) {
      await run(request, output, settings, used, on: executor, AgeFiles()) {
        () throws(CommandFailure) in
        try TextInput.read()
      }
    }
    used.leave()
    Interruption.end()
    return code
  }

  /// Standard output, then standard error, as one text.
  func runIntoText(_ request: CommandRequest) async -> (output: String, exitCode: Int32) {
    var (results, messages) = ([UInt8](), "")
    let gathered = Mutex<[UInt8]>([])
    let output = CommandOutput(
      isTerminal: false, hasColours: false,
      send: { bytes in
        results += bytes
        return nil
      },
      tell: { messages += $0 + "\n" })
    let code = await run(
      request, output, settingsFile(request.settings), UsedVaults(), on: BackgroundThreads(),
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
    SettingsFile(place: named ?? NotePath("\(environment.configFolder)/config"))
  }

  /// Why a screen cannot be opened so, where it cannot.
  func refusal(of options: LaunchOptions) async -> StartError? {
    guard options.vault != nil else { return nil }
    let composition = Composition(
      environment: environment, clock: SystemClock(), scheduler: ManualScheduler())
    do throws(StartError) {
      let choice = VaultChoice(
        environment: environment, vaults: composition.vaults, configured: nil)
      _ = try await choice.find(options.vault)
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
    _ used: UsedVaults, on threads: any TaskExecutor, _ streams: AgeFiles,
    readInput: @escaping () throws(CommandFailure) -> [UInt8]
  ) async -> Int32 {
    let clock = Self.clock(of: request)
    let composition = Composition(
      environment: environment, clock: clock, scheduler: ManualScheduler())
    var context = CommandContext(
      output: output, clock: clock, work: Work(on: threads), folder: environment.currentFolder,
      vaults: composition.vaults, settings: settings, streams: streams,
      findVault: { (named) throws(CommandFailure) in
        do throws(StartError) {
          let choice = VaultChoice(
            environment: environment, vaults: composition.vaults,
            configured: (try? settings.values())?[.vault])
          return try await choice.find(named, mayBeUnfinished: true).folder
        } catch {
          throw CommandFailure(error)
        }
      },
      conversion: { composition.conversion(of: VaultID($0)) }, proving: composition.proving,
      waiting: streams.hasTerminal ? .person : Waiting(), readInput: readInput,
      openVault: { () async throws(CommandFailure) -> CommandVault in
        // An unreadable settings file is told by those who need it.
        var composition = composition
        composition.settings = (try? settings.values()) ?? SettingValues()
        let choice = VaultChoice(
          environment: environment, vaults: composition.vaults,
          configured: composition.settings[.vault])
        let folder: NotePath
        do throws(StartError) {
          folder = try await choice.find(request.vault).folder
        } catch {
          throw CommandFailure(error)
        }
        try await VaultUnlocking(composition.vaults, request, streams).open(VaultID(folder))
        let own = (try? SettingsFile(vault: VaultID(folder)).values()) ?? SettingValues()
        composition.settings = composition.settings.overridden(by: own)
        let (services, index) = composition.commandServices(
          for: VaultID(folder), isReadOnly: request.has(.readOnly), on: threads)
        used.add(services)
        for line in await services.recover() { output.message(line) }
        // What is asked for certain is begun while the command does other things.
        switch request.name {
        case .list, .search: index.lookAhead()
        case .new: index.openAhead()
        default: break
        }
        return CommandVault(folder: folder, services: services, settings: own)
      })
    context.locale = WeekStart.locale(environment.variable)
    context.ownKeys = { KeysFile(configFolder: environment.configFolder).keys(for: $0) }
    return await CommandRunner(context).run(request).rawValue
  }
}

/// What a command opened.
@MainActor
private final class UsedVaults {
  private var services: [VaultServices] = []

  func add(_ services: VaultServices) { self.services.append(services) }

  /// For a process that ends with its command. The system takes all back at once; letting go of it
  /// piece by piece takes as long as a quick command's own work.
  func leave() {
    for services in services { services.end() }
    _ = Unmanaged.passRetained(self)
  }
}

extension CommandFailure {
  init(_ error: StartError) {
    self.init(String(error.message.dropFirst("notes-tui: ".count)), code: error.exitCode)
  }
}
