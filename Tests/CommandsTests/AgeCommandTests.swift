import Commands
import Testing
import Vault

@Suite("Encrypting and decrypting files with age")
@MainActor
struct AgeCommandTests {
  private nonisolated static let key =
    "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
  private nonisolated static let recipient =
    "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
  private let scene = CommandScene()
  private let text = Array("Dear Bob\n".utf8)

  init() {
    scene.streams.files = ["letter": text, "key": Array("# mine\n\(Self.key)\n".utf8)]
  }

  @Test("A file encrypted for a key decrypts with that key, as bytes and as armored text")
  func keys() async {
    for options in [
      ["-r", Self.recipient], ["-i", "key"], ["--armor", "--recipient=\(Self.recipient)"],
    ] {
      #expect(await scene.run(["age", "encrypt"] + options + ["-o", "closed", "letter"]) == .done)
      #expect(scene.streams.files["closed"].map { Age.begins($0) } == true)
      #expect(await scene.run("age", "decrypt", "-i", "key", "-o", "opened", "closed") == .done)
      #expect(scene.streams.files["opened"] == text)
    }
    #expect(scene.streams.questions.isEmpty && scene.messages.isEmpty)
  }

  @Test("age without file names reads standard input and writes standard output")
  func pipes() async {
    scene.streams.standardInput = text
    #expect(await scene.run("age", "encrypt", "-i", "key") == .done)
    scene.streams.standardInput = scene.streams.standardOutput
    #expect(await scene.run("age", "decrypt", "-i", "key", "-o", "-", "-") == .done)
    #expect(scene.streams.standardOutput == text)
  }

  @Test("A new passphrase is asked for twice, an existing one once")
  func passphrase() async {
    scene.streams.typed = ["horse", "horse"]
    #expect(await scene.run("age", "encrypt", "--passphrase", "-o", "closed", "letter") == .done)
    scene.streams.typed = ["horse"]
    #expect(await scene.run("age", "decrypt", "-o", "opened", "closed") == .done)
    #expect(scene.streams.files["opened"] == text)
    #expect(scene.streams.questions == ["New passphrase: ", "Once more: ", "Passphrase: "])

    scene.streams.descriptors = [3: "horse", 4: "cow"]
    #expect(
      await scene.run("age", "decrypt", "--passphrase-fd", "3", "-o", "again", "closed") == .done)
    #expect(scene.streams.files["again"] == text)
    #expect(
      await scene.run("age", "decrypt", "--passphrase-fd", "4", "-o", "no", "closed") == .locked)
    #expect(scene.messages == ["notes-tui: closed: the passphrase is wrong."])
    #expect(scene.streams.files["no"] == nil)
  }

  @Test("Mismatched or empty passphrases encrypt nothing")
  func mistypedPassphrase() async {
    for typed in [["horse", "hose"], [""]] {
      scene.streams.typed = typed
      #expect(await scene.run("age", "encrypt", "--passphrase", "-o", "closed", "letter") == .usage)
      #expect(scene.streams.files["closed"] == nil)
    }
  }

  @Test("A key file can itself be encrypted; its passphrase is asked for")
  func closedKeys() async throws {
    var word = Array("horse".utf8)
    let passphrase = try Secret(taking: &word)
    scene.streams.files["closed key"] = try Age.seal(
      bytes: Array("\(Self.key)\n".utf8), to: [.passphrase(passphrase, workFactor: 1)])
    #expect(await scene.run("age", "encrypt", "-r", Self.recipient, "-o", "c", "letter") == .done)
    scene.streams.typed = ["horse"]
    #expect(await scene.run("age", "decrypt", "-i", "closed key", "-o", "opened", "c") == .done)
    #expect(scene.streams.files["opened"] == text)
    #expect(scene.streams.questions == ["Passphrase of closed key: "])
    scene.streams.typed = ["hose"]
    #expect(await scene.run("age", "decrypt", "-i", "closed key", "c") == .locked)
    #expect(scene.messages == ["notes-tui: closed key: the passphrase is wrong."])
  }

  @Test("On a terminal, bytes are refused and text shows its control characters")
  func terminal() async throws {
    scene.isTerminal = true
    #expect(await scene.run("age", "encrypt", "-r", Self.recipient, "letter") == .usage)
    let word = try X25519Recipient(Array(Self.recipient.utf8))
    scene.streams.files["c"] = try Age.seal(
      bytes: Array("one\u{1b}[2J\ntwo".utf8), to: [.key(word)])
    #expect(await scene.run("age", "decrypt", "-i", "key", "c") == .done)
    #expect(!scene.results.contains("\u{1b}") && scene.lines.count == 2)
    for bytes in [[0x61, 0], [0xff, 0xfe]] as [[UInt8]] {
      scene.streams.files["c"] = try Age.seal(bytes: bytes, to: [.key(word)])
      #expect(await scene.run("age", "decrypt", "-i", "key", "c") == .failed)
      #expect(scene.results.isEmpty)
    }
  }

  @Test("A damaged file does not decrypt, and the message names the damaged chunk")
  func damaged() async throws {
    let word = try X25519Recipient(Array(Self.recipient.utf8))
    var file = try Age.seal(bytes: text, to: [.key(word)])
    file[file.count - 1] ^= 1
    scene.streams.files["c"] = file
    #expect(await scene.run("age", "decrypt", "-i", "key", "-o", "opened", "c") == .failed)
    #expect(
      scene.messages == [
        "notes-tui: c: the text was damaged or changed (chunk 1 of 64 KB). Get the file again."
      ])
    #expect(scene.streams.files["opened"] == nil)
  }

  @Test(
    "Invalid arguments are refused, and no message repeats a secret",
    arguments: [
      (["encrypt", "letter"], ExitCode.usage), (["encrypt", "-r", "age1", "letter"], .usage),
      (["encrypt", "-r", key, "letter"], .usage),
      (["encrypt", "-r", recipient, "--passphrase", "letter"], .usage),
      (["encrypt", "-r", recipient, "--passphrase-fd", "3", "letter"], .usage),
      (["encrypt", "--passphrase-fd", "x", "letter"], .usage),
      (["encrypt", "--passphrase-fd", "-1", "letter"], .usage),
      (["encrypt", "-i", "letter", "letter"], .failed),
      (["encrypt", "-i", "no", "letter"], .notFound),
      (["encrypt", "-r", recipient, "no"], .notFound),
      (["encrypt", "-r", recipient, "-o", "/nowhere/x", "letter"], .failed),
      (["decrypt", "-r", recipient, "letter"], .usage),
      (["decrypt", "-i", "key", "letter"], .failed),
      (["decrypt", "letter"], .cancelled), (["decrypt", "a", "b"], .usage),
    ])
  func refused(words: [String], code: ExitCode) async {
    #expect(await scene.run(["age"] + words) == code, "\(scene.messages)")
    #expect(!scene.messages.isEmpty && !scene.messages.joined().contains(Self.key.suffix(20)))
    #expect(scene.streams.standardOutput.isEmpty)
  }

  @Test("A file encrypted for another key is reported as locked")
  func others() async throws {
    let other = try X25519Identity.make()
    scene.streams.files["c"] = try Age.seal(bytes: text, to: [.key(other.recipient)])
    #expect(await scene.run("age", "decrypt", "-i", "key", "c") == .locked)
    #expect(scene.messages == ["notes-tui: c: it is not for any of these keys."])
  }

  @Test("age alone is an incomplete command, and the error lists its subcommands")
  func family() async {
    #expect(throws: UsageError.incompleteCommand("age", nil)) {
      try Invocation(arguments: ["age"] as [String], folder: "/")
    }
  }
}
