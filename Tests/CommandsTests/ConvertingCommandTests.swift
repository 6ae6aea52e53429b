import Commands
import Entities
import Services
import Synchronization
import TestSupport
import Testing
import Vault

@Suite("Encrypting and decrypting vaults by commands")
@MainActor
struct ConvertingCommandTests {
  private let scene = CommandScene()
  private let vault = TemporaryFolder()

  init() {
    vault.write("plan.md", "# Plan\n")
    vault.write("deep/b.md", "b\n")
    scene.vaultFolder = vault.path
  }

  private var names: [String] { vault.names().filter { !$0.hasPrefix(".") } }
  private var isPlain: Bool { names == ["deep", "plan.md"] && vault.text("plan.md") == "# Plan\n" }
  private var isEncrypted: Bool { names.count == 2 && names.allSatisfy { $0.hasSuffix(".age") } }

  private func encryptByDescriptor() async {
    scene.streams.descriptors = [3: "horse"]
    #expect(await scene.run("encrypt", "--passphrase-fd", "3") == .done, "\(scene.messages)")
  }

  @Test(
    "encrypt asks for a new passphrase twice and for the end of the written-down recovery key")
  func typed() async {
    scene.streams.typed = ["horse", "horse", "its end"]
    #expect(await scene.run("encrypt") == .done, "\(scene.messages)")
    #expect(isEncrypted)
    #expect(scene.streams.shown.count == 1)
    #expect(scene.streams.shown.allSatisfy { $0.hasPrefix("AGE-SECRET-KEY-1") })
    #expect(scene.results.isEmpty && !scene.messages.joined().contains("AGE-SECRET"))
    #expect(scene.messages.contains { $0.contains("recovered from the disk") })

    scene.streams.typed = ["horse"]
    #expect(await scene.run("decrypt") == .done, "\(scene.messages)")
    #expect(isPlain && scene.messages.isEmpty)
  }

  @Test("encrypt is cancelled after three wrong ends of the recovery key")
  func notWrittenDown() async {
    scene.streams.typed = ["horse", "horse", "a", "b", "its end wrong"]
    #expect(await scene.run("encrypt") == .cancelled)
    #expect(isPlain && !vault.exists(".notes-tui"))
  }

  @Test("With --passphrase-fd nothing is asked; the recovery key is printed and opens the vault")
  func descriptor() async {
    await encryptByDescriptor()
    #expect(isEncrypted && scene.streams.questions.isEmpty && scene.streams.shown.isEmpty)
    #expect(scene.lines.count == 1 && scene.results.hasPrefix("AGE-SECRET-KEY-1"))
    scene.streams.typed = [scene.lines[0].lowercased()]
    #expect(await scene.run("decrypt") == .done, "\(scene.messages)")
    #expect(isPlain)
  }

  @Test("A wrong passphrase or recovery key opens nothing")
  func wrong() async throws {
    await encryptByDescriptor()
    let other = try X25519Identity.make().text().withBytes { String(decoding: $0, as: UTF8.self) }
    for typed in ["hose", other] {
      scene.streams.typed = [typed]
      #expect(await scene.run("decrypt") == .locked)
      #expect(isEncrypted && scene.messages.count == 1)
    }
  }

  @Test("A wrong passphrase delays the next try, as at login")
  func counted() async {
    await encryptByDescriptor()
    scene.streams.typed = ["hose"]
    #expect(await scene.run("decrypt") == .locked)
    scene.streams.typed = ["horse"]
    #expect(await scene.run("decrypt") == .locked)
    #expect(scene.messages == ["notes-tui: Wait a second, then try again."])
    scene.clock.advance(by: .seconds(1))
    scene.streams.typed = ["horse"]
    #expect(await scene.run("decrypt") == .done, "\(scene.messages)")
    #expect(isPlain)
  }

  @Test("A command that does not fit the vault's state is refused, and the message names the state")
  func states() async {
    #expect(await scene.run("decrypt") == .failed)
    #expect(scene.messages == ["notes-tui: this vault is not encrypted."])
    #expect(await scene.run("passphrase") == .failed)
    await encryptByDescriptor()
    #expect(await scene.run("encrypt") == .failed)
    #expect(scene.messages == ["notes-tui: this vault is encrypted already."])
    for command in ["encrypt", "decrypt", "passphrase"] {
      #expect(await scene.run(command, "--read-only") == .usage)
    }
    #expect(isEncrypted)
  }

