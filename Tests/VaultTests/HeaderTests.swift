import Files
import TestSupport
import Testing

@testable import Vault

@Suite("Headers")
struct HeaderTests {
  private static let body = String(repeating: "A", count: 43)
  private static let share = String(repeating: "A", count: 43)
  private static let code = String(repeating: "A", count: 43)
  private static let salt = String(repeating: "A", count: 22)
  private static let full = String(repeating: "A", count: 64)

  private func read(
    _ bytes: [UInt8], step: Int = .max
  ) -> Result<AgeHeader, AgeError> {
    var reader = HeaderReader()
    return Result { () throws(AgeError) in
      var start = 0
      while start < bytes.count, !reader.isWhole {
        let part = Array(bytes[start..<(start + min(step, bytes.count - start))])
        start += try part.withRaw { (part) throws(AgeError) in try reader.read(part) }
      }
      guard reader.isWhole else { throw reader.endFault }
      return reader.header
    }
  }

  private func read(_ text: String, step: Int = .max) -> Result<AgeHeader, AgeError> {
    read(Array(text.utf8), step: step)
  }

  private static let nonce = "0123456789abcdef"

  @Test("A header is read, in pieces of any size", arguments: [1, 2, 7, 64, .max])
  func reading(step: Int) throws {
    let text = """
      age-encryption.org/v1
      -> X25519 \(Self.share)
      \(Self.body)
      -> other a b
      \(Self.full)
      \(Self.full)

      -> more
      AAAA
      --- \(Self.code)
      \(Self.nonce)behind
      """
    let header = try read(text, step: step).get()
    #expect(header.stanzas.map(\.arguments.count) == [1, 2, 0])
    #expect(header.stanzas.map(\.body.count) == [32, 96, 3])
    #expect(header.known.map(\.line) == [2])
    #expect(header.nonce == Array(Self.nonce.utf8))
    #expect(header.proved.suffix(4) == Array("\n---".utf8)[...])
    // The header is written as it was read.
    #expect(header.written == Array(text.utf8.dropLast(6)))
    #expect(AgeHeader.proved(header.stanzas) == header.proved)
  }

  private static let start = "age-encryption.org/v1\n"
  private static let stanza = "-> X25519 \(share)\n\(body)\n"
  private static let end = "--- \(code)\n\(nonce)"

  static let malformed: [(String, HeaderFault, Int)] = [
    // The first line
    ("", .notAge, 1), ("age", .cutOff, 1), ("hello\n", .notAge, 1),
    ("\n" + start + stanza + end, .notAge, 1), (" " + start + stanza + end, .notAge, 1),
    ("age-encryption.org/v2\n", .otherVersion, 1), ("age-encryption.org/v1 \n", .otherVersion, 1),
    ("age-encryption.org/v1\r\n", .notAge, 1), ("age-encryption.org\n", .notAge, 1),
    // Stanzas
    (start, .cutOff, 2), (start + end, .noStanza, 2), (start + "\n" + stanza + end, .badStanza, 2),
    (start + stanza + "\n" + end, .badStanza, 4), (start + "->\n\n" + end, .badStanza, 2),
    (start + "-> \n\n" + end, .badArgument, 2), (start + "->  a\n\n" + end, .badArgument, 2),
    (start + "-> a \n\n" + end, .badArgument, 2), (start + "-> a  b\n\n" + end, .badArgument, 2),
    (start + "-> a\tb\n\n" + end, .badArgument, 2), (start + "-> é\n\n" + end, .badArgument, 2),
    (start + "-> a\r\n\n" + end, .badArgument, 2), (start + "-- a\n\n" + end, .badStanza, 2),
    (start + "->a\n\n" + end, .badStanza, 2), (start + "-> a\u{0}\n\n" + end, .badArgument, 2),
    // Bodies
    (start + "-> a\n" + end, .badBody, 3), (start + "-> a\n" + stanza + end, .badBody, 3),
    (start + "-> a\n\(full)\n" + end, .badBody, 4),
    (start + "-> a\nAAAA\nAAAA\n" + end, .badStanza, 4),
    (start + "-> a\nAAA=\n" + end, .badBody, 3),
    (start + "-> a\nAAB\n" + end, .badBody, 3), (start + "-> a\nA\n" + end, .badBody, 3),
    (start + "-> a\nAA A\n" + end, .badBody, 3), (start + "-> a\nAAAA\r\n" + end, .badBody, 3),
    (start + "-> a\nAA-_\n" + end, .badBody, 3),
    (start + "-> a\n\(full)A\n" + end, .longBodyLine, 3),
    // Stanzas for keys
    (start + "-> X25519\n\(body)\n" + end, .badKeyStanza, 2),
    (start + "-> X25519 \(share) a\n\(body)\n" + end, .badKeyStanza, 2),
    (start + stanza + "-> X25519 \(share)A\n\(body)\n" + end, .badKeyStanza, 4),
    (start + "-> X25519 \(share.dropLast())\n\(body)\n" + end, .badKeyStanza, 2),
    (start + "-> X25519 \(share.dropLast())B\n\(body)\n" + end, .badKeyStanza, 2),
    (start + "-> X25519 \(share)\n\n" + end, .badKeyStanza, 2),
    (start + "-> X25519 \(share)\n\(body.dropLast())\n" + end, .badKeyStanza, 2),
    (start + "-> X25519 \(share)\n\(body)AAA\n" + end, .badKeyStanza, 2),
    // Stanzas for passphrases
    (start + "-> scrypt \(salt)\n\(body)\n" + end, .badPassphraseStanza, 2),
    (start + "-> scrypt \(salt) 10 a\n\(body)\n" + end, .badPassphraseStanza, 2),
    (start + "-> scrypt \(salt)A 10\n\(body)\n" + end, .badPassphraseStanza, 2),
    (start + "-> scrypt \(salt) 10\n\(body.dropLast())\n" + end, .badPassphraseStanza, 2),
    (start + "-> scrypt \(salt) 10\n\(body)\n" + stanza + end, .passphraseNotAlone, 2),
    (start + stanza + "-> scrypt \(salt) 10\n\(body)\n" + end, .passphraseNotAlone, 4),
    (start + "-> a\n\n-> scrypt \(salt) 10\n\(body)\n" + end, .passphraseNotAlone, 4),
    // The authentication code
    (start + stanza, .cutOff, 4), (start + stanza + "---\n", .badMAC, 4),
    (start + stanza + "--- \n", .badMAC, 4), (start + stanza + "---\(code)\n", .badMAC, 4),
    (start + stanza + "---  \(code)\n", .badMAC, 4),
    (start + stanza + "--- \(code) \n", .badMAC, 4),
    (start + stanza + "--- \(code)A\n", .badMAC, 4),
    (start + stanza + "--- \(code)=\n", .badMAC, 4),
    (start + stanza + "--- \(code.dropLast())\n", .badMAC, 4),
    (start + stanza + "--- \(code.dropLast())B\n", .badMAC, 4),
    (start + stanza + "--- \(code)\r\n", .badMAC, 4), (start + stanza + "--- \(code)", .cutOff, 4),
    // The nonce
    (start + stanza + "--- \(code)\n", .noNonce, 5),
    (start + stanza + "--- \(code)\n123456789012345", .noNonce, 5),
  ]

