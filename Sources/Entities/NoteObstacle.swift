/// The reason that a note is listed but cannot be opened.
package enum NoteObstacle: Hashable, Sendable {
  /// It is encrypted with its own passphrase.
  case locked
  /// It is a link to a file outside the vault. It opens if the user agrees.
  case outside
  case noPermission
  case gone
  /// Any other reason, as it follows the name in a sentence: "is a pipe".
  case unreadable(String)

  /// The words for a link out of the vault, with the article.
  package static let outsideLink = "a link to a file outside the vault"

  /// The message, as it follows the name in a sentence.
  package var words: String {
    switch self {
    case .locked: "is locked"
    case .outside: "is \(Self.outsideLink)"
    case .noPermission: "no permission to read"
    case .gone: "is gone"
    case .unreadable(let reason): reason
    }
  }
}

extension NoteObstacle {
  /// The code that an index stores: the program decides by codes, never by sentences.
  package var code: String {
    switch self {
    case .locked: "locked"
    case .outside: "outside"
    case .noPermission: "permission"
    case .gone: "gone"
    case .unreadable(let reason): ":\(reason)"
    }
  }

  package init(code: String) {
    switch code {
    case "locked": self = .locked
    case "outside": self = .outside
    case "permission": self = .noPermission
    case "gone": self = .gone
    default: self = .unreadable(code.hasPrefix(":") ? String(code.dropFirst()) : code)
    }
  }
}

/// The encoding of a note that is not UTF-8. Adding UTF-8 text would corrupt the note.
package enum ForeignEncoding: Equatable, Sendable {
  case utf16
  /// Has zero bytes, which no text has.
  case binary
  /// One byte for each letter, as in Latin-1.
  case bytes

  /// Nil for UTF-8, even if damaged. `start` is the text, or at least its first two bytes.
  package init?(of start: [UInt8]) {
    if start.starts(with: [0xff, 0xfe]) || start.starts(with: [0xfe, 0xff]) {
      self = .utf16
    } else if start.contains(0) {
      self = .binary
    } else if String(validating: start, as: UTF8.self) == nil, !Self.hasLetters(start) {
      self = .bytes
    } else {
      return nil
    }
  }

  /// Whether some of the text is valid UTF-8 beyond ASCII.
  private static func hasLetters(_ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).unicodeScalars.contains {
      $0.value >= 0x80 && $0 != "\u{fffd}"
    }
  }

  /// Returns what the user can do about a note in this encoding.
  package func advice(on note: NotePath) -> String {
    let name = note.name.text
    return switch self {
    case .utf16: "Convert it: iconv -f UTF-16 -t UTF-8 \(name) > new.md"
    case .binary: "It is not text: open it with the program that made it"
    case .bytes: "Convert it, if it is Latin-1: iconv -f LATIN1 -t UTF-8 \(name) > new.md"
    }
  }

  package var name: String {
    switch self {
    case .utf16: "UTF-16"
    case .binary: "binary"
    case .bytes: "not UTF-8"
    }
  }
}
