package import Entities
import NoteList
import NoteLock
import OpenVault
import Secrets
import Services
import Undo
import Vault
import VaultLayers
import VaultSettings

/// What several commands need of the vault.
extension CommandContext {
  /// The vault as it was opened; nil where it was not.
  package var opened: CommandVault? { if case .open(let vault) = found { vault } else { nil } }

  /// The vault as the command works in it.
  var vault: CommandVault {
    guard let vault = run.vault else {
      preconditionFailure("the command's row in the table says that it opens no vault")
    }
    return vault
  }

  var vaultFolder: NotePath {
    switch found {
    case .open(let vault): vault.folder
    case .closed(let vault): vault.folder
    case .none: preconditionFailure("the command's row in the table says that it needs no vault")
    }
  }

  /// Whether an encrypted vault stays closed, though somebody may know its passphrase: the screen asks
  /// for it.
  package func leavesClosed(_ request: CommandRequest) -> Bool {
    request.name == .edit && editor == nil
  }

  /// Opens a locked vault for its passphrase, or its recovery key. Without a terminal to ask on, a command
  /// that works with a locked vault too gets the reason.
  package func unlock(
    _ vault: VaultID, _ request: CommandRequest
  ) async throws(CommandFailure) -> CommandFailure? {
    let given: Secret
    do throws(CommandFailure) {
      given = try AgeKeyring(request, streams).knownPassphrase(
        "Passphrase of \(vault.path.name.text): ")
    } catch {
      if request.spec.worksLocked, !request.has(.passphraseFD), !streams.canAsk { return error }
      throw error
    }
    let typed = given.withBytes { TypedSecret($0) }
    do throws(VaultError) {
      _ = try await vaults.open(
        vault, proof: given.isRecoveryKey ? .recoveryKey(typed) : .passphrase(typed))
      return nil
    } catch {
      throw CommandFailure(error)
    }
  }

  /// What the command does in the vault is recorded, guarded, or only tried. Paths are printed as the
  /// vault's own from here on.
  func begin(_ request: CommandRequest) {
    guard var vault = opened else { return }
    if request.spec.vault >= .changes, request.isTrial { vault = run.tried(vault) }
    if request.spec.vault >= .changes, request.name != .undo {
      let command = DoneCommand(request.name.rawValue, began: clock.now)
      let recorder = DoneRecorder(command, in: vault.services) { [output] in output.message($0) }
      vault.services = vault.services.recorded(by: recorder)
      if let version = request.expectedVersion {
        vault.services = vault.services.guarded(by: version)
      }
      vault.recorder = recorder
    }
    run.vault = vault
    let paths = PrintedPaths(of: vault.folder, from: folder, isAbsolute: request.has(.absolute))
    output.paths = paths
    output.wholePaths = request.has(.absolute) ? paths : nil
  }

  func address(in vault: CommandVault) -> NoteAddress {
    NoteAddress(vault: vault, folder: folder, realPath: realPath, output: output)
  }

  /// Whether a folder will have to be made. The folders of an encrypted vault are none on the disk.
  func isMissing(_ folder: NotePath, in vault: CommandVault) -> Bool {
    !folder.bytes.isEmpty && realPath(vault.folder) != nil
      && !vault.isEncrypted && realPath(vault.folder.appending(folder)) == nil
  }

  func note(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteMatch {
    try await address(in: vault).find(request.argument(at: 0))
  }

  /// A tag as notes write it; throws where it is none.
  func tag(_ written: String) throws(CommandFailure) -> String {
    let tag = written.first == "#" ? written.dropFirst() : written[...]
    if TagWords.isTag(tag) { return String(tag) }
    throw CommandFailure(
      "“\(output.shown(written))” is not a valid tag. A tag has letters, digits, _, - and /, "
        + "and not digits alone.",
      code: .usage)
  }

  /// TEXT, or standard input where it is left out or `-`.
  func text(_ argument: RawArgument?) throws(CommandFailure) -> [UInt8] {
    guard let argument, !argument.isStandardInput else { return try run.input(readInput) }
    return argument.bytes
  }

  /// Asks for what opens a locked note, which stays open as long as the answer is held; nil for a
  /// note without a lock.
  func openLock(
    of note: NoteID, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> (any OpenLock)? {
    guard note.path.isLocked, let locks = vault.locks else { return nil }
    if let lock = run.openLocks[note] { return lock }
    let given = try AgeKeyring(request, streams).knownPassphrase(
      "Passphrase of \(note.path.stem.text): ")
    let typed = given.withBytes { TypedSecret($0) }
    let lock = try await onBehalf { () async throws(NoteStoreError) in
      try await locks.open(note, with: typed)
    }
    if request.isTrial { run.openLocks[note] = lock }
    return lock
  }

  /// What holds in this vault.
  func settings(in vault: CommandVault) async -> SettingValues {
    let person = (try? await settings.settings()) ?? SettingValues()
    return person.overridden(by: vault.settings)
  }
}
