import Files
import Glibc
import TestSupport
import Testing

@testable import Vault

@Suite("The key of one file that a passphrase encrypts")
struct PassphraseKeyTests {
  private func secret(_ words: String) throws -> Secret {
    var bytes = Array(words.utf8)
    return try Secret(taking: &bytes)
  }

  @Test(
    "A file encrypted with the key opens with the key and with the passphrase",
    arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func rounds(size: Int) throws {
    let text = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let key = try PassphraseKey(passphrase: secret("open sesame"), workFactor: 2)
    let first = try key.seal(text)
    let second = try key.seal(text)
    #expect(first != second)
    #expect(try key.open(first) == text)
    #expect(try Age.open(bytes: second, with: [.passphrase(secret("open sesame"))]) == text)
  }

  @Test(
    "The key that opens a file rewrites it under the same header", arguments: [false, true])
  func again(armored: Bool) throws {
    let recipient = AgeRecipient.passphrase(try secret("open sesame"), workFactor: 2)
    let file = try Age.seal(bytes: Array("one\n".utf8), to: [recipient], armored: armored)
    let key = try PassphraseKey(of: file, passphrase: secret("open sesame"))
    #expect(key.isArmored == armored)
    #expect(try key.open(file) == Array("one\n".utf8))
    let next = try key.seal(Array("two\n".utf8))
    #expect(key.fits(next))
    #expect(next.starts(with: file.prefix(60)))
    #expect(
      try Age.open(bytes: next, with: [.passphrase(secret("open sesame"))])
        == Array("two\n".utf8))
  }

  @Test("Another file, another passphrase and a changed text are refused")
  func refused() throws {
    let key = try PassphraseKey(passphrase: secret("open sesame"), workFactor: 2)
    let other = try PassphraseKey(passphrase: secret("open sesame"), workFactor: 2)
    var file = try key.seal(Array("text".utf8))
    #expect(!other.fits(file))
    #expect(throws: AgeError.noMatch(.otherKeys)) { try other.open(file) }
    #expect(throws: AgeError.noMatch(.wrongPassphrase)) {
      try PassphraseKey(of: file, passphrase: secret("close sesame"))
    }
    file[file.count - 1] ^= 1
    #expect(throws: AgeError.payload(.damaged, chunk: 0)) { try key.open(file) }
    #expect(throws: AgeError.key(.emptyPassphrase)) { try PassphraseKey(passphrase: secret("")) }
    #expect(throws: AgeError.header(.notAge, line: 1)) {
      try PassphraseKey(of: Array("no file of age's".utf8), passphrase: secret("x"))
    }
  }

  @Test("Data stored with the file opens only with the same key")
  func seal() throws {
    let key = try PassphraseKey(passphrase: secret("open sesame"), workFactor: 2)
    let file = try key.seal(Array("text".utf8))
    let again = try PassphraseKey(of: file, passphrase: secret("open sesame"))
    let other = try PassphraseKey(passphrase: secret("open sesame"), workFactor: 2)
    let closed = try key.seal.close(Array("state".utf8))
    #expect(again.name == key.name && other.name != key.name)
    #expect(again.seal.open(closed) == Array("state".utf8))
    #expect(other.seal.open(closed) == nil)
  }

  @Test(
    "Debian's age opens the file, with the passphrase typed on a terminal",
    .enabled(if: OtherAge.isThere && access("/usr/bin/script", X_OK) == 0, OtherAge.whereToGet))
  func otherAge() throws {
    let folder = TemporaryFolder()
    let key = try PassphraseKey(passphrase: secret("open sesame"), workFactor: 4)
    folder.write("first.age", try key.seal(Array("one\n".utf8)))
    folder.write("second.age", try key.seal(Array("two\n".utf8)))
    for (name, text) in [("first", "one\n"), ("second", "two\n")] {
      let open = "age -d -o \(folder.path(name)) \(folder.path(name)).age"
      // Text typed before the prompt waits in the terminal, which stays open until age is done.
      let end = folder.path("end")
      try #require(mkfifo(end, 0o600) == 0)
      let typing = "{ echo open sesame; cat \(end); }"
      let run = "script -qec '\(open); : > \(end)' /dev/null"
      #expect(OtherAge.run(["sh", "-c", "\(typing) | \(run)"]) == 0)
      #expect(folder.text(name) == text)
      folder.remove("end")
    }
  }
}
