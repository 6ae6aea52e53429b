package import Entities
package import Secrets

/// Turns a whole vault from plain into encrypted and back, wherever that is stopped.
///
/// ```swift
/// let outlook = await converting.outlook(on: vault, .encrypted)   // touches nothing
/// let keys = try await converting.makeKeys(of: vault, passphrase: passphrase)
/// for await event in converting.run(vault, .encrypted, .made(keys), isWanted: { true }) { … }
/// ```
package protocol VaultConverting: Sendable {
  /// What would be done, what is wanted for it, and what is in the way. Touches nothing.
  func outlook(on vault: VaultID, _ goal: ConvertingGoal) async -> ConversionPreview

  /// Makes the keys of a plain vault that is to be encrypted. Nothing of them is on the disk before it
  /// is begun.
  func makeKeys(
    of vault: VaultID, passphrase: TypedSecret
  ) async throws(VaultError) -> ConvertingKeys

  /// Begins, or continues, and reports its progress; the last element is the end of
  /// it. Stops soon after `isWanted` says no: then all is as it was, or the next run continues.
  func run(
    _ vault: VaultID, _ goal: ConvertingGoal, _ key: ConvertingKey,
    isWanted: @escaping @Sendable () -> Bool
  ) -> AsyncStream<ConvertingEvent>
}

/// The keys of a vault that is not encrypted with them yet.
package struct ConvertingKeys: Sendable {
  /// Opens the vault where the passphrase is lost: to be shown once, and stored nowhere.
  package let recoveryKey: TypedSecret
  /// What is made of them: the matter of who made them.
  package let made: any Sendable

  package init(recoveryKey: TypedSecret, made: any Sendable) {
    self.recoveryKey = recoveryKey
    self.made = made
  }
}

/// With what a conversion is begun or gone on with.
package enum ConvertingKey: Sendable {
  case none
  case made(ConvertingKeys)
  case proof(VaultProof)
}

/// How far a conversion is, for a person who waits.
package struct ConversionProgress: Equatable, Sendable {
  package enum Step: Sendable {
    /// Old files are read, new ones written, read back and compared.
    case copying
    /// Old files are removed.
    case removing
    /// Versions and unsaved texts go over.
    case keeping
    /// What was written is taken away again.
    case takingBack
  }

  package var step: Step
  /// Files that are done, of `total`.
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
  /// The proof opens nothing; nothing was touched.
  case refused(VaultError)
  /// It is done: whole sentences about what was done and what was left.
  case done([String])
  /// It is not, or not to the end: why, and the vault's state now.
  case failed([String])
}
