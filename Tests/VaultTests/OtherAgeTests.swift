import TestSupport
import Testing

@testable import Vault

/// Files that Debian's `age` reads and writes.
@Suite(
  "Compatibility with another age", .enabled(if: OtherAge.isThere, OtherAge.whereToGet))
struct OtherAgeTests {
  private let folder = TemporaryFolder()
  private let identity: X25519Identity

  init() throws {
    try #require(OtherAge.run(["age-keygen", "-o", folder.path("key")]) == 0)
    let text = try #require(folder.read("key"))
    let keys = try text.withUnsafeBytes { try IdentityFile.identities(in: $0) }
    identity = try #require(keys.first)
    try #require(keys.count == 1)
  }

  /// Where chunks end, and a little around.
  private func size(_ random: inout SeededRandom) -> Int {
    let chunks = Int.random(in: 0...3, using: &random)
    let around = Int.random(in: -40...40, using: &random)
    return max(0, chunks * ChunkCipher.size + around)
  }

  @Test("Another age opens our files, for 500 sizes around chunk boundaries", arguments: [1, 2])
  func opens(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let text = seeded(size(&random), seed: random.next())
      let isArmored = Bool.random(using: &random)
      let file = try Age.seal(bytes: text, to: [.key(identity.recipient)], armored: isArmored)
      folder.write("file", file)
      let status = OtherAge.run(
        ["age", "-d", "-i", folder.path("key"), folder.path("file")], output: folder.path("text"))
      #expect(status == 0 && folder.read("text") == text, "\(text.count) bytes")
    }
  }

  @Test("We open files of another age, for 500 sizes around chunk boundaries", arguments: [3, 4])
  func closes(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let text = seeded(size(&random), seed: random.next())
      folder.write("text", text)
      var words = ["age", "-r", identity.recipient.text]
      if Bool.random(using: &random) { words.append("-a") }
      #expect(OtherAge.run(words + [folder.path("text")], output: folder.path("file")) == 0)
      let file = folder.read("file") ?? []
      #expect(try Age.open(bytes: file, with: [.key(identity)]) == text, "\(text.count) bytes")
    }
  }

  @Test("Another age opens files with our key file and with several recipients")
  func keys() throws {
    let own = try X25519Identity.make()
    folder.write("own", try own.text().bytes + Array("\n".utf8))
    let recipients: [AgeRecipient] = [.key(identity.recipient), .key(own.recipient)]
    folder.write("file", try Age.seal(bytes: [1, 2, 3], to: recipients))
    for name in ["own", "key"] {
      #expect(
        OtherAge.run(
          ["age", "-d", "-i", folder.path(name), folder.path("file")], output: folder.path("text"))
          == 0)
      #expect(folder.read("text") == [1, 2, 3])
    }
    #expect(
      OtherAge.run(["age-keygen", "-y", folder.path("own")], output: folder.path("open")) == 0)
    #expect(folder.text("open") == own.recipient.text + "\n")
  }

  @Test("Another age refuses what we refuse")
  func refuses() throws {
    let file = try Age.seal(bytes: [1, 2, 3], to: [.key(identity.recipient)])
    folder.write("file", Array(file.dropLast()))
    #expect(OtherAge.run(["age", "-d", "-i", folder.path("key"), folder.path("file")]) != 0)
  }
}
