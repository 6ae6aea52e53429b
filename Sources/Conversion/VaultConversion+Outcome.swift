package import Vault

/// A vault becomes encrypted or plain, from whatever was begun before: what the screen and the commands
/// await.
extension VaultConversion {
  package enum Outcome: Sendable {
    case encrypted(ConversionReport)
    case decrypted(ConversionReport)
    /// The notes say what is left of it.
    case encryptingTakenBack([String])
    case decryptingTakenBack
    /// Only the mark of a conversion had to go.
    case unmarked
  }

  package func encrypt(
    from step: Step, _ key: EncryptionKey, watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> Outcome {
    if step == .takeBack, case .begun(let identity) = key {
      try takeBackDecryption(with: identity, watch: watch)
      return .decryptingTakenBack
    }
    return .encrypted(try await encrypt(key, watch: watch))
  }

  package func needsKey(toDecryptFrom step: Step) -> Bool {
    step != .finish && (step != .takeBack || lock.isLocked)
  }

  package func decrypt(
    from step: Step, with identity: X25519Identity?, watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> Outcome {
    switch step {
    case .finish:
      _ = try finishWithoutKey()
      return .unmarked
    case .takeBack:
      return .encryptingTakenBack(try takeBackEncryption(with: identity, watch: watch))
    case .begin, .goOn, .close:
      guard let identity else { throw .lock(.wrongPassphrase) }
      if step == .begin { _ = try await examine(opening: identity) }
      return .decrypted(try await decrypt(with: identity, watch: watch))
    }
  }
}
