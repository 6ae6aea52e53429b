package import Entities
import NoteList
import NoteLock
import Secrets
import Services
import Undo
import UseCases
import Vault
import VaultLayers
import VaultSettings

/// Access to the vault for several commands.
extension CommandContext {
  /// The vault as it was opened, if it was.
  package var opened: CommandVault? { if case .open(let vault) = found { vault } else { nil } }

  /// The vault with the layers of this run.
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

  /// Returns the folder of the vault that the request names: by its path, or as Obsidian names it,
  /// with or without case.
  package func namedVault(_ request: CommandRequest) async throws(CommandFailure) -> NotePath? {
    if let vault = request.vault, request.obsidian?.vault == nil { return vault }
    if let path = request.address?.path { return try await vault(around: NotePath(path)) }
    guard var name = request.obsidian?.vault ?? request.address?.vault else { return nil }
    let known = await vaults.known()
    if request.address != nil, let folder = desktop.obsidianVaults()[name] {
      if known.contains(where: { $0.id.path == folder }) { return folder }
      name = folder.name.text
    }
    let exact = known.filter { $0.name == name }
    let found = exact.isEmpty ? known.filter { $0.name.lowercased() == name.lowercased() } : exact
    return try found.only(
      ifNone: "no known vault is called “\(output.shown(name))”. “notes-tui obsidian vaults” lists "
        + "them, and --vault DIR opens any other.",
      ifSeveral:
        "\(found.count) vaults are called “\(output.shown(name))”; name one by --vault DIR:"
    ) { output.shown($0.id.path.bytes) }.id.path
  }

  /// Returns the known vault that a file is in: the innermost, if one is in another.
  private func vault(around path: NotePath) async throws(CommandFailure) -> NotePath {
    let around = await vaults.known().map(\.id.path).filter {
      AbsolutePath.inside($0, path, following: realPath) != nil
    }
    if let vault = around.max(by: { $0.bytes.count < $1.bytes.count }) { return vault }
    throw CommandFailure(
      "“\(output.shown(path.bytes))” is in no known vault.", code: .notFound)
  }

  /// Whether an encrypted vault stays closed without asking for its passphrase: the screen will ask,
  /// and an agent or an editor must not be asked.
  package func leavesClosed(_ request: CommandRequest) -> Bool {
    request.name == .edit && editor == nil || request.answersParts && !request.has(.passphraseFD)
  }

  /// Opens a locked vault with its passphrase or recovery key. If there is no terminal for the
  /// question, returns the reason to a command that can also work with a locked vault.
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

  /// Adds the layers that record, guard or simulate the command's changes. From here on, paths are
  /// printed for this vault.
  func begin(_ request: CommandRequest) {
    guard var vault = opened else { return }
    if request.vaultUse >= .changes, request.isTrial { vault = run.tried(vault) }
    if request.vaultUse >= .changes, let own = screens.own, !own.isInHook, !request.isTrial {
      vault.services = vault.services.reporting(readsTasks: { true }, to: run.changes.add)
    }
    if request.vaultUse >= .changes, request.name != .undo {
      let command = DoneCommand(run.recordedName ?? request.title, began: clock.now)
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

  /// Whether a folder must be created. Folders of an encrypted vault do not exist on disk.
  func isMissing(_ folder: NotePath, in vault: CommandVault) -> Bool {
    !folder.bytes.isEmpty && realPath(vault.folder) != nil
      && !vault.isEncrypted && realPath(vault.folder.appending(folder)) == nil
  }

  func note(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteMatch {
    try await address(in: vault).find(request.argument(at: 0))
  }

  /// Returns a tag in the notes' syntax; throws if it is invalid.
  func tag(_ written: String) throws(CommandFailure) -> String {
    let tag = written.first == "#" ? written.dropFirst() : written[...]
    if TagWords.isTag(tag) { return String(tag) }
    throw CommandFailure(
      "“\(output.shown(written))” is not a valid tag. A tag has letters, digits, _, - and /, "
        + "and not digits alone.",
      code: .usage)
  }

  /// Returns TEXT, or standard input if it is missing or `-`.
  func text(_ argument: RawArgument?) throws(CommandFailure) -> [UInt8] {
    guard let argument, !argument.isStandardInput else { return try run.input(readInput) }
    return argument.bytes
  }

  /// Asks for the passphrase of a locked note, which stays open while the result is retained; nil
  /// for a note without a lock.
  func openLock(
    of note: NoteID, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> (any OpenLock)? {
    guard note.path.isLocked, let locks = vault.locks else { return nil }
    if let lock = run.openLocks[note] { return lock }
    let given = try AgeKeyring(request, streams).knownPassphrase(
      "Passphrase of \(note.path.stem.text): ")
    let typed = given.withBytes { TypedSecret($0) }
    let lock = try await onBehalf(ofStore: await locks.open(note, with: typed))
    if request.isTrial { run.openLocks[note] = lock }
    return lock
  }

  /// Returns the settings that apply in this vault.
  func settings(in vault: CommandVault) async -> SettingValues {
    let person = (try? await settings.settings()) ?? SettingValues()
    return person.overridden(by: vault.settings)
  }
}
