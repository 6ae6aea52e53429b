import Conversion
import Entities
import Files
import Glibc
import Synchronization
import TestSupport
import Testing
import Vault

@Suite("Obstacles to encrypting or decrypting a vault")
struct RefusalTests {
  private func refusals(_ body: () async throws -> Void) async -> [String] {
    do {
      try await body()
      return []
    } catch ConversionError.refused(let reasons) {
      return reasons
    } catch {
      return ["\(error)"]
    }
  }

  @Test("All links, pipes and names of sealed notes are reported, and nothing is touched")
  func plain() async {
    let bench = Bench.filled()
    bench.vault.link("deep/link.md", to: "../a.md")
    bench.vault.link("away", to: "/")
    _ = mkfifo(bench.vault.path("pipe.md"), 0o600)
    bench.vault.write("\(String(repeating: "b", count: 25))a.age", "x")
    let old = bench.tree.filter { $0.key != Array("pipe.md".utf8) }
    #expect(
      await refusals { _ = try await bench.conversion.examine() } == [
        "away: this is a link, which cannot be encrypted. Move it elsewhere",
        "\(String(repeating: "b", count: 25))a.age: an encrypted note whose keys are not here. "
          + "Move it out of the vault, or bring the folder .notes-tui back from a copy",
        "deep/link.md: this is a link, which cannot be encrypted. Move it elsewhere",
        "pipe.md: this is a pipe, which cannot be encrypted. Move it elsewhere",
      ])
    #expect(bench.tree.filter { $0.key != Array("pipe.md".utf8) } == old)
  }

  @Test("A vault open in plain in a program is not encrypted, and nothing is asked or touched")
  func openElsewhere() async throws {
    let bench = Bench.filled()
    let old = bench.tree
    let key = try bench.newKey()
    let hold = FolderHold(bench.vault.bytes)
    #expect(!hold.isRefused)
    await #expect(throws: ConversionError.busy) { try await bench.conversion.examine() }
    await #expect(throws: ConversionError.busy) {
      try await bench.conversion.encrypt(key, watch: { _ in true })
    }
    #expect(bench.differences(from: old) == [])
    hold.release()
    try await bench.encrypt()
    #expect(bench.plainNames == [])
  }

  @Test("While a vault is encrypted no other program considers it writable")
  func heldAlone() async throws {
    let bench = Bench.filled()
    let (refused, root) = (Refused(), bench.vault.bytes)
    try await bench.encrypt { _ in
      if refused.isFirst { refused.note(FolderHold(root).isRefused) }
      return true
    }
    #expect(refused.answer == true)
    #expect(VaultLock.plainWriteRefusal(root) != nil)
  }

  @Test("A vault without its keys is neither plain nor encrypted, and says what to bring back")
  func keysGone() async throws {
    let bench = Bench.small()
    try await bench.encrypt()
    bench.vault.remove(VaultLock.passphraseFile)
    bench.vault.remove(VaultLock.recoveryFile)
    for direction in [ConversionMark.Direction.encrypting, .decrypting] {
      let found = await refusals { _ = try bench.conversion.step(direction) }
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0.hasSuffix("or bring the folder .notes-tui back from a copy") })
    }
  }

  @Test("Encrypting a plain vault names a file with an encrypted note's name and is not blocked")
  func sealedName() async throws {
    let bench = Bench.small()
    let name = "\(String(repeating: "b", count: 25))a.age"
    bench.vault.write(name, "x")
    bench.vault.write(VaultLock.recoveryFile, "garbage")
    #expect(try bench.conversion.state() == .plain)
    #expect(throws: ConversionError.wrongState(.plain)) {
      try bench.conversion.step(.decrypting)
    }
    #expect(try bench.conversion.step(.encrypting) == .begin)
    let found = await refusals { _ = try await bench.conversion.examine() }
    #expect(found.count == 1 && found[0].hasPrefix("\(name): an encrypted note whose keys are not"))
    #expect(found[0].contains("Move it out of the vault"))
    bench.vault.remove(name)
    try await bench.encrypt()
    try await bench.decrypt()
    #expect(bench.vault.text("a.md") == "# A\nsee [[b]]\n")
  }

  @Test("A file with another name outside the vault is refused, one with two names inside is not")
  func hardLinks() async throws {
    let (bench, other) = (Bench.small(), TemporaryFolder())
    #expect(link(bench.vault.path("a.md"), other.path("copy.md")) == 0)
    #expect(
      await refusals { _ = try await bench.conversion.examine() } == [
        "a.md: its file has another name too, under which it would stay in plain. Remove one of them"
      ])
    other.remove("copy.md")
    #expect(link(bench.vault.path("a.md"), bench.vault.path("again.md")) == 0)
    try await bench.encrypt()
    #expect(bench.plainNames == [])
  }

  @Test("The report mentions the vault's settings, which stay in plain text")
  func settings() async throws {
    let bench = Bench.small()
    bench.vault.write(".notes-tui/settings", "task-note = Secret plan\n")
    let warnings = try await bench.conversion.examine().warnings
    #expect(warnings.contains { $0.hasPrefix(".notes-tui/settings stays in plain") })
  }

  @Test("The report mentions history in .git and names that begin with a dot")
  func warnings() async throws {
    let bench = Bench.filled()
    bench.vault.write(".git/HEAD", "ref")
    let warnings = try await bench.conversion.examine().warnings
    #expect(warnings.count == 3)
    #expect(warnings[0].hasPrefix(".git holds the history of the notes in plain"))
    #expect(warnings[1].hasSuffix("dot: .obsidian."))
    #expect(warnings[2].contains("recovered from the disk"))
  }

  @Test("A plain file at a note's path, or a file at a folder's, stops decryption")
  func inTheWay() async throws {
    let bench = Bench.filled()
    try await bench.encrypt()
    bench.vault.write("a.md", "mine")
    bench.vault.write("deep", "a file")
    let identity = try bench.identity()
    let old = bench.tree
    #expect(
      await refusals { _ = try await bench.conversion.examine(opening: identity) } == [
        "deep: this is a file, and a folder belongs there",
        "a.md: it is there already. Move it elsewhere",
      ])
    #expect(bench.differences(from: old) == [])
  }

  @Test("A damaged or foreign note stops decryption before anything is touched")
  func damaged() async throws {
    let bench = Bench.filled()
    try await bench.encrypt()
    let identity = try bench.identity()
    let names = bench.vault.names().filter { $0.hasSuffix(".age") }
    var bytes = bench.vault.read(names[0]) ?? []
    bytes[bytes.count - 1] ^= 1
    bench.vault.write(names[0], bytes)
    bench.vault.write(names[1], "no age file")
    let found = await refusals { _ = try await bench.conversion.examine(opening: identity) }
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.hasPrefix(names[0]) || $0.hasPrefix(names[1]) })
  }

  @Test("A note that claims an invalid path is never written there")
  func misplaced() async throws {
    let bench = Bench.filled()
    try await bench.encrypt()
    let identity = try bench.identity()
    for (index, place) in ["../x.md", "/etc/x", "a/./b", ".ssh/x", "a//b"].enumerated() {
      let sealed = try Age.seal(
        bytes: Array("<!-- notes-tui: \(place) -->\ntext".utf8),
        to: [.key(identity.recipient)])
      bench.vault.write("\(String(repeating: "c", count: 24))\(index + 2)a.age", sealed)
    }
    #expect(await refusals { _ = try await bench.conversion.examine(opening: identity) }.count == 5)
  }
}

/// What the first question was answered with.
private final class Refused: Sendable {
  private let state = Mutex<Bool?>(nil)

  var answer: Bool? { state.withLock { $0 } }
  var isFirst: Bool { answer == nil }

  func note(_ answer: Bool) { state.withLock { $0 = answer } }
}
