import Conversion
import Entities
import Vault

/// Whole vaults, there and back.
struct ConversionOperations {
  var vault: [UInt8]
  var state: [UInt8]

  /// False where there is no such operation.
  func run(_ operation: String) async throws -> Bool {
    let conversion = VaultConversion(
      of: VaultID(NotePath(bytes: vault)), clock: ProbeClock(),
      keeping: StateKeeping(stateFolder: state, cacheFolder: state, clock: ProbeClock()),
      workFactor: 1)
    switch operation {
    case "encrypt":
      let lock = try conversion.lock.prepare(passphrase: try passphrase())
      arm()
      _ = try await conversion.encrypt(.new(lock), watch: { _ in true })
    case "decrypt":
      let lock = try conversion.lock.prepare(passphrase: try passphrase())
      _ = try await conversion.encrypt(.new(lock), watch: { _ in true })
      arm()
      _ = try await conversion.decrypt(with: lock.identity, watch: { _ in true })
    case "cancel":
      let lock = try conversion.lock.prepare(passphrase: try passphrase())
      arm()
      do {
        // Given up once the last file was copied.
        _ = try await conversion.encrypt(
          .new(lock), watch: { $0.step != .copying || $0.files < $0.allFiles || $0.files == 0 })
      } catch ConversionError.cancelled {
        return true
      }
    default: return false
    }
    return true
  }

  private func passphrase() throws -> Secret {
    var bytes = Array("horse".utf8)
    return try Secret(taking: &bytes)
  }
}
