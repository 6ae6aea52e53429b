package import Vault

extension VaultConversion {
  /// What there is to do where a vault is to be encrypted or decrypted.
  package enum Step: Equatable, Sendable {
    case begin
    /// It was begun before.
    case goOn
    /// The other way was begun and has removed nothing yet.
    case takeBack
    /// There is a mark that this computer did not make on an encrypted vault: what is plain in that is
    /// encrypted, once the passphrase has proved that the key is the vault's.
    case close
    /// All is done but for the mark of it, and there is no key any more to ask for.
    case finish
  }

  /// Looks how the vault stands; throws `.wrongState` where there is nothing to do.
  package func step(_ direction: ConversionMark.Direction) throws(ConversionError) -> Step {
    let state = try state()
    switch (direction, state) {
    case (.encrypting, .plain), (.encrypting, .marked(.plain)), (.decrypting, .encrypted):
      return .begin
    case (.encrypting, .marked(let folder)) where folder.isEncrypted: return .close
    case (.decrypting, .marked(.plain)): return .finish
    case (.rekeying, .marked(.twoKeys)): return .goOn
    case (.encrypting, .unfinished(.init(.encrypting, .copying))) where !lock.isLocked:
      // Nothing was written yet that the keys of then would open.
      return .begin
    case (.encrypting, .unfinished(let mark)) where mark.direction == .encrypting && lock.isLocked:
      return .goOn
    case (.encrypting, .unfinished(.init(.decrypting, .copying))),
      (.decrypting, .unfinished(.init(.encrypting, .copying))):
      return .takeBack
    case (.decrypting, .unfinished(.init(.decrypting, .removing))) where !lock.isLocked:
      return .finish
    case (.decrypting, .unfinished(let mark)) where mark.direction == .decrypting: return .goOn
    case (.rekeying, .encrypted): return .begin
    case (.rekeying, .unfinished(.init(.rekeying, .removing))) where lock.hasTakenNext:
      return .finish
    case (.rekeying, .unfinished(let mark)) where mark.direction == .rekeying: return .goOn
    default: throw .wrongState(state)
    }
  }
}
