import TestSupport
import Testing

@testable import Vault

@Suite("Recipients and passphrases that open a file")
struct OpeningTests {
  @Test("Every recipient opens the file, and no other key does")
  func recipients() throws {
    let people = try (0..<3).map { _ in try X25519Identity.make() }
    let file = try Age.seal(bytes: [1, 2], to: people.map { .key($0.recipient) })
    for person in people { #expect(try Age.open(bytes: file, with: [.key(person)]) == [1, 2]) }
    let stranger = try X25519Identity.make()
    #expect(throws: AgeError.noMatch(.otherKeys)) {
      try Age.open(bytes: file, with: [.key(stranger)])
    }
    #expect(
      try Age.open(bytes: file, with: [.key(stranger), .key(people[2])]) == [1, 2],
      "the second key fits")
    #expect(throws: AgeError.noMatch(.needsKey)) { try Age.open(bytes: file, with: []) }
  }

  @Test("A passphrase opens a file that was encrypted with it")
  func passphrase() throws {
    let file = try Age.seal(bytes: [1, 2], to: [try cheapLock()])
    #expect(try Age.open(bytes: file, with: [.passphrase(try secret("open"))]) == [1, 2])
    #expect(throws: AgeError.noMatch(.wrongPassphrase)) {
      try Age.open(bytes: file, with: [.passphrase(try secret("Open"))])
    }
    #expect(throws: AgeError.noMatch(.needsPassphrase)) {
      try Age.open(bytes: file, with: [.key(try key())])
    }
    let keyed = try Age.seal(bytes: [], to: [.key(try key().recipient)])
    #expect(throws: AgeError.noMatch(.needsKey)) {
      try Age.open(bytes: keyed, with: [.passphrase(try secret("open"))])
    }
  }

  @Test("Work above the limit is refused before it starts")
  func work() throws {
    let file = try Age.seal(bytes: [], to: [.passphrase(try secret("open"), workFactor: 3)])
    #expect(throws: AgeError.tooMuchWork(factor: 3, limit: 2)) {
      try Age.open(bytes: file, with: [.passphrase(try secret("open"), workFactorLimit: 2)])
    }
    #expect(
      try Age.open(bytes: file, with: [.passphrase(try secret("open"), workFactorLimit: 3)]) == [])
    #expect((Scrypt.usualWorkFactor...22).contains(Scrypt.workFactorLimit))
  }

  @Test("Encrypting without recipients or with an invalid passphrase recipient is refused")
  func refused() throws {
    func error(_ recipients: [AgeRecipient]) -> AgeError? {
      do throws(AgeError) {
        _ = try Age.seal(bytes: [1], to: recipients)
        return nil
      } catch {
        return error
      }
    }
    let own = AgeRecipient.key(try key().recipient)
    let lock = try cheapLock()
    #expect(error([]) == .key(.noKeys))
    #expect(error([own, lock]) == .key(.passphraseNotAlone))
    #expect(error([lock, lock]) == .key(.passphraseNotAlone))
    #expect(error([try cheapLock("")]) == .key(.emptyPassphrase))
    for factor in [0, -1, 23, 64] {
      #expect(error([.passphrase(try secret("a"), workFactor: factor)]) == .key(.badWorkFactor))
    }
    #expect(error([.key(X25519Recipient(key: [UInt8](repeating: 0, count: 32)))]) == .key(.weak))
  }

  @Test("Stanzas of other kinds are skipped")
  func others() throws {
    let identity = try key()
    var (header, payloadKey) = try FileKey.close(for: [.key(identity.recipient)])
    // Only its writer can authenticate a header, so this one is read as if it were authenticated.
    header.stanzas.insert(
      AgeStanza(kind: Array("new-kind".utf8), arguments: [Array("x".utf8)], body: [1, 2, 3]), at: 0)
    header.proved = AgeHeader.proved(header.stanzas)
    #expect(throws: AgeError.changedHeader) {
      _ = try FileKey.open(withKnown(header), with: [.key(identity)])
    }
    withExtendedLifetime(payloadKey) {}
  }

  private func withKnown(_ header: AgeHeader) throws -> AgeHeader {
    var reader = HeaderReader()
    _ = try header.written.withUnsafeBytes { try reader.read($0) }
    return reader.header
  }

  @Test("Two encrypted files of the same text have nothing in common")
  func freshKeys() throws {
    let own = AgeRecipient.key(try key().recipient)
    let text = [UInt8](repeating: 0, count: 64)
    let (first, second) = (
      try Age.seal(bytes: text, to: [own]), try Age.seal(bytes: text, to: [own])
    )
    #expect(first.suffix(96) != second.suffix(96))
    #expect(first.dropFirst(40).prefix(40) != second.dropFirst(40).prefix(40))
  }

  @Test("The start of an age file is recognized, armored or not")
  func beginnings() throws {
    let own = AgeRecipient.key(try key().recipient)
    for armored in [false, true] {
      #expect(Age.begins(try Age.seal(bytes: [], to: [own], armored: armored)))
    }
    for text in ["", "# key\n\(someKey)", "age-encryption", "-----BEGIN OPENSSH"] {
      #expect(!Age.begins(Array(text.utf8)), "\(text)")
    }
  }

  @Test("A key in an encrypted file is decrypted into a secret")
  func closedKey() throws {
    let file = try Age.seal(bytes: Array("# mine\n\(someKey)\n".utf8), to: [try cheapLock()])
    let text = try Age.openSecret(bytes: file, with: [.passphrase(try secret("open"))])
    let keys = try text.withBytes { try IdentityFile.identities(in: $0) }
    #expect(keys.map(\.recipient) == [try key().recipient])
    #expect(throws: AgeError.noMatch(.wrongPassphrase)) {
      try Age.openSecret(bytes: file, with: [.passphrase(try secret("shut"))])
    }
  }

  @Test("Every error is a whole sentence that says what is wrong and what can be done")
  func messages() {
    let errors: [AgeError] = [
      .armor(.noEnd, line: 3), .header(.notAge, line: 1), .header(.otherVersion, line: 1),
      .header(.noNonce, line: 3), .header(.badBody, line: 3), .noMatch(.wrongPassphrase),
      .noMatch(.otherKeys), .tooMuchWork(factor: 23, limit: 20), .changedHeader,
      .payload(.cutOff, chunk: 3), .key(.mistyped), .keyFile(.noKeys, line: 1),
      .keyFile(.mistyped, line: 4), .noMemory,
    ]
    for error in errors { #expect(error.message.hasSuffix("."), "\(error)") }
    #expect(AgeError.payload(.cutOff, chunk: 3).message.contains("chunk 4 "))
    #expect(AgeError.keyFile(.mistyped, line: 4).message.contains("line 4 "))
  }
}
