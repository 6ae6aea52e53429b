import App
import Commands
import Entities
import FakeTerminal
import Files
import FileStore
import Glibc
import NcursesTerminal
import Programs
import Services
import UseCases
import VaultSettings
import Viper

/// The program with a screen: takes the terminal, runs the app until it ends, and restores the
/// terminal.
@MainActor
struct ScreenProgram {
  let environment: UserEnvironment

  func run(_ asked: LaunchOptions) -> Ending {
    let settings = CommandProgram(environment: environment).settingsFile(asked.settings)
    // “doctor” and “config” report problems with the settings; the screen always starts.
    let values: SettingValues
    do throws(SettingsError) {
      values = try settings.values(isNamed: asked.settings != nil)
    } catch {
      // But a file that the command line names must be readable.
      if asked.settings != nil {
        return Ending(exitCode: 1, message: "notes-tui: \(error.message)")
      }
      values = SettingValues()
    }
    var options = asked
    let choice = VaultChoice(
      environment: environment,
      vaults: Composition(environment: environment, clock: SystemClock()).vaults,
      configured: values[.vault])
    do throws(StartError) {
      if let now = try choice.chooseNow(asked) {
        options = now
      } else {
        options = try Self.waitFor(choice, asked).get()
      }
      // The vault's own settings take precedence.
      let own = options.vault.flatMap { try? SettingsFile(vault: VaultID($0)).values() }
      options.follow(own.map(values.overridden) ?? values)
    } catch {
      return Ending(exitCode: error.exitCode.rawValue, message: error.message)
    }
    do throws(TerminalError) {
      return try run(onTerminal: options, values)
    } catch {
      return Ending(exitCode: 1, message: "notes-tui: \(error.message)")
    }
  }

  private static func waitFor(
    _ choice: VaultChoice, _ asked: LaunchOptions
  ) -> Result<LaunchOptions, StartError> {
    MainThread.wait {
      do throws(StartError) {
        return .success(try await choice.choose(asked))
      } catch {
        return .failure(error)
      }
    }
  }

  private func run(
    onTerminal options: LaunchOptions, _ settings: SettingValues
  ) throws(TerminalError) -> Ending {
    let loop = LoopScheduler()
    // With a fixed clock no time passes, so timers do not run either.
    let clock: any WallClock = options.frozenClock.map { ManualClock($0) } ?? SystemClock()
    let scheduler: any Scheduler = options.frozenClock == nil ? loop : ManualScheduler()
    var composition = Composition(environment: environment, clock: clock)
    composition.settings = settings
    let signals = try SignalHub()
    CrashGuard.arm()
    let terminal = try NcursesDriver.open(
      options: NcursesDriver.Options(
        noColor: options.noColor, isASCII: options.isASCII,
        mouse: MouseChoice(word: options.mouse),
        acceptsSync: UserEnvironment.variable("NOTES_TUI_SCRIPT") == "1"))
    CrashGuard.arm(reset: terminal.restoreSequence)
    let app = composition.makeApp(options, driver: terminal, scheduler: scheduler)
    app.suspend = {
      terminal.suspend()
      CrashGuard.disarm()
      signals.stopSelf()
      CrashGuard.arm(reset: terminal.restoreSequence)
      terminal.resume()
    }
    let editor = OutsideEditor(environment: environment.variable)
    let lend = { (run: (() -> Void) -> String?) -> String? in
      terminal.suspend()
      CrashGuard.disarm()
      let problem = run { signals.stopSelf() }
      // Interrupts during that time were meant for the other program.
      let meantForUs = signals.pending().filter { ![SIGINT, SIGQUIT, SIGTSTP].contains($0) }
      CrashGuard.arm(reset: terminal.restoreSequence)
      terminal.resume()
      for signal in meantForUs { raise(signal) }
      return problem
    }
    let edit = { (path: [UInt8]) in lend { editor.run(on: path, stop: $0) } }
    app.programs.edit = edit
    app.programs.runInTerminal = { command in
      lend {
        ForegroundProgram.run(
          command.map { Array($0.utf8) }, called: command.first ?? "", advice: "", stop: $0)
      }
    }
    app.programs.swapsToDisk = Swap.isOnDisk
    let memory = environment.memoryFolders
    app.programs.editPrivately = { PrivateEditing(of: $0, named: $1, in: memory, edit) }
    app.background = terminal.background
    app.start()
    terminal.askForBackground()
    MemoryFile.removeAbandoned(in: memory)
    let ending = EventLoop(
      app: app, terminal: terminal, scheduler: loop,
      signals: EventLoop.SignalSource(
        descriptor: signals.descriptor, pending: { signals.pending() })
    ).run()
    terminal.end()
    CrashGuard.disarm()
    composition.ownPrograms.endAll()
    signals.restore()
    composition.log.write()
    return ending
  }
}
