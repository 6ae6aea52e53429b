import Conversion
import Entities
import Login
import Secrets
import Services
import Vault

/// Creates, encrypts and decrypts whole vaults, and changes their passphrases and keys.
struct VaultCommands: CommandPart {
  let context: CommandContext

  func makeVault(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    if request.has(.encrypted) { return try await makeEncryptedVault(request) }
    let folder = AbsolutePath.of(try request.argument(at: 0), from: context.folder)
    let vault = try await asking(await LoginCases(context.vaults).make(at: folder.text))
    guard !vault.isLocked else {
      throw CommandFailure(
        "\(output.shown(vault.id.path.bytes)) is a locked vault already.", code: .locked)
    }
    return .done
  }

  private func makeEncryptedVault(
    _ request: CommandRequest
  ) async throws(CommandFailure) -> ExitCode {
    let folder = AbsolutePath.of(try request.argument(at: 0), from: context.folder).text
    let keyring = AgeKeyring(request, context.streams)
    let passphrase = typed(try keyring.newPassphrase())
    let made = try await asking(
      await context.vaults.prepareLocked(at: folder, passphrase: passphrase))
    try handOver(secret(made.recoveryKey), keyring)
    _ = try await asking(await made.finish())
    return .done
  }

  private func asking<Value>(
    _ body: @autoclosure () async throws(VaultError) -> Value
  ) async throws(CommandFailure) -> Value {
    try await rethrow(try await body()) { (error: VaultError) in CommandFailure(error) }
  }

  private func secret(_ typed: TypedSecret) throws(CommandFailure) -> Secret {
    return try rethrow(
      typed.withBytes { (bytes) throws(SecretError<Never>) in
        try Secret(capacity: bytes.count) { room in
          room.copyMemory(from: bytes)
          return bytes.count
        }
      }
    ) { (error: SecretError<Never>) in CommandFailure(AgeError.noMemory.message) }
  }

  /// Refuses `--read-only` for commands that change the vault as a whole.
  func checkMayChange(_ request: CommandRequest) throws(CommandFailure) {
    if request.has(.readOnly) {
      throw CommandFailure("with --read-only nothing is changed in the vault.", code: .usage)
    }
  }

  func changePassphrase(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = VaultID(context.vaultFolder)
    guard context.vaults.isLocked(vault) else {
      throw CommandFailure("this vault is not encrypted, and has no passphrase.")
    }
    let keyring = AgeKeyring(request, context.streams)
    let old = try keyring.knownPassphrase("Passphrase or recovery key: ")
    let new = try keyring.newPassphrase()
    let proof: VaultProof =
      old.isRecoveryKey ? .recoveryKey(typed(old)) : .passphrase(typed(old))
    try await asking(await context.vaults.changePassphrase(of: vault, to: typed(new), proof: proof))
    return .done
  }

  private func typed(_ secret: Secret) -> TypedSecret { secret.withBytes { TypedSecret($0) } }

  /// Shows the recovery key once. A user must confirm having written it down; a script that passes
  /// passphrases through a descriptor gets the key as the result.
  func handOver(_ key: Secret, _ keyring: AgeKeyring) throws(CommandFailure) {
    if keyring.isGiven {
      key.withBytes { output.write($0) }
      output.write("\n")
      // Flushed before the vault is changed: after a crash, nothing could print the key again.
      output.flush()
      guard let reason = output.failure else { return }
      throw CommandFailure("the recovery key could not be printed: \(reason). Nothing was changed.")
    }
    try context.streams.show(
      key,
      after: """

        This is the recovery key. It opens the vault if the passphrase is lost. It is shown once and
        stored nowhere: write it down, and put it where no one else finds it.


        """,
      before: "\n\n")
    for _ in 0..<3 {
      let typed = try context.streams.askPassphrase(
        "Type its last 8 letters, so that it is known to be written down: ")
      if key.ends(with: typed, count: 8) { return }
      output.message("those are not its last 8 letters.")
    }
    throw CommandFailure("nothing was done.", code: .cancelled)
  }
}

extension Secret {
  /// Whether this looks like a recovery key, in any case.
  var isRecoveryKey: Bool {
    withBytes { bytes in
      let start = Array("AGE-SECRET-KEY-1".utf8)
      return bytes.count >= start.count
        && zip(bytes, start).allSatisfy { Self.large($0) == $1 }
    }
  }

  /// Whether the last `count` letters match, in any case.
  func ends(with typed: Secret, count: Int) -> Bool {
    withBytes { own in
      typed.withBytes { typed in
        typed.count == count
          && zip(own.suffix(count), typed).allSatisfy { Self.large($0) == Self.large($1) }
      }
    }
  }

  private static func large(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
  }
}

extension CommandFailure {
  init(_ error: VaultError) {
    switch error {
    case .wrongPassphrase, .locked, .tooSoon, .lock: self.init(error.message, code: .locked)
    default: self.init(error.message)
    }
  }
}

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
    let state = try await rethrow(conversion.state(), as: failure)
    if state == .plain { throw CommandFailure("this vault is not encrypted, and has no key.") }
    if request.has(.recoveryKey) {
      guard state == .encrypted else { throw CommandFailure(state.explanation) }
      return try await makeRecoveryKey(conversion, keyring)
    }
    if request.has(.takeBack) { return try await takeBackRekeying(conversion, keyring) }
    switch try await rethrow(conversion.step(.rekeying), as: failure) {
    case .finish:
      _ = try await rethrow(conversion.finishRekeying(), as: failure)
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
    _ = try await rethrow(await conversion.examine(rekeying: old), as: failure)
    output.message("close other programs that have this vault open, on other machines too.")
    let passphrase = try keyring.newPassphrase()
    let lock = try locking(conversion.lock.prepare(passphrase: passphrase))
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
    switch try await rethrow(conversion.state(), as: failure) {
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
    let made = try locking(conversion.lock.prepareRecovery(of: identity))
    try handOver(made.key, keyring)
    try locking(conversion.lock.write(made))
    return .done
  }

  func locking<Value>(
    _ body: @autoclosure () throws(VaultLockError) -> Value
  ) throws(CommandFailure) -> Value {
    try rethrow(try body()) { (error: VaultLockError) in CommandFailure(error.message) }
  }
}
