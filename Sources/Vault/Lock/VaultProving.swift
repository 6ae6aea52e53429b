package import Entities
package import Secrets
package import Services

/// Finds a vault's key for a passphrase or recovery key. This is the only way in: it counts wrong
/// passphrases and delays the next attempt. That slows a person at the keyboard; an attacker with a
/// copy of the vault guesses elsewhere, limited only by the cost of each guess.
package struct VaultProving: Sendable {
  private let tries: AttemptLog
  private let clock: any WallClock
  private let workFactor: Int
  /// The conversions that this computer began.
  let marks: ConversionMarks

  /// Records wrong attempts in `stateFolder`. `workFactor` is the cost of guessing new passphrases:
  /// a lower one is only for tests and scripts.
  package init(stateFolder: [UInt8], clock: any WallClock, workFactor: Int = 18) {
    tries = AttemptLog(stateFolder: stateFolder)
    marks = ConversionMarks(stateFolder: stateFolder)
    self.clock = clock
    self.workFactor = workFactor
  }

  func lock(of id: VaultID) -> VaultLock {
    VaultLock(root: id.path.bytes, workFactor: workFactor)
  }

  func wait(before id: VaultID) -> Duration { .milliseconds(tries.wait(before: id, now: now)) }

  /// A key of a vault: there are two during a change of keys.
  package enum Key: Sendable {
    case present, next
  }

  /// Returns the key of a vault, for the right proof. It is not stored.
  package func identity(
    of id: VaultID, _ proof: VaultProof, _ wanted: Key = .present
  ) async throws(VaultError) -> X25519Identity {
    // The typed secret is in memory from now on.
    Traces.forbidDumps()
    do throws(VaultError) {
      return try await tried(id, proof, wanted)
    } catch {
      // Someone may have put keys into a plain vault.
      guard error == .wrongPassphrase, VaultLock.isMostlyPlain(id.path.bytes) else { throw error }
      throw .lock(
        "\(error.message) The vault has more plain files than encrypted notes. \(VaultLock.otherKeys)."
      )
    }
  }

  private func tried(
    _ id: VaultID, _ proof: VaultProof, _ wanted: Key
  ) async throws(VaultError) -> X25519Identity {
    let lock = lock(of: id)
    switch proof {
    case .none: throw .locked(id.path.text)
    case .recoveryKey(let key):
      // A recovery key cannot be guessed, so there is no wait.
      return try await LockedVaults.working { () throws(VaultLockError) in
        let key = try Secret(copying: key)
        return switch wanted {
        case .present: try lock.open(recoveryKey: key)
        case .next: try lock.openNext(recoveryKey: key)
        }
      }
    case .passphrase(let passphrase):
      return try await tries.trying(
        id, now: { now }, isWrong: { $0 == .wrongPassphrase }, tooSoon: { .tooSoon(seconds: $0) }
      ) { () async throws(VaultError) in
        try await LockedVaults.working { () throws(VaultLockError) in
          let passphrase = try Secret(copying: passphrase)
          return switch wanted {
          case .present: try lock.open(passphrase: passphrase)
          case .next: try lock.openNext(passphrase: passphrase)
          }
        }
      }
    }
  }

  private var now: Int64 {
    clock.now.seconds * 1000 + Int64(clock.now.nanoseconds / 1_000_000)
  }
}
