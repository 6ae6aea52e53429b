import Conversion
import Entities
import Secrets
import Services
import Vault

extension VaultCommands {
  func encrypt(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let conversion = conversion()
    let keyring = AgeKeyring(request, context.streams)
    let step = try await rethrow(conversion.step(.encrypting), as: failure)
    switch step {
    case .goOn: output.message("encrypting was begun before, and goes on.")
    case .close:
      output.message("what is plain in this vault is encrypted, and nothing is decrypted.")
    case .begin, .takeBack, .finish: break
    }
    let key: EncryptionKey =
      step == .begin
      ? .new(try await newLock(conversion, keyring)) : .begun(try await opened(conversion, keyring))
    write(
      try await watched(conversion) { (watch) async throws(ConversionError) in
        try await conversion.encrypt(from: step, key, watch: watch)
      })
    if step == .goOn { output.message(Self.mayLackRecoveryKey) }
    return .done
  }

  /// The key is shown before the first change, and the user may have missed it.
  static let mayLackRecoveryKey =
    "the recovery key was shown when this began. If you do not have it, make another one: notes-tui rekey "
    + "--recovery-key"

  private func newLock(
    _ conversion: VaultConversion, _ keyring: AgeKeyring
  ) async throws(CommandFailure) -> PreparedLock {
    let plan = try await rethrow(await conversion.examine(), as: failure)
    for warning in plan.warnings { output.message(warning) }
    output.message("close other programs that have this vault open.")
    let passphrase = try keyring.newPassphrase()
    let lock = try locking(conversion.lock.prepare(passphrase: passphrase))
    try handOver(lock.recoveryKey, keyring)
    return lock
  }

  func decrypt(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let conversion = conversion()
    let step = try await rethrow(conversion.step(.decrypting), as: failure)
    if step == .goOn || step == .close {
      output.message("decrypting was begun before, and goes on.")
    }
    let identity =
      conversion.needsKey(toDecryptFrom: step)
      ? try await opened(conversion, AgeKeyring(request, context.streams)) : nil
    write(
      try await watched(conversion) { (watch) async throws(ConversionError) in
        try await conversion.decrypt(from: step, with: identity, watch: watch)
      })
    return .done
  }

  private func write(_ outcome: VaultConversion.Outcome) {
    switch outcome {
    case .encrypted(let report), .decrypted(let report):
      for note in report.notes { output.message(note) }
    case .encryptingTakenBack(let notes):
      for note in notes { output.message(note) }
      output.message("encrypting was taken back: the vault is plain, as it was.")
    case .decryptingTakenBack:
      output.message("decrypting was taken back: the vault is encrypted, as it was.")
    case .unmarked:
      output.message("the mark of a conversion is taken away: the vault is plain.")
    }
  }

  // MARK: Shared parts

  func conversion() -> VaultConversion { context.conversion(context.vaultFolder) }

  /// Returns the vault's key, unlocked with the passphrase or the recovery key.
  func opened(
    _ conversion: VaultConversion, _ keyring: AgeKeyring, _ wanted: VaultProving.Key = .present
  ) async throws(CommandFailure) -> X25519Identity {
    let given = try keyring.knownPassphrase(
      wanted == .next ? "New passphrase or recovery key: " : "Passphrase or recovery key: ")
    let typed = given.withBytes { TypedSecret($0) }
    return try await rethrow(
      await context.proving.identity(
        of: conversion.vault, given.isRecoveryKey ? .recoveryKey(typed) : .passphrase(typed),
        wanted)
    ) { (error: VaultError) in CommandFailure(error) }
  }

  func failure(_ error: ConversionError) -> CommandFailure {
    var failure = CommandFailure(error.message)
    switch error {
    case .refused(let reasons):
      failure.details = reasons.prefix(50).map { "\($0)." }
      if reasons.count > 50 { failure.details.append("… and \(reasons.count - 50) more.") }
    case .cancelled: failure.code = .cancelled
    default: break
    }
    return failure
  }

  /// Runs an operation that the user watches and can cancel. A failure also reports the state of
  /// the vault.
  func watched<Value>(
    _ conversion: VaultConversion,
    _ body: (@escaping ConversionWatch) async throws(ConversionError) -> Value
  ) async throws(CommandFailure) -> Value {
    let waiting = context.waiting
    waiting.begin()
    do throws(ConversionError) {
      let report = try await body(ConversionLine.watch(waiting))
      waiting.show(nil)
      return report
    } catch {
      waiting.show(nil)
      var failure = failure(error)
      if case .unfinished(let mark)? = try? conversion.state() {
        failure.details.append("The vault does not open now: \(mark.explanation).")
      } else if error == .cancelled {
        failure.details.append("The partial result was removed; the vault is unchanged.")
      }
      throw failure
    }
  }
}

/// Formats the progress of a conversion on one line.
enum ConversionLine {
  static func watch(_ waiting: Waiting) -> ConversionWatch {
    { progress in
      waiting.show(text(progress))
      return !waiting.isOver()
    }
  }

  static func text(_ progress: ConversionProgress) -> String {
    let files = "\(progress.files) of \(progress.allFiles) files"
    return switch progress.step {
    case .copying:
      "copying and comparing: \(files), \(progress.bytes >> 20) of \(progress.allBytes >> 20) MB"
    case .removing: "removing the old ones: \(files)"
    case .keeping: "versions and unsaved texts"
    case .takingBack: "taking back: \(files)"
    }
  }
}