  @Test(
    "A header that age would not have written is refused, with its line",
    arguments: malformed.indices)
  func refusing(row: Int) {
    let (text, fault, line) = Self.malformed[row]
    for step in [Int.max, 1, 5] {
      #expect(read(text, step: step) == .failure(.header(fault, line: line)), "\(step)")
    }
  }

  @Test("A byte with the eighth bit set is not a Base64 letter, padded or not (chaos 2 L1)")
  func eightBits() throws {
    for text in ["AA/+", "abyz", "0189"].map({ Array($0.utf8) }) {
      for place in text.indices {
        var flipped = text
        flipped[place] |= 0x80
        for padded in [false, true] {
          #expect(try Base64.decoded(text, padded: padded).count == 3)
          #expect(throws: Base64.Fault.badLetter) { try Base64.decoded(flipped, padded: padded) }
        }
      }
    }
  }

  @Test(
    "A work factor must be a plain number",
    arguments: ["", "0", "01", "+1", "-1", "0x10", "1a", "a1", "1 ", "99999999999999999999", "1.0"])
  func workFactors(written: String) {
    let text = "\(Self.start)-> scrypt \(Self.salt) \(written)\n\(Self.body)\n\(Self.end)"
    guard case .failure(.header(let fault, line: 2)) = read(text) else {
      Issue.record("it was read")
      return
    }
    #expect(fault == .badPassphraseStanza || fault == .badArgument)
  }

  @Test("An endless header is refused before it fills the memory")
  func endless() {
    var reader = HeaderReader()
    let first = Array("\(Self.start)-> a\n".utf8)
    #expect(first.withUnsafeBytes { try? reader.read($0) } == first.count)
    let line = Array("\(Self.full)\n".utf8)
    var count = 0
    var error: AgeError?
    while error == nil, count < 1 << 22 {
      do throws(AgeError) {
        _ = try line.withRaw { (line) throws(AgeError) in try reader.read(line) }
      } catch let found {
        error = found
      }
      count += line.count
    }
    guard case .header(.tooLarge, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(count <= HeaderReader.limit + 100)
  }

  @Test("An endless line is refused before it fills the memory")
  func endlessLine() {
    let text = Self.start + "-> " + String(repeating: "a", count: HeaderReader.limit + 1)
    #expect(read(text) == .failure(.header(.tooLarge, line: 2)))
  }

  @Test("Any change of a header is detected, and no text is returned")
  func changed() throws {
    let identity = try key()
    let text = seeded(1_000, seed: 5)
    let file = try Age.seal(bytes: text, to: [.key(identity.recipient)])
    let end = file.count - text.count - Sealing.tagSize - AgeHeader.nonceSize
    for place in 0..<end {
      for bit: UInt8 in [1, 4, 0x20] {
        var bent = file
        bent[place] ^= bit
        let opened = Opened(bent, [.key(identity)])
        #expect(opened.error != nil && opened.text.isEmpty, "byte \(place)")
      }
    }
  }

  @Test("The authentication code detects an added, removed or moved stanza")
  func rearranged() throws {
    let identity = try key()
    let other = try X25519Identity.make()
    let file = try Age.seal(bytes: [1], to: [.key(identity.recipient), .key(other.recipient)])
    let header = try read(file).get()
    let rest = file.dropFirst(header.written.count)
    let (first, second) = (header.stanzas[0], header.stanzas[1])
    let grease = AgeStanza(kind: Array("grease".utf8))
    for stanzas in [[first], [second, first], [first, second, grease], [first, second, second]] {
      var bent = header
      bent.stanzas = stanzas
      bent.proved = AgeHeader.proved(stanzas)
      #expect(Opened(bent.written + rest, [.key(identity)]).error == .changedHeader)
    }
    #expect(Opened(header.written + rest, [.key(identity)]).text == [1])
  }
}
