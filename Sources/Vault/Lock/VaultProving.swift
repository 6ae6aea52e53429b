package import Entities
import Files
package import Secrets
package import Services

/// Finds a vault's key for what a person gives as a proof. The one way in: wrong passphrases are counted
/// here, and the next one has to wait. That slows hands at a keyboard; an attacker with a copy of
/// the vault guesses elsewhere, where only what each guess costs is in the way.
package struct VaultProving: Sendable {
  private let tries: AttemptLog
  private let clock: any WallClock
  private let workFactor: Int
  /// Of the conversions that this computer began.
  let marks: ConversionMarks

  /// Remembers wrong tries in `stateFolder`. `workFactor` is what guessing at new passphrases shall cost:
  /// less than the usual is for tests and scripts alone.
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

  /// Which key of a vault: it has two while it gets another one.
  package enum Key: Sendable {
    case present, next
  }

  /// The key of a vault, for the right proof. It is stored nowhere.
  package func identity(
    of id: VaultID, _ proof: VaultProof, _ wanted: Key = .present
  ) async throws(VaultError) -> X25519Identity {
    // What was typed is in memory from now on.
    Traces.forbidDumps()
    do throws(VaultError) {
      return try await tried(id, proof, wanted)
    } catch {
      // Somebody may have put keys of theirs into a plain vault.
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
      // This one cannot be guessed: there is nothing to wait for.
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
