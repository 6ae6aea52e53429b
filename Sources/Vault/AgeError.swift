/// Why something cannot be decrypted or encrypted, and the location of the fault.
package enum AgeError: Error, Equatable, Sendable {
  /// A fault in the armor, at a line of the file.
  case armor(ArmorFault, line: Int)
  /// A fault in the header, at a line of the header, from 1.
  case header(HeaderFault, line: Int)
  /// The file is valid, but none of the keys opens it.
  case noMatch(Mismatch)
  /// The file's work factor is above the limit here.
  case tooMuchWork(factor: Int, limit: Int)
  /// A key opens it, but the header has been changed.
  case changedHeader
  /// A fault in the text, in a chunk from 0: chunks are 64 KB long.
  case payload(PayloadFault, chunk: UInt64)
  /// A fault in the given key.
  case key(KeyFault)
  /// A fault in a file of keys, at this line.
  case keyFile(KeyFault, line: Int)
  /// The system has no memory for a secret, or for the work of a passphrase.
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
  /// A stanza of a known kind that is malformed.
  case badKeyStanza
  case badPassphraseStanza
  case passphraseNotAlone
  /// A public key with which every secret gives zeros.
  case weakShare
  case noNonce
}

package enum PayloadFault: Equatable, Sendable {
  /// The chunk was changed, or has another number.
  case damaged
  /// The last chunk, or a part of it, is missing.
  case cutOff
  /// An empty last chunk, which only an empty file has.
  case emptyLastChunk
  /// Bytes follow the last chunk.
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
  /// It begins like a key, but characters are wrong or missing.
  case mistyped
  /// A kind of key that other programs know: a plugin's, a post-quantum one, an SSH key.
  case otherKind
  /// A secret key instead of a public one, or the other way around.
  case otherHalf
  /// A public key with which every secret gives zeros.
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
      // `age1name1…`: a plugin's keys contain its name.
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

extension AgeError {
  /// The problem and its remedy, as the rest of a sentence: “x.age: …”.
  package var message: String {
    switch self {
    case .armor(let fault, let line):
      "the armor is damaged at line \(line): \(fault.words). Get the file again, as it was written."
    case .header(.notAge, _):
      "this is not an age file. Name another."
    case .header(.otherVersion, _):
      "this was written by another version of age. Open it with that one."
    case .header(.noNonce, _):
      "it ends behind its header. Get the file again."
    case .header(let fault, let line):
      "the header is damaged at line \(line): \(fault.words). Get the file again."
    case .noMatch(let mismatch): mismatch.words
    case .tooMuchWork(let factor, let limit):
      "its passphrase asks for a work factor of \(factor), and at most \(limit) is tried here. "
        + "Open it on a machine with more memory."
    case .changedHeader:
      "the header was changed after it was written: do not trust this file. Get it again."
    case .payload(let fault, let chunk):
      "\(fault.words) (chunk \(chunk + 1) of 64 KB). Get the file again."
    case .key(let fault): fault.words
    case .keyFile(let fault, let line):
      fault == .noKeys || fault == .tooLarge
        ? fault.words : "line \(line) is not a key: \(fault.words)"
    case .noMemory:
      "there is not enough memory. End other programs, then try again."
    }
  }
}

extension ArmorFault {
  var words: String {
    switch self {
    case .noBegin: "“\(Armor.begin)” is not alone on the first line"
    case .noEnd: "“\(Armor.end)” does not follow"
    case .emptyLine: "the line is empty"
    case .longLine: "the line is longer than 64 letters"
    case .shortLine: "the line before it is short, which only the last may be"
    case .badLetter: "the line has characters that are not Base64"
    case .badPadding: "the line does not end as Base64 does"
    case .notCanonical: "the line's last letter is not the one that age writes"
    case .trailing: "something follows the end"
    }
  }
}

extension HeaderFault {
  var words: String {
    switch self {
    case .notAge, .otherVersion: "the first line is not age's"
    case .cutOff: "the file ends in it"
    case .tooLarge: "it is longer than \(HeaderReader.limit >> 10) KB"
    case .badStanza: "“-> ” or “---” is expected there"
    case .badArgument: "a word is empty, or is not ASCII"
    case .badBody: "a body is not Base64 as age writes it"
    case .longBodyLine: "a line of a body is longer than 64 letters"
    case .noStanza: "it has no recipients"
    case .badMAC: "the last line is not 43 letters of Base64"
    case .badKeyStanza: "a stanza for a key is not made as it must be"
    case .badPassphraseStanza: "the stanza for a passphrase is not made as it must be"
    case .passphraseNotAlone: "a stanza for a passphrase is not alone"
    case .weakShare: "a stanza holds a public key that keeps no secret"
    case .noNonce: "the file ends behind it"
    }
  }
}

extension PayloadFault {
  var words: String {
    switch self {
    case .damaged: "the text was damaged or changed"
    case .cutOff: "the end of the text is missing"
    case .emptyLastChunk: "the text ends with an empty chunk, which age never writes"
    case .trailing: "something follows the end of the text"
    }
  }
}

extension Mismatch {
  var words: String {
    switch self {
    case .wrongPassphrase: "the passphrase is wrong."
    case .needsPassphrase: "it opens with a passphrase, not with a key."
    case .needsKey: "it opens with a key, not with a passphrase."
    case .otherKeys: "it is not for any of these keys."
    }
  }
}

extension KeyFault {
  var words: String {
    switch self {
    case .notAKey: "that is not an age key."
    case .mistyped: "the key is mistyped, or a part of it is missing."
    case .otherKind: "keys of this kind are not known here; age itself may know them."
    case .otherHalf: "that is the other half of a key: age1… closes, AGE-SECRET-KEY-1… opens."
    case .weak: "that is a key with which nothing stays secret."
    case .noKeys: "it holds no key. Make one with age-keygen."
    case .tooLarge: "it is too large for a file of keys."
    case .emptyPassphrase: "the passphrase is empty."
    case .passphraseNotAlone: "a passphrase cannot be combined with keys or another passphrase."
    case .badWorkFactor: "the work factor is from 1 to 22."
    }
  }
}
