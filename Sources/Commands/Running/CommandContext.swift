package import Conversion
package import Entities
package import OpenVault
package import Services
package import Terminal
import Undo
package import Vault
package import VaultSettings
package import Viper

/// What a command finds around itself.
@MainActor
package struct CommandContext {
  package var output: CommandOutput
  package var clock: any WallClock
  package var work: Work
  /// Where the person stands: an absolute path.
  package var folder: String
  package var vaults: any Vaults
  package var settings: any SettingsStore
  /// Standard input to its end.
  package var readInput: () throws(CommandFailure) -> [UInt8]
  /// Finds the vault and opens it; only asked by commands that need one.
  package var openVault: () async throws(CommandFailure) -> CommandVault
  package var streams: any AgeStreams
  /// The vault's folder, also of one that cannot be opened.
  package var findVault: (NotePath?) async throws(CommandFailure) -> NotePath
  /// Encrypts and decrypts the vault in a folder.
  package var conversion: (NotePath) -> VaultConversion
  /// Finds the key of one that cannot be opened.
  package var proving: VaultProving
  package var waiting: Waiting
  /// What this run has opened, read and changed so far.
  let run = CommandRun()

  package var screens = ScreenFacts()
  /// The person's own editor; nil where they named none.
  package var editor: OwnEditor?
  package var locked = LockedVault()
  /// Has the screen opened once the command has ended.
  package var openScreen: (LaunchOptions) -> Void = { _ in }
  /// A path without links; nil where nothing is there.
  package var realPath: (NotePath) -> NotePath? = { _ in nil }

  /// What the environment says of where the person lives: `en_US.UTF-8`.
  package var locale: String?

  package init(
    output: CommandOutput, clock: any WallClock, work: Work, folder: String, vaults: any Vaults,
    settings: any SettingsStore, streams: any AgeStreams,
    findVault: @escaping (NotePath?) async throws(CommandFailure) -> NotePath,
    conversion: @escaping (NotePath) -> VaultConversion, proving: VaultProving, waiting: Waiting,
    readInput: @escaping () throws(CommandFailure) -> [UInt8],
    openVault: @escaping () async throws(CommandFailure) -> CommandVault
  ) {
    self.output = output
    self.clock = clock
    self.work = work
    self.folder = folder
    self.vaults = vaults
    self.settings = settings
    self.streams = streams
    self.findVault = findVault
    self.conversion = conversion
    self.proving = proving
    self.waiting = waiting
    self.readInput = readInput
    self.openVault = openVault
  }
}

/// What is known of a vault that is encrypted, while nobody can be asked for its passphrase.
package struct LockedVault {
  /// Nil for any other vault.
  package var sync: () async -> (any VaultSync)? = { nil }
  /// How many copies other programs left in it.
  package var copies: () async -> Int = { 0 }
}

/// What is known of the screens.
package struct ScreenFacts {
  /// Every table of keys, with the person's own in it, and what is wrong with those.
  package var keys: () -> (tables: [KeyTable], problems: [String]) = { ([], []) }
  package var addresses: () -> [ScreenAddress] = { [] }
  /// The names of all themes.
  package var themes: () -> [String] = { [] }
}

/// A person who waits for something long.
package struct Waiting: Sendable {
  /// From now on a signal that would end the program only makes `isOver` true.
  package var begin: @Sendable () -> Void
  /// Whether they want no more of it.
  package var isOver: @Sendable () -> Bool
  /// Shows how far it is, on a line that the next one replaces; nil takes it away.
  package var show: @Sendable (String?) -> Void

  package init(
    begin: @escaping @Sendable () -> Void = {},
    isOver: @escaping @Sendable () -> Bool = { false },
    show: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    self.begin = begin
    self.isOver = isOver
    self.show = show
  }
}

/// The vault that a command works in.
package struct CommandVault {
  /// Its folder, as an absolute path without links.
  package var folder: NotePath
  package var services: VaultServices
  /// What it says for itself, over the person's settings.
  package var settings: SettingValues
  /// Keeps for `undo` what the services do; of a command that changes notes.
  var recorder: DoneRecorder?

  package init(
    folder: NotePath, services: VaultServices, settings: SettingValues = SettingValues()
  ) {
    self.folder = folder
    self.services = services
    self.settings = settings
  }
}
