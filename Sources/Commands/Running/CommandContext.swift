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

@MainActor
package struct CommandContext {
  package var output: CommandOutput
  package var clock: any WallClock
  package var work: Work
  /// The current folder, as an absolute path.
  package var folder: String
  package var vaults: any Vaults
  package var settings: any SettingsStore
  /// Reads standard input to its end.
  package var readInput: () throws(CommandFailure) -> [UInt8]
  /// The vault, opened as the command's row in the table requires.
  package var found = FoundVault.none
  package var streams: any AgeStreams
  /// Returns the conversion of the vault in a folder.
  package var conversion: (NotePath) -> VaultConversion
  /// Finds the key of a vault that cannot be opened.
  package var proving: VaultProving
  package var waiting: Waiting
  /// Returns the next part of standard input as it arrives; nil at its end.
  package var nextInput: () async -> [UInt8]? = { nil }
  var run = CommandRun()

  package var screens = ScreenFacts()
  /// The user's editor; nil if none is configured.
  package var editor: UserEditor?
  /// Requests a screen after the command has ended.
  package var openScreen: (LaunchOptions) -> Void = { _ in }
  /// Resolves links in a path; nil if nothing exists there.
  package var realPath: (NotePath) -> NotePath? = { _ in nil }

  package var desktop = CommandDesktop()
  /// The user's locale, such as `en_US.UTF-8`.
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

extension CommandContext {
  var runner: CommandRunner { CommandRunner(self) }
}

/// What a command may use of the desktop that it was started from.
@MainActor
package struct CommandDesktop {
  /// Copies to the clipboard; returns a problem to report, if any.
  package var copy: ([UInt8]) async -> String? = { _ in nil }
  /// Reads the clipboard; nil if it cannot be read.
  package var paste: () async -> [UInt8]? = { nil }
  /// Shows a message, if there is a desktop.
  package var notify: (String) async -> Void = { _ in }
  /// The folders of the vaults in Obsidian's own list, by their ids.
  package var obsidianVaults: () -> [String: NotePath] = { [:] }

  package init() {}
}

/// A part of a command, which runs or writes in its context.
@MainActor
protocol CommandPart {
  var context: CommandContext { get }
}

extension CommandPart {
  var output: CommandOutput { context.output }
}

/// The vault in the state that a command requires.
package enum FoundVault {
  /// The command needs no vault.
  case none
  case closed(ClosedVault)
  case open(CommandVault)
}

/// A vault that is not open: the command works with its folder, or does what is possible without
/// the passphrase.
package struct ClosedVault {
  package var folder: NotePath
  /// The reason that an encrypted vault stays closed.
  package var refusal: CommandFailure?
  /// Fetches the vault; nil if that is not requested.
  package var sync: (any VaultSync)?
  /// The number of conflict copies in it.
  package var copies = 0

  package init(folder: NotePath) { self.folder = folder }
}

/// Facts about the screens.
package struct ScreenFacts {
  /// Every key table with the user's keys, and the problems with those.
  package var keys: () -> (tables: [KeyTable], problems: [String]) = { ([], []) }
  package var addresses: () -> [ScreenAddress] = { [] }
  package var themes: () -> [String] = { [] }
  /// The person's own commands; nil if there are none here.
  package var own: OwnCommandAccess?
}

/// The interface to a user who waits for a long operation.
package struct Waiting: Sendable {
  /// From now on, a signal that would end the program only makes `isOver` true.
  package var begin: @Sendable () -> Void
  /// Whether the user wants to stop waiting.
  package var isOver: @Sendable () -> Bool
  /// Shows progress on a line that the next one replaces; nil removes it.
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

package struct CommandVault {
  /// The folder, as an absolute path without links.
  package var folder: NotePath
  package var services: VaultServices
  /// The vault's own settings, which override the user's.
  package var settings: SettingValues
  /// Whether all notes are encrypted with one key.
  package var isEncrypted: Bool
  /// Whether this is the very first vault, whose folder does not exist yet.
  package var isMissing: Bool
  /// Records the changes of a command for `undo`; nil if it does not change notes.
  var recorder: DoneRecorder?

  package init(_ opened: OpenedVault, in folder: NotePath, isMissing: Bool = false) {
    self.folder = folder
    self.isMissing = isMissing
    services = opened.services
    settings = opened.settings
    isEncrypted = opened.isEncrypted
  }
}

@MainActor
package struct UserEditor {
  /// Edits a file; returns a problem to report, if any.
  var edit: (_ path: [UInt8]) -> String?
  /// Edits a text that exists only in memory.
  var editPrivately: (_ text: [UInt8], _ name: String) -> PrivateEditing

  package init(
    edit: @escaping (_ path: [UInt8]) -> String?,
    editPrivately: @escaping (_ text: [UInt8], _ name: String) -> PrivateEditing
  ) {
    self.edit = edit
    self.editPrivately = editPrivately
  }
}
