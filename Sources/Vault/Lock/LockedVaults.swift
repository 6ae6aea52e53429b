package import Entities
import Glibc
package import Secrets
package import Services
import Synchronization

/// A person's vaults, some of them encrypted: a passphrase or recovery key opens one, and its key
/// is in the keyring while it is open.
package final class LockedVaults: Vaults {
  let folders: any VaultFolders
  let keyring: Keyring
  let clock: any WallClock
  private let proving: VaultProving
  /// Where the person was when a vault was locked, encrypted with the vault's own key.
  private let paths = Mutex<[VaultID: [UInt8]]>([:])

  /// Records wrong attempts in `stateFolder`. `workFactor` is the cost of a guess: a lower one is
  /// only for tests and scripts.
  package init(
    folders: any VaultFolders, keyring: Keyring, stateFolder: [UInt8], clock: any WallClock,
    workFactor: Int = 18
  ) {
    self.folders = folders
    self.keyring = keyring
    self.clock = clock
    proving = VaultProving(stateFolder: stateFolder, clock: clock, workFactor: workFactor)
  }

  package func known() async -> [VaultSummary] {
    await folders.known().map { vault in
      var vault = vault
      if vault.obstacle == nil, let obstacle = obstacle(in: vault.id) {
        vault.obstacle =
          obstacle == VaultLock.lostKeys
          ? "its keys are gone" : "it is being encrypted or decrypted, or gets a new key"
      }
      vault.isLocked = vault.obstacle == nil && isLocked(vault.id)
      return vault
    }
  }

  package func open(
    _ id: VaultID, proof: VaultProof
  ) async throws(VaultError) -> VaultSummary {
    if let reason = obstacle(in: id) {
      throw .failed(id.path.text, reason: reason)
    }
    var isLocked = isLocked(id)
    if isLocked, proof != .none {
      let identity = try await identity(of: id, proof)
      // After a cancellation, no key may stay in memory.
      if Task.isCancelled { throw .locked(id.path.text) }
      keyring.keep(identity, of: id)
      // The typed passphrase passed through small blocks of memory.
      Traces.wipeSmallBlocks()
      isLocked = false
    }
    guard !isLocked || keyring.identity(of: id) != nil else { throw .locked(id.path.text) }
    return try await folders.open(id)
  }

  package func make(at path: String) async throws(VaultError) -> VaultSummary {
    var made = try await folders.make(at: path)
    made.isLocked = isLocked(made.id)
    return made
  }

  package func isTaken(_ path: String) async -> Bool { await folders.isTaken(path) }

  package func prepareLocked(
    at path: String, passphrase: TypedSecret
  ) async throws(VaultError) -> PreparedVault {
    Traces.forbidDumps()
    let id = try await folders.emptyFolder(at: path, making: false)
    let made = try await Self.working { () throws(VaultLockError) in
      try self.lock(of: id).prepare(passphrase: try Secret(copying: passphrase))
    }
    return PreparedVault(recoveryKey: made.recoveryKey.withBytes { TypedSecret($0) }) {
      () throws(VaultError) in
      let id = try await self.folders.emptyFolder(at: path, making: true)
      let lock = self.lock(of: id)
      try await Self.working { () throws(VaultLockError) in try lock.write(made) }
      self.keyring.keep(made.identity, of: id)
      return try await self.open(id, proof: .none)
    }
  }

  /// Makes keys for a plain vault that is to be encrypted. Nothing is on the disk until they are written.
  package func makeKeys(
    of id: VaultID, passphrase: TypedSecret
  ) async throws(VaultError) -> PreparedLock {
    Traces.forbidDumps()
    return try await Self.working { () throws(VaultLockError) in
      try self.lock(of: id).prepare(passphrase: try Secret(copying: passphrase))
    }
  }

  /// Returns the key of a vault for the right proof. Wrong ones are counted, as when opening. The
  /// key is not stored.
  package func identity(
    of id: VaultID, _ proof: VaultProof
  ) async throws(VaultError) -> X25519Identity {
    try await proving.identity(of: id, proof)
  }

  package func isLocked(_ id: VaultID) -> Bool {
    let isLocked = VaultLock.isLocked(id.path.bytes)
    // Its passphrase is typed next.
    if isLocked { Traces.forbidDumps() }
    return isLocked
  }

  package func wait(before id: VaultID) async -> Duration {
    proving.wait(before: id)
  }

  package func check(_ proof: VaultProof, of id: VaultID) async throws(VaultError) {
    _ = try await identity(of: id, proof)
  }

  package func changePassphrase(
    of id: VaultID, to passphrase: TypedSecret, proof: VaultProof
  ) async throws(VaultError) {
    let identity = try await identity(of: id, proof)
    try await Self.working { () throws(VaultLockError) in
      try self.lock(of: id).change(to: try Secret(copying: passphrase), identity: identity)
    }
  }

  package func lock(_ id: VaultID, keeping path: [UInt8]) {
    if !path.isEmpty, let identity = keyring.identity(of: id) {
      let sealed = try? Age.seal(bytes: path, to: [.key(identity.recipient)])
      paths.withLock { $0[id] = sealed }
    }
    keyring.drop(id)
    Traces.wipeSmallBlocks()
  }

  package func takeSavedAddress(in id: VaultID) -> [UInt8]? {
    guard let identity = keyring.identity(of: id),
      let sealed = paths.withLock({ $0.removeValue(forKey: id) })
    else { return nil }
    return try? Age.open(bytes: sealed, with: [.key(identity)])
  }

  private func obstacle(in id: VaultID) -> String? {
    VaultLock.obstacle(in: id.path.bytes, proving.marks)
  }

  func lock(of id: VaultID) -> VaultLock { proving.lock(of: id) }

  /// Runs the costly work for a passphrase off the caller's thread.
  @concurrent
  static func working<Value: Sendable>(
    _ body: @escaping @Sendable () throws(VaultLockError) -> Value
  ) async throws(VaultError) -> Value {
    do throws(VaultLockError) {
      return try body()
    } catch {
      throw error == .wrongPassphrase ? .wrongPassphrase : .lock(error.message)
    }
  }
}

extension Secret {
  /// Copies the typed secret, which stays unchanged.
  package convenience init(copying typed: TypedSecret) throws(VaultLockError) {
    do throws(AgeError) {
      try self.init(room: TypedSecret.limit) { room in
        typed.withBytes { bytes in
          room.copyMemory(from: bytes)
          return bytes.count
        }
      }
    } catch {
      throw .noMemory
    }
  }
}

/// The keys of the open vaults. A dropped key is wiped as soon as nothing uses it.
package final class Keyring: Sendable {
  private let identities = Mutex<[VaultID: X25519Identity]>([:])

  package init() {}

  package func keep(_ identity: X25519Identity, of vault: VaultID) {
    identities.withLock { $0[vault] = identity }
  }

  /// Returns the key; nil for a vault that is locked or not encrypted.
  package func identity(of vault: VaultID) -> X25519Identity? {
    identities.withLock { $0[vault] }
  }

  package func drop(_ vault: VaultID) {
    identities.withLock { $0[vault] = nil }
  }
}
