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
