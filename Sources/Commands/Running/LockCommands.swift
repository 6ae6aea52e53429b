import Entities
import NoteLock
import Secrets
import Services
import Undo
import Vault

/// Locks and unlocks single notes with their own passphrases.
struct LockCommands: CommandPart {
  let context: CommandContext

  func lock(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (vault, locks) = try locks()
    let match = try await context.note(request, in: vault)
    if match.id.path.isLocked {
      throw CommandFailure("\(output.shown(match.id.path.bytes)) is locked already.")
    }
    let typed = try context.run.passphrase { () throws(CommandFailure) in
      let given = try AgeKeyring(request, context.streams).newPassphrase()
      return given.withBytes { TypedSecret($0) }
    }
    let version = request.expectedVersion
    if let version { try await onBehalf(ofStore: await vault.check([match.id], are: version)) }
    let made = try await onBehalf(ofStore: await locks.lock(match.id, with: typed))
    return await tell(request, made, insteadOf: match.id, in: vault)
  }

  func unlock(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (vault, locks) = try locks()
    let match = try await context.note(request, in: vault)
    guard let lock = try await context.openLock(of: match.id, request, in: vault) else {
      throw CommandFailure("\(output.shown(match.id.path.bytes)) is not locked.")
    }
    let version = request.expectedVersion
    if let version { try await onBehalf(ofStore: await vault.check([match.id], are: version)) }
    let made = try await onBehalf(ofStore: await locks.takeOff(match.id, holding: lock))
    return await tell(request, made, insteadOf: match.id, in: vault)
  }

  private func locks() throws(CommandFailure) -> (CommandVault, NoteLockCases) {
    let vault = context.vault
    guard let locks = vault.locks else {
      throw CommandFailure("every note of an encrypted vault is locked with it.")
    }
    return (vault, locks)
  }

  /// Writes the note's new name, as `new` does.
  private func tell(
    _ request: CommandRequest, _ made: NoteID, insteadOf old: NoteID, in vault: CommandVault
  ) async -> ExitCode {
    await vault.recorder?.countUnrecordedChange()
    await vault.reindex([old, made])
    ResultWriter(request, output).add(made.path)
    return .done
  }
}
