/// Why something cannot be opened or closed, and where in it.
package enum AgeError: Error, Equatable, Sendable {
  /// The armor around it, at a line of the file.
  case armor(ArmorFault, line: Int)
  /// The header, at a line of its own, from 1.
  case header(HeaderFault, line: Int)
  /// It is well made, and none of the keys opens it.
  case noMatch(Mismatch)
  /// The file was closed with more work than is tried here.
  case tooMuchWork(factor: Int, limit: Int)
  /// A key opens it, but the header is not the one that was written with it.
  case changedHeader
  /// The text, in a chunk from 0: chunks are 64 KB long.
  case payload(PayloadFault, chunk: UInt64)
  /// A key that was given.
  case key(KeyFault)
  /// A key in a file of keys, by its line.
  case keyFile(KeyFault, line: Int)
  /// The system has no memory for a secret, or for the work that a passphrase asks for.
  case noMemory
}

package enum ArmorFault: Equatable, Sendable {
  case noBegin
  case noEnd
  case emptyLine
  case longLine
  case shortLine
  case badLetter
  case badPadding
  case notCanonical
  case trailing
}

package enum HeaderFault: Error, Equatable, Sendable {
  case notAge
  case otherVersion
  case cutOff
  case tooLarge
  case badStanza
  case badArgument
  case badBody
  case longBodyLine
  case noStanza
  case badMAC
  /// A stanza that names a kind known here and is not made so.
  case badKeyStanza
  case badPassphraseStanza
  case passphraseNotAlone
  /// A public key with which every secret gives zeroes.
  case weakShare
  case noNonce
}

package enum PayloadFault: Equatable, Sendable {
  /// Not what was written, or not at this place.
  case damaged
  /// The last chunk is missing, or a part of it.
  case cutOff
  /// A last chunk without text, which only an empty file has.
  case emptyLastChunk
  /// Something stands behind the last chunk.
  case trailing
}

package enum Mismatch: Equatable, Sendable {
  case wrongPassphrase
  case needsPassphrase
  case needsKey
  case otherKeys
}

package enum KeyFault: Equatable, Sendable {
  case notAKey
  /// Its beginning is that of a key, but letters are wrong or missing.
  case mistyped
  /// A kind that others know: a plugin's, a post-quantum one, an SSH key.
  case otherKind
  /// A secret key where a public one is asked for, or the other way round.
  case otherHalf
  /// A public key with which every secret gives zeroes.
  case weak
  case noKeys
  case tooLarge
  case emptyPassphrase
  case passphraseNotAlone
  case badWorkFactor
}

extension KeyFault {
  private static func has(_ text: some Collection<UInt8>, _ start: String) -> Bool {
    text.starts(with: start.utf8)
  }

  init(recipient text: [UInt8]) {
    if Self.has(text, X25519Identity.prefix) {
      self = .otherHalf
    } else if Self.has(text, "age1"), text.dropFirst(4).contains(UInt8(ascii: "1")) {
      // `age1name1…`: kinds of keys have names of their own.
      self = .otherKind
    } else if Self.has(text, "age1") {
      self = .mistyped
    } else {
      self = Self.has(text, "ssh-") || Self.has(text, "github:") ? .otherKind : .notAKey
    }
  }

  init(identity text: UnsafeRawBufferPointer) {
    if Self.has(text, X25519Identity.prefix + "PQ-") || Self.has(text, "AGE-PLUGIN-")
      || Self.has(text, "-----BEGIN")
    {
      self = .otherKind
    } else if Self.has(text, X25519Identity.prefix) {
      self = .mistyped
    } else {
      self = Self.has(text, "age1") || Self.has(text, "ssh-") ? .otherHalf : .notAKey
    }
  }
}
