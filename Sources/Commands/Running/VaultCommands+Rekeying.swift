import Conversion
import Entities
import Vault

extension VaultCommands {
  func checkRekeying(_ request: CommandRequest) throws(CommandFailure) {
    if request.has(.recoveryKey), request.has(.takeBack) {
      throw CommandFailure("--recovery-key and --take-back exclude each other.", code: .usage)
    }
    try checkMayChange(request)
  }

  func rekey(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let conversion = conversion()
    let keyring = AgeKeyring(request, context.streams)
    let state = try await converting { () async throws(ConversionError) in try conversion.state() }
    if state == .plain { throw CommandFailure("this vault is not encrypted, and has no key.") }
    if request.has(.recoveryKey) {
      guard state == .encrypted else { throw CommandFailure(state.explanation) }
      return try await makeRecoveryKey(conversion, keyring)
    }
    if request.has(.takeBack) { return try await takeBackRekeying(conversion, keyring) }
    switch try await converting({ () async throws(ConversionError) in
      try conversion.step(.rekeying)
    }) {
    case .finish:
      _ = try await converting { () async throws(ConversionError) in
        try conversion.finishRekeying()
      }
      return .done
    case .goOn:
      output.message("giving the vault a new key was begun before, and goes on.")
      let next = try await opened(conversion, keyring, .next)
      let code = try await finishRekeying(.begun(next), conversion)
      output.message(Self.mayLackRecoveryKey)
      return code
    case .begin, .takeBack, .close: return try await beginRekeying(conversion, keyring)
    }
  }

  private func beginRekeying(
    _ conversion: VaultConversion, _ keyring: AgeKeyring
  ) async throws(CommandFailure) -> ExitCode {
    let old = try await opened(conversion, keyring)
    _ = try await converting { () async throws(ConversionError) in
      try await conversion.examine(rekeying: old)
    }
    output.message("close other programs that have this vault open, on other machines too.")
    let lock = try locking { [passphrase = try keyring.newPassphrase()] () throws(VaultLockError) in
      try conversion.lock.prepare(passphrase: passphrase)
    }
    try handOver(lock.recoveryKey, keyring)
    return try await finishRekeying(.new(lock, after: old), conversion)
  }

  private func finishRekeying(
    _ key: RekeyingKey, _ conversion: VaultConversion
  ) async throws(CommandFailure) -> ExitCode {
    let report = try await watched(conversion) { (watch) throws(ConversionError) in
      try await conversion.rekey(key, watch: watch)
    }
    for note in report.notes { output.message(note) }
    output.message(
      "copies of the vault that were made before open with the old passphrase and recovery key still."
    )
    return .done
  }

  private func takeBackRekeying(
    _ conversion: VaultConversion, _ keyring: AgeKeyring
  ) async throws(CommandFailure) -> ExitCode {
    switch try await converting({ () async throws(ConversionError) in try conversion.state() }) {
    case .unfinished(.init(.rekeying, .copying)), .marked(.twoKeys(mayGoBack: true)): break
    case .unfinished(.init(.rekeying, .removing)):
      throw CommandFailure(
        "the new key cannot be taken back any more: all notes are closed with it. Go on with “notes-tui "
          + "rekey”. The vault opens with the new passphrase then.")
    case .plain, .encrypted: throw CommandFailure("there is nothing to take back.")
    case let state: throw CommandFailure(state.explanation)
    }
    let old = try await opened(conversion, keyring)
    try await watched(conversion) { (watch) async throws(ConversionError) in
      try await conversion.takeBackRekeying(with: old, watch: watch)
    }
    output.message("the new key was taken back: the vault has its old one.")
    return .done
  }

  private func makeRecoveryKey(
    _ conversion: VaultConversion, _ keyring: AgeKeyring
  ) async throws(CommandFailure) -> ExitCode {
    let identity = try await opened(conversion, keyring)
    let made = try locking { () throws(VaultLockError) in
      try conversion.lock.prepareRecovery(of: identity)
    }
    try handOver(made.key, keyring)
    try locking { () throws(VaultLockError) in try conversion.lock.place(made) }
    return .done
  }

  func locking<Value>(
    _ body: () throws(VaultLockError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(VaultLockError) {
      return try body()
    } catch {
      throw CommandFailure(error.message)
    }
  }
}