  @Test("Obstacles are listed before anything is asked")
  func refused() async {
    vault.link("away.md", to: "/etc/passwd")
    #expect(await scene.run("encrypt") == .failed)
    #expect(
      scene.messages == [
        "notes-tui: one thing is in the way, and nothing was touched:",
        "  away.md: this is a link, which cannot be encrypted. Move it elsewhere.",
      ])
    #expect(scene.streams.questions.isEmpty && !vault.exists(".notes-tui"))
  }

  @Test("Cancelling encrypt before files are removed restores the vault and clears the status line")
  func givenUp() async {
    let lines = Mutex<[String?]>([])
    scene.waiting = Waiting(
      isOver: { lines.withLock { $0.count > 1 } },
      show: { line in lines.withLock { $0.append(line) } })
    scene.streams.descriptors = [3: "horse"]
    #expect(await scene.run("encrypt", "--passphrase-fd", "3") == .cancelled)
    #expect(isPlain && !vault.exists(".notes-tui"))
    #expect(
      scene.messages.last == "  The partial result was removed; the vault is unchanged.")
    let shown = lines.withLock { $0 }
    #expect(
      shown.first == "copying and comparing: 0 of 2 files, 0 of 0 MB" && shown.last == .some(nil))
  }

  @Test("An encryption cancelled later says how to continue, and the same command continues it")
  func goesOn() async {
    let isRemoving = Mutex(false)
    scene.waiting = Waiting(
      isOver: { isRemoving.withLock { $0 } },
      show: { line in
        if line?.hasPrefix("removing") == true { isRemoving.withLock { $0 = true } }
      })
    scene.streams.descriptors = [3: "horse"]
    #expect(await scene.run("encrypt", "--passphrase-fd", "3") == .cancelled)
    #expect(
      scene.messages.last
        == "  The vault does not open now: its notes are being encrypted, and that was not finished. "
        + "Continue with “notes-tui encrypt”.")
    scene.waiting = Waiting()
    #expect(await scene.run("decrypt", "--passphrase-fd", "3") == .failed)
    #expect(await scene.run("encrypt", "--passphrase-fd", "3") == .done, "\(scene.messages)")
    #expect(isEncrypted && scene.results.isEmpty)
    #expect(scene.messages.first == "notes-tui: encrypting was begun before, and goes on.")
    #expect(scene.messages.last?.hasSuffix("notes-tui rekey --recovery-key") == true)
  }

  @Test(
    "If the recovery key cannot be printed, the vault is not changed (chaos 2 F4)")
  func printedFirst() async {
    scene.outputFails = "Broken pipe"
    scene.streams.descriptors = [3: "horse"]
    #expect(await scene.run("encrypt", "--passphrase-fd", "3") == .failed)
    #expect(isPlain && !vault.exists(".notes-tui"))
    #expect(scene.messages.contains { $0.contains("Broken pipe. Nothing was changed.") })
    scene.outputFails = nil
    await encryptByDescriptor()
    scene.outputFails = "Broken pipe"
    scene.streams.descriptors = [3: "horse\ncow\n"]
    #expect(await scene.run("rekey", "--passphrase-fd", "3") == .failed)
    #expect(!vault.exists(".notes-tui/both-keys.age"))
    scene.outputFails = nil
    scene.streams.descriptors = [3: "horse"]
    #expect(await scene.run("decrypt", "--passphrase-fd", "3") == .done)
  }

  @Test("A foreign conversion mark makes nothing plain, and encrypt removes it (security 2 N1)")
  func foreignMark() async {
    await encryptByDescriptor()
    let old = names
    for text in ["decrypting removing\n", "decrypting copying\n", "rekeying copying\n", ""] {
      vault.write(ConversionMark.path, text)
      scene.streams.typed = ["horse"]
      #expect(await scene.run("decrypt") == .failed)
      #expect(scene.messages.last?.contains("this computer did not begin that") == true)
      #expect(scene.messages.last?.contains("“notes-tui encrypt” asks for") == true)
      #expect(await scene.run("rekey") == .failed && names == old)
      #expect(await scene.run("encrypt") == .done, "\(scene.messages)")
      #expect(isEncrypted && names == old && !vault.exists(ConversionMark.path))
    }
    scene.streams.typed = ["horse"]
    #expect(await scene.run("decrypt") == .done && isPlain)
    vault.write(ConversionMark.path, "encrypting removing\n")
    #expect(await scene.run("decrypt") == .done, "\(scene.messages)")
    #expect(isPlain && !vault.exists(ConversionMark.path))
  }

  @Test("Plain files found with a foreign mark are encrypted and named in a message")
  func plainBeside() async {
    await encryptByDescriptor()
    vault.write(ConversionMark.path, "decrypting removing\n")
    vault.write("plan.md", "another text\n")
    scene.streams.typed = ["horse"]
    #expect(await scene.run("encrypt") == .done, "\(scene.messages)")
    #expect(scene.messages.contains("notes-tui: Plain files that are encrypted now: plan.md."))
    scene.streams.typed = ["horse"]
    #expect(await scene.run("decrypt") == .done)
    #expect(vault.text("plan.md") == "# Plan\n" && vault.text("plan 2.md") == "another text\n")
  }

  @Test("The old passphrase or the recovery key changes the passphrase, and no note is changed")
  func passphrase() async {
    await encryptByDescriptor()
    let key = scene.lines[0]
    scene.lockedVaults = LockedVaults(
      folders: NoFolders(), keyring: Keyring(), stateFolder: vault.bytes + Array("-tries".utf8),
      clock: scene.clock, workFactor: 1)
    let old = names
    scene.streams.typed = ["horse", "cow", "cow"]
    #expect(await scene.run("passphrase") == .done, "\(scene.messages)")
    scene.streams.descriptors = [3: "\(key)\npig\n"]
    #expect(await scene.run("passphrase", "--passphrase-fd", "3") == .done, "\(scene.messages)")
    #expect(names == old)
    scene.streams.typed = ["cow"]
    #expect(await scene.run("decrypt") == .locked)
    scene.clock.advance(by: .seconds(1))
    scene.streams.typed = ["pig"]
    #expect(await scene.run("decrypt") == .done)
    #expect(isPlain)
  }
}

/// A set of vault folders that is empty.
private struct NoFolders: VaultFolders {
  func known() async -> [VaultSummary] { [] }

  func open(_ id: VaultID) async throws(VaultError) -> VaultSummary {
    throw .missing(id.path.text)
  }

  func make(at place: String) async throws(VaultError) -> VaultSummary { throw .missing(place) }

  func isTaken(_ place: String) async -> Bool { true }

  func emptyFolder(at place: String, making: Bool) async throws(VaultError) -> VaultID {
    throw .missing(place)
  }
}
