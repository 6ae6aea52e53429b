package import FakeTerminal
package import Terminal

/// What scripts need of the app, however it is built. The composition root makes its app fit.
@MainActor
package protocol ScriptedApp: AnyObject {
  /// Shows the first frame; reading notes may go on behind it.
  func start()

  /// Applies all events, then draws once.
  func process(_ events: [InputEvent])

  /// Returns when no work is under way and all it led to has been drawn.
  func whenIdle() async

  var isIdle: Bool { get }

  /// Nil while the app runs.
  var exitCode: Int32? { get }

  /// What the app says on leaving, below the shell's prompt; often nothing.
  var endMessage: String { get }

  /// The names of the live modules from the bottom of the stack to its top: `NoteList > Editor`.
  var moduleStack: String { get }

  /// One line for each part that outlived its removed module.
  var leaks: [String] { get }
}

/// What an app is started with for a script in this process.
@MainActor
package struct ScriptLaunch {
  /// The script's own arguments; vault and clock are not among them.
  package let arguments: [String]
  package let driver: any Driver
  package let sandbox: Sandbox
  package let clock: ManualClock
  package let scheduler: ManualScheduler
}

/// The ways into the app that scripts use, given by the composition root.
@MainActor
package struct ScriptHost {
  /// Makes an app on the vault of the sandbox, not yet started.
  package var launch: (ScriptLaunch) throws -> any ScriptedApp

  /// Runs a command line in this process on the vault of the sandbox: standard output, then
  /// standard error.
  package var run:
    (_ arguments: [String], _ sandbox: Sandbox) async -> (
      output: String, exitCode: Int32
    )

  /// Makes an encrypted vault in an empty folder, with a key that is cheap to guess at.
  var encrypt: (_ folder: String, _ passphrase: String) throws -> any ScriptVault

  /// The executable that the pseudo-terminal runs.
  package var binary: String

  /// The theme that `style … role=…` means.
  package var theme: Theme

  /// How long an app may be busy before a step fails. No step waits longer than it needs.
  package var patience = Duration.seconds(10)

  /// The person's terminal, for `--slow`; and how long a step stays on it.
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
