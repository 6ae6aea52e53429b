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
  func outlook(on vault: VaultID, _ goal: ConvertingGoal) async -> ConvertingOutlook

  /// Makes the keys of a plain vault that is to be encrypted. Nothing of them is on the disk before it
  /// is begun.
  func makeKeys(
    of vault: VaultID, passphrase: TypedSecret
  ) async throws(VaultError) -> any ConvertingKeys

  /// Begins, or goes on with what was begun, and tells how far it came; the last element is the end of
  /// it. Stops soon after `isWanted` says no: then all is as it was, or the next run goes on.
  func run(
    _ vault: VaultID, _ goal: ConvertingGoal, _ key: ConvertingKey,
    isWanted: @escaping @Sendable () -> Bool
  ) -> AsyncStream<ConvertingEvent>
}

package enum ConvertingGoal: Equatable, Sendable {
  case encrypted, plain
}

package struct ConvertingOutlook: Equatable, Sendable {
  package enum Asks: Equatable, Sendable {
    /// Twice, and then for the end of a recovery key.
    case newPassphrase
    case passphrase
    /// Only whether to do it.
    case consent
    /// It cannot be done.
    case nothing
  }

  package var asks: Asks
  /// Whole sentences, to be read before.
  package var remarks: [String]

  package init(asks: Asks, remarks: [String]) {
    self.asks = asks
    self.remarks = remarks
  }
}

/// The keys of a vault that is not encrypted with them yet.
package protocol ConvertingKeys: AnyObject, Sendable {
  /// Opens the vault where the passphrase is lost: to be shown once, and kept nowhere.
  var recoveryKey: TypedSecret { get }
}

/// With what a conversion is begun or gone on with.
package enum ConvertingKey: Sendable {
  case none
  case made(any ConvertingKeys)
  case proof(VaultProof)
}

package struct ConvertingProgress: Equatable, Sendable {
  package enum Step: Sendable {
    case copying, removing, keeping, takingBack
  }

  package var step: Step
  /// Files that are done, of so many.
  package var done: Int
  package var all: Int

  package init(step: Step, done: Int, all: Int) {
    self.step = step
    self.done = done
    self.all = all
  }
}

package enum ConvertingEvent: Equatable, Sendable {
  case progress(ConvertingProgress)
  /// The proof opens nothing; nothing was touched.
  case refused(VaultError)
  /// It is done: whole sentences about what was done and what was left.
  case done([String])
  /// It is not, or not to the end: why, and how the vault stands now.
  case failed([String])
}
