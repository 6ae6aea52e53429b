import Entities
import Login
import Secrets
import Services
import Vault

/// Whole vaults: made, encrypted, decrypted, given other passphrases and keys.
@MainActor
struct VaultCommands {
  let context: CommandContext

  var output: CommandOutput { context.output }

  func makeVault(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    if request.has(.encrypted) { return try await makeEncryptedVault(request) }
    let place = AbsolutePath.of(try request.argument(at: 0), from: context.folder)
    let vault = try await asking { () async throws(VaultError) in
      try await LoginCases(context.vaults).make(at: place.text)
    }
    guard !vault.isLocked else {
      throw CommandFailure(
        "\(output.shown(vault.id.path.bytes)) is a locked vault already.", code: .locked)
    }
    return .done
  }

  private func makeEncryptedVault(
    _ request: CommandRequest
  ) async throws(CommandFailure) -> ExitCode {
    let place = AbsolutePath.of(try request.argument(at: 0), from: context.folder).text
    let keyring = AgeKeyring(request, context.streams)
    let passphrase = typed(try keyring.newPassphrase())
    let made = try await asking { () throws(VaultError) in
      try await context.vaults.prepareLocked(at: place, passphrase: passphrase)
    }
    try handOver(secret(made.recoveryKey), keyring)
    _ = try await asking { () throws(VaultError) in try await made.finish() }
    return .done
  }

  /// What the vaults refuse, as a command's failure.
  private func asking<Value>(
    _ body: () async throws(VaultError) -> Value
  ) async throws(CommandFailure) -> Value {
    do throws(VaultError) {
      return try await body()
    } catch {
      throw CommandFailure(error)
    }
  }

  private func secret(_ typed: TypedSecret) throws(CommandFailure) -> Secret {
    do throws(SecretError<Never>) {
      return try typed.withBytes { (bytes) throws(SecretError<Never>) in
        try Secret(capacity: bytes.count) { room in
          room.copyMemory(from: bytes)
          return bytes.count
        }
      }
    } catch {
      throw CommandFailure(AgeError.noMemory.message)
    }
  }

  /// For what changes the vault as a whole.
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
    try await asking { () throws(VaultError) in
      try await context.vaults.changePassphrase(of: vault, to: typed(new), proof: proof)
    }
    return .done
  }

  private func typed(_ secret: Secret) -> TypedSecret { secret.withBytes { TypedSecret($0) } }

  /// The recovery key is seen once. Whoever sits there must show that it was written down; whoever
  /// gives passphrases by a descriptor gets it as the result.
  func handOver(_ key: Secret, _ keyring: AgeKeyring) throws(CommandFailure) {
    if keyring.isGiven {
      key.withBytes { output.write($0) }
      output.write("\n")
      // Before the vault is changed: killed later, nothing prints it again.
      output.flush()
      guard let reason = output.failure else { return }
      throw CommandFailure("the recovery key could not be printed: \(reason). Nothing was changed.")
    }
    try context.streams.show(
      key,
      after: """

        This is the recovery key. It opens the vault if the passphrase is lost. It is shown once and
        kept nowhere: write it down, and put it where nobody else finds it.


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
  /// Whether it is the kind of key that is shown once, in whatever letters it was typed.
  var isRecoveryKey: Bool {
    withBytes { bytes in
      let start = Array("AGE-SECRET-KEY-1".utf8)
      return bytes.count >= start.count
        && zip(bytes, start).allSatisfy { Self.large($0) == $1 }
    }
  }

  /// Whether so many letters at its end were typed, large or small.
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
