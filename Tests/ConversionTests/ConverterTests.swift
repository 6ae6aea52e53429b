import Entities
import FileStore
import Secrets
import Services
import Synchronization
import TestSupport
import Testing

@testable import Conversion
@testable import Vault

@Suite("Encrypting and decrypting for a screen")
struct ConverterTests {
  private let bench = Bench.small()
  private let state = TemporaryFolder()

  private var converter: VaultConverter {
    let conversion = bench.conversion
    let vaults = LockedVaults(
      folders: FolderVaults(
        stateFolder: state.bytes, home: state.bytes, welcome: [WelcomeNote(name: "W.md", bytes: [])]
      ),
      keyring: Keyring(), stateFolder: state.bytes, clock: StillClock(), workFactor: 1)
    return VaultConverter(vaults: vaults) { _ in conversion }
  }

  private func typed(_ text: String) -> TypedSecret {
    let secret = TypedSecret()
    secret.append(Array(text.utf8))
    return secret
  }

  private func end(
    _ goal: ConvertingGoal, _ key: ConvertingKey, steps: Int = .max
  ) async -> ConvertingEvent? {
    let asked = Mutex(0)
    var last: ConvertingEvent?
    let events = converter.run(bench.id, goal, key) {
      asked.withLock { asked in
        asked += 1
        return asked <= steps
      }
    }
    for await event in events { last = event }
    return last
  }

  private func encryptAll() async throws {
    let keys = try await converter.makeKeys(of: bench.id, passphrase: typed("horse"))
    guard case .done = await end(.encrypted, .made(keys)) else {
      Issue.record("it was not encrypted")
      return
    }
  }

  @Test("Encrypting and decrypting restores every byte, and the recovery key decrypts too")
  func thereAndBack() async throws {
    let before = bench.tree
    let outlook = await converter.outlook(on: bench.id, .encrypted)
    #expect(outlook.asks == .newPassphrase)
    #expect(outlook.remarks.first?.hasPrefix("All 3 files of it, ") == true)
    let keys = try await converter.makeKeys(of: bench.id, passphrase: typed("horse"))
    #expect(bench.tree == before)
    let done = await end(.encrypted, .made(keys))
    guard case .done(let lines)? = done else {
      Issue.record("\(String(describing: done))")
      return
    }
    #expect(lines.first == "The vault is encrypted: 3 files.")
    #expect(lines.contains { $0.contains(".obsidian") })
    #expect(await converter.outlook(on: bench.id, .plain).asks == .passphrase)
    let back = await end(.plain, .proof(.recoveryKey(keys.recoveryKey)))
    #expect(back == .done(["The vault is decrypted: its notes are plain files."]))
    #expect(Set(bench.tree.keys) == Set(before.keys))
  }

  @Test("A wrong passphrase touches nothing and is counted")
  func wrong() async throws {
    try await encryptAll()
    let sealed = bench.tree
    #expect(await end(.plain, .proof(.passphrase(typed("cow")))) == .refused(.wrongPassphrase))
    #expect(
      await end(.plain, .proof(.passphrase(typed("horse")))) == .refused(.tooSoon(seconds: 1)))
    #expect(bench.tree == sealed)
  }

  @Test("Stopping while files are copied leaves the vault as it was", arguments: [0, 1, 3])
  func stopped(steps: Int) async throws {
    let before = bench.tree
    let keys = try await converter.makeKeys(of: bench.id, passphrase: typed("horse"))
    let end = await end(.encrypted, .made(keys), steps: steps)
    #expect(
      end
        == .failed(["Stopped.", "The partial result was removed; the vault is unchanged."]))
    #expect(bench.tree == before)
    #expect(await converter.outlook(on: bench.id, .encrypted).asks == .newPassphrase)
  }

  @Test(
    "Stopped while old files are removed, a conversion says so, asks the passphrase and resumes")
  func goesOn() async throws {
    let before = bench.tree
    let keys = try await converter.makeKeys(of: bench.id, passphrase: typed("horse"))
    var steps = 3
    while case .failed(let lines)? = await end(.encrypted, .made(keys), steps: steps) {
      if try bench.conversion.state() == .plain {
        steps += 1
        continue
      }
      #expect(lines.count == 2 && lines[1].hasPrefix("The vault does not open now: "))
      break
    }
    let outlook = await converter.outlook(on: bench.id, .encrypted)
    #expect(
      outlook
        == .init(asks: .passphrase, remarks: ["Encrypting it was begun before, and continues."])
    )
    guard case .done? = await end(.encrypted, .proof(.passphrase(typed("horse")))) else {
      Issue.record("it did not go on")
      return
    }
    #expect(try bench.conversion.state() == .encrypted)
    _ = await end(.plain, .proof(.passphrase(typed("horse"))))
    #expect(Set(bench.tree.keys) == Set(before.keys))
  }

  @Test("Obstacles are listed line by line, and nothing is offered to resume")
  func refused() async throws {
    bench.vault.write("aaaaaaaaaaaaaaaaaaaaaaaaaa.age", "x")
    let outlook = await converter.outlook(on: bench.id, .encrypted)
    #expect(outlook.asks == .nothing)
    #expect(outlook.remarks.count == 2)
    #expect(outlook.remarks.last?.hasPrefix("aaaaaaaaaaaaaaaaaaaaaaaaaa.age: ") == true)
    #expect(await converter.outlook(on: bench.id, .plain).asks == .nothing)
  }
}
