import Commands
import Services
import Synchronization
import TestSupport
import Testing
import Vault

@Suite("Changing the key of a vault by a command")
@MainActor
struct RekeyCommandTests {
  private let scene = CommandScene()
  private let vault = TemporaryFolder()

  init() {
    vault.write("plan.md", "# Plan\n")
    vault.write("deep/b.md", "b\n")
    scene.vaultFolder = vault.path
  }

  private func encrypt() async {
    scene.streams.descriptors = [3: "horse"]
    #expect(await scene.run("encrypt", "--passphrase-fd", "3") == .done, "\(scene.messages)")
  }

  /// Decrypts, after the delay that a wrong passphrase causes.
  private func decrypts(_ passphrase: String) async -> Bool {
    scene.clock.advance(by: .seconds(60))
    scene.streams.typed = [passphrase]
    return await scene.run("decrypt") == .done
  }

  @Test(
    "After rekey only the new passphrase and recovery key open the vault")
  func rekey() async {
    await encrypt()
    let oldKey = scene.lines[0]
    scene.streams.typed = ["horse", "cow", "cow", "its end"]
    #expect(await scene.run("rekey") == .done, "\(scene.messages)")
    #expect(scene.streams.shown.count == 1 && scene.results.isEmpty)
    #expect(scene.messages.contains { $0.contains("open with the old passphrase") })
    scene.streams.descriptors = [3: "cow\npig\n"]
    #expect(await scene.run("rekey", "--passphrase-fd", "3") == .done, "\(scene.messages)")
    let key = scene.lines[0]
    #expect(key.hasPrefix("AGE-SECRET-KEY-1") && key != oldKey)
    for old in ["horse", "cow", oldKey] { #expect(await !decrypts(old)) }
    #expect(await decrypts(key.lowercased()))
    #expect(vault.text("plan.md") == "# Plan\n" && vault.text("deep/b.md") == "b\n")
  }

  @Test("rekey --recovery-key replaces the recovery key, and the passphrase stays valid")
  func recoveryKey() async {
    await encrypt()
    let oldKey = scene.lines[0]
    scene.streams.descriptors = [3: "horse"]
    #expect(await scene.run("rekey", "--recovery-key", "--passphrase-fd", "3") == .done)
    let key = scene.lines[0]
    #expect(key != oldKey)
    #expect(await !decrypts(oldKey))
    scene.streams.descriptors = [3: "\(key)"]
    #expect(await scene.run("rekey", "--recovery-key", "--passphrase-fd", "3") == .done)
    #expect(await !decrypts(key))
    #expect(await decrypts("horse"))
  }

  @Test("A stopped rekey says how to continue and how to take it back, and both work")
  func stopped() async {
    await encrypt()
    for isTakenBack in [true, false] {
      let count = Mutex(0)
      scene.waiting = Waiting(
        isOver: { count.withLock { $0 > 1 } },
        show: { line in if line != nil { count.withLock { $0 += 1 } } })
      scene.streams.descriptors = [3: "horse\ncow\n"]
      #expect(await scene.run("rekey", "--passphrase-fd", "3") == .cancelled)
      #expect(
        scene.messages.last
          == "  The vault does not open now: its notes are being closed with a new key, and that was "
          + "not finished. Continue with “notes-tui rekey”, or take it back with “notes-tui rekey "
          + "--take-back”.")
      scene.waiting = Waiting()
      #expect(await scene.run("encrypt") == .failed)
      if isTakenBack {
        scene.streams.typed = ["cow"]
        #expect(await scene.run("rekey", "--take-back") == .locked)
        scene.clock.advance(by: .seconds(1))
        scene.streams.typed = ["horse"]
        #expect(await scene.run("rekey", "--take-back") == .done, "\(scene.messages)")
      } else {
        scene.streams.typed = ["cow"]
        #expect(await scene.run("rekey") == .done, "\(scene.messages)")
        #expect(await decrypts("cow"))
      }
    }
    #expect(vault.text("plan.md") == "# Plan\n")
  }

  @Test("If taking back is too late, a message says so and how to continue (chaos 2 L4)")
  func tooLate() async throws {
    await encrypt()
    let count = Mutex(0)
    scene.waiting = Waiting(
      isOver: { count.withLock { $0 > 1 } },
      show: { line in if line != nil { count.withLock { $0 += 1 } } })
    scene.streams.descriptors = [3: "horse\ncow\n"]
    #expect(await scene.run("rekey", "--passphrase-fd", "3") == .cancelled)
    scene.waiting = Waiting()
    // The state after a run that was killed later.
    let marks = ConversionMarks(stateFolder: vault.bytes + Array("-state".utf8))
    try marks.write(.init(.rekeying, .removing), in: vault.bytes)
    #expect(await scene.run("rekey", "--take-back") == .failed)
    #expect(
      scene.messages == [
        "notes-tui: the new key cannot be taken back any more: all notes are closed with it. Go on with "
          + "“notes-tui rekey”. The vault opens with the new passphrase then."
      ])
    scene.streams.typed = ["cow"]
    #expect(await scene.run("rekey") == .done, "\(scene.messages)")
    #expect(scene.messages.last?.hasSuffix("notes-tui rekey --recovery-key") == true)
    #expect(await decrypts("cow"))
  }

  @Test("rekey reports a vault without a key, and other states that do not fit")
  func states() async {
    #expect(await scene.run("rekey") == .failed)
    #expect(scene.messages == ["notes-tui: this vault is not encrypted, and has no key."])
    await encrypt()
    #expect(await scene.run("rekey", "--read-only") == .usage)
    #expect(await scene.run("rekey", "--take-back") == .failed)
    #expect(await scene.run("rekey", "--take-back", "--recovery-key") == .usage)
    scene.streams.typed = ["hose"]
    #expect(await scene.run("rekey") == .locked)
  }
}
