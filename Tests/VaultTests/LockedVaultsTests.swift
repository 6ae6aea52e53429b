import Entities
import Files
import Glibc
import Secrets
import Services
import TestSupport
import Testing

@testable import Vault

@Suite("Encrypted vaults among a person's vaults")
struct LockedVaultsTests {
  let folder = TemporaryFolder()
  let clock = StillClock()
  let keyring = Keyring()
  let vaults: LockedVaults

  init() {
    vaults = Self.vaults(folder, keyring, clock)
  }

  private static func vaults(
    _ folder: TemporaryFolder, _ keyring: Keyring, _ clock: StillClock
  ) -> LockedVaults {
    LockedVaults(
      folders: PlainFolders(folder), keyring: keyring,
      stateFolder: Array(folder.path("state").utf8),
      clock: clock, workFactor: 1)
  }

  private func make(_ name: String = "work", _ word: String = "open") async throws -> VaultID {
    let prepared = try await vaults.prepareLocked(
      at: folder.path(name), passphrase: typed(word))
    let made = try await prepared.finish()
    vaults.lock(made.id, keeping: [])
    return made.id
  }

  private func typed(_ text: String) -> TypedSecret {
    let secret = TypedSecret()
    secret.append(Array(text.utf8))
    return secret
  }

  private func outcome(of id: VaultID, _ word: String) async -> VaultError? {
    do throws(VaultError) {
      _ = try await vaults.open(id, proof: .passphrase(typed(word)))
      return nil
    } catch {
      return error
    }
  }

  @Test("A new vault is on disk only once it is finished, and is then open")
  func making() async throws {
    let prepared = try await vaults.prepareLocked(
      at: folder.path("new"), passphrase: typed("open"))
    #expect(!folder.exists("new"))
    let made = try await prepared.finish()
    #expect(vaults.isLocked(made.id))
    #expect(keyring.identity(of: made.id) != nil)
    #expect(folder.names(in: "new") == [".notes-tui"])
    #expect(await vaults.known().map(\.isLocked) == [true])
  }

