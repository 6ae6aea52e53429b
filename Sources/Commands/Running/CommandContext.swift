package import Entities
package import Services
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

  package init(
    output: CommandOutput, clock: any WallClock, work: Work, folder: String, vaults: any Vaults,
    settings: any SettingsStore, streams: any AgeStreams,
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
    self.readInput = readInput
    self.openVault = openVault
  }
}

/// The vault that a command works in.
package struct CommandVault {
  /// Its folder, as an absolute path without links.
  package var folder: NotePath
  package var services: VaultServices

  package init(folder: NotePath, services: VaultServices) {
    self.folder = folder
    self.services = services
  }
}

/// Why a command ended without having done what it was asked for.
package struct CommandFailure: Error, Equatable, Sendable {
  package var code: ExitCode
  package var message: String
  /// Further lines: the notes that fit, names that are near.
  package var details: [String]

  package init(_ message: String, code: ExitCode = .failed, details: [String] = []) {
    self.message = message
    self.code = code
    self.details = details
  }
}
