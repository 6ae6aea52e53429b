import Files
import Glibc
import TestSupport
import Testing

@testable import Vault

@Suite("Streams")
struct PipeTests {
  /// A stretch is sixteen chunks.
  static let stretch = 16 * ChunkCipher.size

  @Test(
    "A text encrypted as a stream is decrypted as a whole, and vice versa",
    arguments: [0, 1, 65_536, 65_537, stretch - 1, stretch, stretch + 1, 5 * stretch + 70_001])
  func bothWays(count: Int) throws {
    let identity = AgeIdentity.key(try key())
    let recipient = AgeRecipient.key(try key().recipient)
    let text = seeded(count, seed: UInt64(count))
    for armored in [false, true] {
      for step in [Int.max, 10_007] {
        let closed = Piped.closed(text, [recipient], armored: armored, step: step)
        #expect(closed.error == nil)
        let opened = Opened(closed.made, [identity])
        #expect(opened.error == nil && opened.text == text)
        let file = try Age.seal(bytes: text, to: [recipient], armored: armored)
        let piped = Piped.opened(file, [identity], step: step)
        #expect(piped.error == nil && piped.made == text, "\(armored) \(step)")
      }
    }
  }

  @Test("A failing source is reported, and the text before its failure is delivered")
  func reading() throws {
    let text = seeded(3 * Self.stretch, seed: 1)
    let file = try Age.seal(bytes: text, to: [.key(try key().recipient)])
    for place in [0, 100, 1_000, 70_000, 200_000, Self.stretch + 5, 2 * Self.stretch + 99_999] {
      let piped = Piped.opened(file, [.key(try key())], readFails: place)
      #expect(piped.error == .reading(SystemError(EIO)), "\(place)")
      #expect(text.starts(with: piped.made))
      #expect(piped.made.count >= place - 2 * ChunkCipher.sealedSize, "\(place)")
      let closed = Piped.closed(text, [.key(try key().recipient)], readFails: place)
      #expect(closed.error == .reading(SystemError(EIO)))
      // The output so far lacks a last chunk.
      #expect(Opened(closed.made, [.key(try key())]).error != nil)
    }
  }

  @Test("A failing sink is reported and receives nothing more")
  func writing() throws {
    let text = seeded(4 * Self.stretch, seed: 2)
    let recipient = AgeRecipient.key(try key().recipient)
    let file = try Age.seal(bytes: text, to: [recipient])
    for place in [0, 300, Self.stretch, 3 * Self.stretch] {
      let opened = Piped.opened(file, [.key(try key())], writeFails: place)
      #expect(opened.error == .writing(SystemError(ENOSPC)))
      #expect(opened.made.count <= place + Self.stretch && text.starts(with: opened.made))
      #expect(
        Piped.closed(text, [recipient], writeFails: place).error == .writing(SystemError(ENOSPC)))
    }
  }

  @Test("A damaged file yields the text before the damage, in order, and nothing after it")
  func damaged() throws {
    let text = seeded(3 * Self.stretch, seed: 4)
    let file = try Age.seal(bytes: text, to: [.key(try key().recipient)])
    let start = file.count - 48 * ChunkCipher.sealedSize
    for chunk in [0, 1, 15, 16, 17, 31, 40, 47] {
      var bent = file
      bent[start + chunk * ChunkCipher.sealedSize + 100] ^= 1
      let piped = Piped.opened(bent, [.key(try key())])
      #expect(piped.error == .age(.payload(.damaged, chunk: UInt64(chunk))))
      #expect(piped.made == Array(text[..<(chunk * ChunkCipher.size)]))
    }
  }

  @Test("Errors before the first chunk are the same as without streams")
  func headers() throws {
    let file = try Age.seal(bytes: [1], to: [.key(try key().recipient)])
    let other = AgeIdentity.key(try X25519Identity.make())
    #expect(Piped.opened([], [other]).error == .age(.header(.notAge, line: 1)))
    #expect(Piped.opened(file, [other], step: 3).error == .age(.noMatch(.otherKeys)))
    #expect(
      Piped.opened(Array(file[..<60]), [other]).error == .age(.header(.cutOff, line: 2)))
    #expect(
      Piped.opened(file, [other], form: .armored).error == .age(.armor(.noBegin, line: 1)))
    #expect(Piped.closed([], []).error == .age(.key(.noKeys)))
  }
}
