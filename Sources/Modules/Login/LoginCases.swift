package import Entities
import Secrets
package import Services

/// The use cases for whole vaults beyond `Vaults`, shared by the login and the command line.
package struct LoginCases: Sendable {
  private let vaults: any Vaults

  package init(_ vaults: any Vaults) {
    self.vaults = vaults
  }

  /// Makes a plain vault and opens it. If the folder already is a locked vault, returns that vault
  /// and leaves it closed.
  package func make(at path: String) async throws(VaultError) -> VaultSummary {
    let made = try await vaults.make(at: path)
    return made.isLocked ? made : try await vaults.open(made.id, proof: .none)
  }
}

/// The end of a recovery key, which a person types to prove that the key was written down.
enum RecoveryKeyEnd {
  static let letters = 8

  static func isEnd(_ typed: TypedSecret, of key: TypedSecret) -> Bool {
    key.withBytes { key in
      typed.withBytes { typed in
        let letters = typed.filter { $0 > 0x20 }.map(large)
        return letters.count >= Self.letters && letters.count <= key.count
          && key.suffix(letters.count).elementsEqual(letters)
      }
    }
  }

  private static func large(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
  }
}
