import Files
import TestSupport
import Testing

@testable import Vault

@Suite("Keys as text")
struct KeyTests {
  /// From age's own documentation and tools.
  private static let pairs = [
    (
      "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX",
      "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
    )
  ]

  @Test("A secret key yields its public key, and both are written as they were read")
  func pairs() throws {
    for (own, open) in Self.pairs {
      let identity = try key(own)
      #expect(identity.recipient.text == open)
      #expect(try identity.text().text == own)
      #expect(try X25519Recipient(Array(open.utf8)) == identity.recipient)
    }
  }

  @Test("New keys differ and can be read back from their text")
  func making() throws {
    let (first, second) = (try X25519Identity.make(), try X25519Identity.make())
    #expect(first.recipient != second.recipient)
    #expect(try key(first.text().text).recipient == first.recipient)
  }

  @Test("A recipient with any letter changed, omitted or added is refused")
  func mistyped() throws {
    let text = Array(Self.pairs[0].1.utf8)
    for place in text.indices {
      for letter in ["q", "p", "1", "b", "Q", " ", "\u{0}"].flatMap({ Array($0.utf8) })
      where letter != text[place] {
        var bent = text
        bent[place] = letter
        #expect(throws: AgeError.self) { try X25519Recipient(bent) }
      }
      var short = text
      short.remove(at: place)
      #expect(throws: AgeError.self) { try X25519Recipient(short) }
      var long = text
      long.insert(UInt8(ascii: "q"), at: place)
      #expect(throws: AgeError.self) { try X25519Recipient(long) }
    }
  }

  @Test(
    "An error for an invalid recipient says what the text is instead",
    arguments: [
      ("", KeyFault.notAKey), ("hello", .notAKey), ("age1", .mistyped),
      (someKey, .otherHalf),
      ("AGE1ZVKYG2LQZRAA2LNJVQEJ32NKUU0UES2S82HZRYE869XEEXVN73EQUNUJWJ", .notAKey),
      ("Age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj", .notAKey),
      ("age1pq1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj", .otherKind),
      ("age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t", .otherKind),
      ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5", .otherKind),
    ])
  func noRecipient(text: String, fault: KeyFault) {
    #expect(throws: AgeError.key(fault)) { try X25519Recipient(Array(text.utf8)) }
  }

  @Test(
    "An error for an invalid secret key says what the text is instead",
    arguments: [
      ("", KeyFault.notAKey), (someKey.lowercased(), .notAKey), (someKey + " ", .mistyped),
      (String(someKey.dropLast()), .mistyped), (String(someKey.dropLast()) + "Y", .mistyped),
      ("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj", .otherHalf),
      ("AGE-SECRET-KEY-PQ-1GFPYYSJZ", .otherKind), ("AGE-PLUGIN-YUBIKEY-1QQ", .otherKind),
      ("-----BEGIN OPENSSH PRIVATE KEY-----", .otherKind),
    ])
  func noIdentity(text: String, fault: KeyFault) {
    #expect(throws: AgeError.key(fault)) { try key(text) }
  }

  private func identities(_ text: String) throws(AgeError) -> [X25519Identity] {
    try Array(text.utf8).withRaw { (text) throws(AgeError) in
      try IdentityFile.identities(in: text)
    }
  }

  @Test("A key file may hold comments, empty lines, both line endings and several keys")
  func files() throws {
    let second = try X25519Identity.make()
    let text = "# created: today\n\n\(someKey)\r\n#\n\(try second.text().text)"
    #expect(try identities(text).map(\.recipient) == [try key().recipient, second.recipient])
  }

  @Test(
    "An error for a key file names the invalid line",
    arguments: [
      ("", AgeError.keyFile(.noKeys, line: 1)), ("# nothing\n\n", .keyFile(.noKeys, line: 1)),
      ("#\n\(someKey)\nhello\n", .keyFile(.notAKey, line: 3)),
      ("\n\(someKey)Q\n", .keyFile(.mistyped, line: 2)),
      (" \(someKey)", .keyFile(.notAKey, line: 1)),
    ])
  func badFiles(text: String, error: AgeError) {
    #expect(throws: error) { try identities(text) }
  }

  @Test("A file too large for a key file is not searched")
  func large() {
    let text = String(repeating: "#\n", count: 1 << 19) + "#\n"
    #expect(throws: AgeError.keyFile(.tooLarge, line: 1)) { try identities(text) }
  }
}
