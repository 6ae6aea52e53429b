package import Entities
package import Secrets

/// Encrypts or decrypts a whole vault, safely if interrupted at any point.
///
/// ```swift
/// let outlook = await converting.outlook(on: vault, .encrypted)   // touches nothing
/// let keys = try await converting.makeKeys(of: vault, passphrase: passphrase)
/// for await event in converting.run(vault, .encrypted, .made(keys), isWanted: { true }) { … }
/// ```
package protocol VaultConverting: Sendable {
  /// Returns what would be done, what it requires, and what is in the way. Changes nothing.
  func outlook(on vault: VaultID, _ goal: ConvertingGoal) async -> ConversionPreview

  /// Makes the keys for encrypting a plain vault. None is written to disk before the conversion
  /// begins.
  func makeKeys(
    of vault: VaultID, passphrase: TypedSecret
  ) async throws(VaultError) -> ConvertingKeys

  /// Starts or continues, and reports its progress; the last element is the outcome. Stops soon
  /// after `isWanted` returns false: then everything is as before, or the next run continues.
  func run(
    _ vault: VaultID, _ goal: ConvertingGoal, _ key: ConvertingKey,
    isWanted: @escaping @Sendable () -> Bool
  ) -> AsyncStream<ConvertingEvent>
}

/// The keys of a vault that is not encrypted yet.
package struct ConvertingKeys: Sendable {
  /// Opens the vault if the passphrase is lost: to be shown once and never stored.
  package let recoveryKey: TypedSecret
  /// The keys themselves, known only to their maker.
  package let made: any Sendable

  package init(recoveryKey: TypedSecret, made: any Sendable) {
    self.recoveryKey = recoveryKey
    self.made = made
  }
}

/// The key with which a conversion starts or continues.
package enum ConvertingKey: Sendable {
  case none
  case made(ConvertingKeys)
  case proof(VaultProof)
}

package struct ConversionProgress: Equatable, Sendable {
  package enum Step: Sendable {
    /// Old files are read; new ones are written, read back and compared.
    case copying
    /// Old files are removed.
    case removing
    /// Versions and unsaved texts are converted.
    case keeping
    /// Written files are removed again.
    case takingBack
  }

  package var step: Step
  /// Finished files, of `allFiles`.
  package var files = 0
  package var allFiles: Int
  package var bytes = 0
  package var allBytes: Int

  package var message: String {
    let files = "\(files) of \(allFiles) files"
    return switch step {
    case .copying: "Copying and comparing: \(files)"
    case .removing: "Removing the old ones: \(files)"
    case .keeping: "Versions and unsaved texts"
    case .takingBack: "Taking back: \(files)"
    }
  }

  package init(_ step: Step, files: Int = 0, allFiles: Int = 0, allBytes: Int = 0) {
    self.step = step
    self.files = files
    self.allFiles = allFiles
    self.allBytes = allBytes
  }
}

package enum ConvertingEvent: Equatable, Sendable {
  case progress(ConversionProgress)
  /// The proof is wrong; nothing was changed.
  case refused(VaultError)
  /// It succeeded: sentences about what was done and what was left.
  case done([String])
  /// It failed or did not finish: why, and the vault's state now.
  case failed([String])
}