  @Test("A folder that is not empty does not become an encrypted vault")
  func notEmpty() async throws {
    folder.write("full/note.md", "text")
    await #expect(throws: VaultError.notEmpty(folder.path("full"))) {
      try await vaults.prepareLocked(at: folder.path("full"), passphrase: typed("open"))
    }
    #expect(folder.names(in: "full") == ["note.md"])
  }

  @Test("The right passphrase opens the vault, and nothing more is asked until it is locked again")
  func opening() async throws {
    let id = try await make()
    #expect(await outcome(of: id, "open") == nil)
    let recipient = keyring.identity(of: id)?.recipient
    #expect(recipient != nil)
    _ = try await vaults.open(id, proof: .none)
    vaults.lock(id, keeping: [])
    #expect(keyring.identity(of: id) == nil)
    await #expect(throws: VaultError.locked(id.path.text)) {
      try await vaults.open(id, proof: .none)
    }
  }

  @Test("Z2 wrong passphrases are reported, and each lengthens the next wait, up to a minute")
  func delays() async throws {
    let id = try await make()
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
      #expect(await vaults.wait(before: id) == .zero)
      #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
      #expect(await vaults.wait(before: id) == .seconds(seconds))
      #expect(await outcome(of: id, "open") == .tooSoon(seconds: seconds))
      clock.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(await outcome(of: id, "open") == .tooSoon(seconds: 1))
      clock.advance(by: .milliseconds(1))
    }
    #expect(keyring.identity(of: id) == nil)
    #expect(await outcome(of: id, "open") == nil)
    #expect(await vaults.wait(before: id) == .zero)
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    #expect(await vaults.wait(before: id) == .seconds(1))
  }

  @Test("Only the right passphrase resets the count of wrong ones; a damaged key file does not")
  func otherErrors() async throws {
    let id = try await make()
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    clock.advance(by: .seconds(1))
    let file = "work/\(VaultLock.passphraseFile)"
    let key = try #require(folder.read(file))
    folder.write(file, "no key")
    let damaged = await outcome(of: id, "open")
    #expect(damaged != nil && damaged != .wrongPassphrase)
    // This does not count as a try and lengthens no wait.
    #expect(await vaults.wait(before: id) == .zero)
    folder.write(file, key)
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    #expect(await vaults.wait(before: id) == .seconds(2))
  }

  @Test("Only one of several simultaneous wrong passphrases is checked, and the rest wait")
  func together() async throws {
    let id = try await make()
    let programs = (0..<4).map { _ in Self.vaults(folder, Keyring(), clock) }
    let found = await withTaskGroup(of: VaultError?.self) { group in
      for program in programs {
        group.addTask { [typed = typed("wrong")] in
          do throws(VaultError) {
            _ = try await program.open(id, proof: .passphrase(typed))
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.filter { $0 == .wrongPassphrase }.count == 1)
    #expect(found.filter { $0 == .tooSoon(seconds: 1) }.count == 3)
  }

  @Test("Right passphrases entered at the same time all open the vault")
  func rightTogether() async throws {
    let id = try await make()
    let programs = (0..<4).map { _ in Self.vaults(folder, Keyring(), clock) }
    let opened = await withTaskGroup(of: Bool.self) { group in
      for program in programs {
        group.addTask { [typed = typed("open")] in
          (try? await program.identity(of: id, .passphrase(typed))) != nil
        }
      }
      return await group.reduce(into: 0) { if $1 { $0 += 1 } }
    }
    #expect(opened == 4)
  }

  @Test("A restart does not shorten the wait, and another vault has its own wait")
  func restart() async throws {
    let (id, other) = (try await make(), try await make("other"))
    for seconds in [1, 2] {
      #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
      clock.advance(by: .seconds(seconds))
    }
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    let restarted = Self.vaults(folder, Keyring(), clock)
    #expect(await restarted.wait(before: id) == .seconds(4))
    #expect(await restarted.wait(before: other) == .zero)
    #expect(folder.mode("state/tries") == 0o700)
  }

  @Test("A clock that is set back makes no wait longer than the pause")
  func clockPutBack() async throws {
    let id = try await make()
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    clock.advance(by: .seconds(-86_400))
    #expect(await vaults.wait(before: id) == .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(await vaults.wait(before: id) == .zero)
  }

  @Test(
    "The vault opens, whatever the file of tries contains",
    arguments: ["", "x", "1", "1 2 3", "-1 5", "5 -1", "9999999999999999999 1", "\u{0}"])
  func hostileTries(text: String) async throws {
    let id = try await make()
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    let name = try #require(folder.names(in: "state/tries").first)
    folder.write("state/tries/\(name)", text)
    let restarted = Self.vaults(folder, keyring, clock)
    _ = try await restarted.open(id, proof: .passphrase(typed("open")))
  }

  @Test(
    "A wrong try is counted whatever the file contains, and across restarts",
    arguments: ["", "3 1", String(repeating: "7", count: 200)])
  func countingOver(text: String) async throws {
    let id = try await make()
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    let name = try #require(folder.names(in: "state/tries").first)
    folder.write("state/tries/\(name)", text)
    let restarted = Self.vaults(folder, keyring, clock)
    await #expect(throws: VaultError.wrongPassphrase) {
      try await restarted.open(id, proof: .passphrase(typed("wrong")))
    }
    let again = Self.vaults(folder, keyring, clock)
    #expect(await again.wait(before: id) == (text == "3 1" ? .seconds(8) : .seconds(1)))
  }

  @Test("The right passphrase clears the file of tries, whatever was tried")
  func forgetting() async throws {
    let id = try await make()
    for seconds in [1, 2, 4] {
      #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
      clock.advance(by: .seconds(seconds))
    }
    #expect(await outcome(of: id, "open") == nil)
    let restarted = Self.vaults(folder, keyring, clock)
    #expect(await restarted.wait(before: id) == .zero)
    await #expect(throws: VaultError.wrongPassphrase) {
      try await restarted.open(id, proof: .passphrase(typed("wrong")))
    }
    let again = Self.vaults(folder, keyring, clock)
    #expect(await again.wait(before: id) == .seconds(1))
  }

  @Test("The recovery key opens at once, whatever was tried, and sets a new passphrase")
  func recovering() async throws {
    let prepared = try await vaults.prepareLocked(
      at: folder.path("work"), passphrase: typed("open"))
    let key = prepared.recoveryKey
    let id = try await prepared.finish().id
    vaults.lock(id, keeping: [])
    #expect(await outcome(of: id, "wrong") == .wrongPassphrase)
    _ = try await vaults.open(id, proof: .recoveryKey(key))
    #expect(keyring.identity(of: id) != nil)
    try await vaults.changePassphrase(of: id, to: typed("new"), proof: .recoveryKey(key))
    vaults.lock(id, keeping: [])
    clock.advance(by: .seconds(1))
    #expect(await outcome(of: id, "open") == .wrongPassphrase)
    clock.advance(by: .seconds(60))
    #expect(await outcome(of: id, "new") == nil)
    await #expect(throws: VaultError.lock(VaultLockError.noRecoveryKey.message)) {
      try await vaults.open(id, proof: .recoveryKey(typed("nonsense")))
    }
  }

  @Test("Changing the passphrase asks for the old one, and a wrong one delays as at login")
  func changing() async throws {
    let id = try await make()
    await #expect(throws: VaultError.wrongPassphrase) {
      try await vaults.changePassphrase(
        of: id, to: typed("new"), proof: .passphrase(typed("wrong")))
    }
    await #expect(throws: VaultError.tooSoon(seconds: 1)) {
      try await vaults.changePassphrase(
        of: id, to: typed("new"), proof: .passphrase(typed("open")))
    }
    clock.advance(by: .seconds(1))
    try await vaults.changePassphrase(
      of: id, to: typed("new"), proof: .passphrase(typed("open")))
    #expect(await outcome(of: id, "new") == nil)
    await #expect(throws: VaultError.locked(id.path.text)) {
      try await vaults.changePassphrase(of: id, to: typed("new"), proof: .none)
    }
  }

  @Test("The saved position is given back once, when the vault is open again")
  func places() async throws {
    let id = try await make()
    #expect(await outcome(of: id, "open") == nil)
    vaults.lock(id, keeping: Array("notes://editor/secret.md".utf8))
    #expect(vaults.takeSavedAddress(in: id) == nil)
    #expect(await outcome(of: id, "open") == nil)
    #expect(vaults.takeSavedAddress(in: id) == Array("notes://editor/secret.md".utf8))
    #expect(vaults.takeSavedAddress(in: id) == nil)
  }

  @Test("A cancelled opening leaves no key behind")
  func cancelled() async throws {
    let (id, vaults, proof) = (try await make(), vaults, VaultProof.passphrase(typed("open")))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try? await vaults.open(id, proof: proof)
    }
    #expect(await task.value == nil)
    #expect(keyring.identity(of: id) == nil)
  }

  @Test("Plain vaults open as before")
  func plain() async throws {
    folder.write("plain/note.md", "text")
    let id = VaultID(NotePath(folder.path("plain")))
    #expect(!vaults.isLocked(id))
    #expect(try await vaults.open(id, proof: .none).id == id)
    #expect(await vaults.known().map(\.isLocked) == [false])
  }
}

/// Folders in a temporary one.
private actor PlainFolders: VaultFolders {
  private let folder: TemporaryFolder
  private var opened: [VaultID] = []

  init(_ folder: TemporaryFolder) { self.folder = folder }

  func known() async -> [VaultSummary] {
    opened.map { VaultSummary(id: $0, name: $0.path.name.text) }
  }

  func open(_ id: VaultID) async throws(VaultError) -> VaultSummary {
    if !opened.contains(id) { opened.insert(id, at: 0) }
    return VaultSummary(id: id, name: id.path.name.text)
  }

  func make(at place: String) async throws(VaultError) -> VaultSummary {
    try await open(VaultID(NotePath(place)))
  }

  func isTaken(_ place: String) async -> Bool { true }

  func emptyFolder(at place: String, making: Bool) async throws(VaultError) -> VaultID {
    let name = String(place.dropFirst(folder.path.count + 1))
    guard folder.names(in: name).isEmpty else { throw .notEmpty(place) }
    if making { folder.makeFolder(name) }
    return VaultID(NotePath(place))
  }
}
