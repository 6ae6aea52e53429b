/// Why a note is listed and cannot be opened.
package enum NoteObstacle: Hashable, Sendable {
  /// It is closed with a passphrase of its own, which opens it.
  case locked
  /// It is a link to a file outside the vault. A person who agrees to it may open it all the same.
  case outside
  case noPermission
  case gone
  /// Anything else, as it reads on from the name: "is a pipe".
  case unreadable(String)

  /// A link to outside the vault, with its article.
  package static let outsideLink = "a link to a file outside the vault"

  /// For a person, as it reads on from the name.
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
  /// As an index stores it: what the program decides on is a code, never a sentence.
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

/// How a note's text is written, where that is not UTF-8: adding UTF-8 to it would spoil it.
package enum ForeignEncoding: Equatable, Sendable {
  case utf16
  /// It has zero bytes, as no text has.
  case binary
  /// One byte for each letter, as Latin-1 has it.
  case bytes

  /// Nil for UTF-8, damaged in places or not. `start`: the text, or no less than its first two bytes.
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

  /// Whether some of it can only be meant as UTF-8.
  private static func hasLetters(_ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).unicodeScalars.contains {
      $0.value >= 0x80 && $0 != "\u{fffd}"
    }
  }

  /// What to do about a note of this encoding.
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
