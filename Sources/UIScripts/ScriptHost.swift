package import FakeTerminal
package import Terminal

/// The app's interface to scripts. The composition root makes its app conform.
@MainActor
package protocol ScriptedApp: AnyObject {
  /// Shows the first frame; notes may still be loading.
  func start()

  /// Applies all events, then draws once.
  func process(_ events: [InputEvent])

  /// Returns when no work is in progress and its results are drawn.
  func whenIdle() async

  var isIdle: Bool { get }

  /// Nil while the app runs.
  var exitCode: Int32? { get }

  /// The app's message on exit, shown below the shell's prompt; often empty.
  var endMessage: String { get }

  /// The live modules from the bottom of the stack to the top: `NoteList > Editor`.
  var moduleStack: String { get }

  /// One line for each object that outlived its module.
  var leaks: [String] { get }
}

/// The parameters for starting an app in this process.
@MainActor
package struct ScriptLaunch {
  /// The script's own arguments, without vault and clock.
  package let arguments: [String]
  package let driver: any Driver
  package let sandbox: Sandbox
  package let clock: ManualClock
  package let scheduler: ManualScheduler
}

/// The entry points into the app for scripts, supplied by the composition root.
@MainActor
package struct ScriptHost {
  /// Makes an app on the sandbox's vault, without starting it.
  package var launch: (ScriptLaunch) throws -> any ScriptedApp

  /// Runs a command line in this process on the sandbox's vault. Returns standard output followed
  /// by standard error.
  package var run:
    (_ arguments: [String], _ sandbox: Sandbox) async -> (
      output: String, exitCode: Int32
    )

  /// Makes an encrypted vault in an empty folder, with a low work factor for speed.
  var encrypt: (_ folder: String, _ passphrase: String) throws -> any ScriptVault

  /// The executable that the pseudo-terminal runs.
  package var binary: String

  package var theme: Theme

  /// The time after which a busy app fails a step. No step waits longer than it must.
  package var patience = Duration.seconds(10)

  /// Opens the user's terminal for `--slow`; `pause` is the time that a step stays visible.
  package var openTerminal: () throws -> any LiveTerminal
  package var pause: () async -> Void

  package init(
    launch: @escaping (ScriptLaunch) throws -> any ScriptedApp,
    run:
      @escaping (_ arguments: [String], _ sandbox: Sandbox) async -> (
        output: String, exitCode: Int32
      ),
    encrypt: @escaping (_ folder: String, _ passphrase: String) throws -> any ScriptVault = {
      _, _ in throw SystemError("this build has no encrypted vaults: the script cannot be played")
    },
    binary: String, theme: Theme = .standard,
    openTerminal: @escaping () throws -> any LiveTerminal,
    pause: @escaping () async -> Void
  ) {
    self.launch = launch
    self.run = run
    self.encrypt = encrypt
    self.binary = binary
    self.theme = theme
    self.openTerminal = openTerminal
    self.pause = pause
  }
}
