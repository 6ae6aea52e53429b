package import Conversion
package import Entities
package import OpenVault
package import Services
package import Terminal
import Undo
package import UseCases
package import Vault
package import VaultSettings
package import Viper

/// What a command finds around itself.
@MainActor
package struct CommandContext {
  package var output: CommandOutput
  package var clock: any WallClock
  package var work: Work
  /// The current folder: an absolute path.
  package var folder: String
  package var vaults: any Vaults
  package var settings: any SettingsStore
  /// Standard input to its end.
  package var readInput: () throws(CommandFailure) -> [UInt8]
  /// By what the command needs, which its row in the table says.
  package var found = FoundVault.none
  package var streams: any AgeStreams
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
  /// Has the screen opened once the command has ended.
  package var openScreen: (LaunchOptions) -> Void = { _ in }
  /// A path without links; nil where nothing is there.
  package var realPath: (NotePath) -> NotePath? = { _ in nil }

  /// What the environment says of where the person lives: `en_US.UTF-8`.
  package var locale: String?

  package init(
    output: CommandOutput, clock: any WallClock, work: Work, folder: String, vaults: any Vaults,
    settings: any SettingsStore, streams: any AgeStreams,
    conversion: @escaping (NotePath) -> VaultConversion, proving: VaultProving, waiting: Waiting,
    readInput: @escaping () throws(CommandFailure) -> [UInt8]
  ) {
    self.output = output
    self.clock = clock
    self.work = work
    self.folder = folder
    self.vaults = vaults
    self.settings = settings
    self.streams = streams
    self.conversion = conversion
    self.proving = proving
    self.waiting = waiting
    self.readInput = readInput
  }
}

/// What runs, or writes, in the context of a command.
@MainActor
protocol CommandPart {
  var context: CommandContext { get }
}

extension CommandPart {
  var output: CommandOutput { context.output }
}

/// The vault as a command finds it.
package enum FoundVault {
  /// The command needs none.
  case none
  case closed(ClosedVault)
  case open(CommandVault)
}

/// A vault that is not opened: the command works with its folder, or does what it can without the
/// passphrase.
package struct ClosedVault {
  package var folder: NotePath
  /// Why an encrypted one stays closed.
  package var refusal: CommandFailure?
  /// Fetches it; nil where it is not asked for.
  package var sync: (any VaultSync)?
  /// How many copies other programs left in it.
  package var copies = 0

  package init(folder: NotePath) { self.folder = folder }
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
  /// Whether all its notes are closed with one key.
  package var isEncrypted: Bool
  /// It is the very first one, and its folder is still to be made.
  package var isMissing: Bool
  /// Keeps for `undo` what the services do; of a command that changes notes.
  var recorder: DoneRecorder?

  package init(_ opened: OpenedVault, in folder: NotePath, isMissing: Bool = false) {
    self.folder = folder
    self.isMissing = isMissing
    services = opened.services
    settings = opened.settings
    isEncrypted = opened.isEncrypted
  }
}

/// The person's own editor.
@MainActor
package struct OwnEditor {
  /// Lets it work on a file; answers with what a person must know where that did not go well.
  var edit: (_ path: [UInt8]) -> String?
  /// The same on a text that is in memory alone.
  var editPrivately: (_ text: [UInt8], _ name: String) -> PrivateEditing

  package init(
    edit: @escaping (_ path: [UInt8]) -> String?,
    editPrivately: @escaping (_ text: [UInt8], _ name: String) -> PrivateEditing
  ) {
    self.edit = edit
    self.editPrivately = editPrivately
  }
}
