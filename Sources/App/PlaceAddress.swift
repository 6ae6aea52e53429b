import Bytes
package import Viper

/// Where a `notes://…` address leads.
package enum PlaceAddress: Equatable, Sendable {
  case list
  case login
  /// A note by path, file name or title.
  case editor(note: String)
  /// The versions of a note, named as for the editor.
  case history(note: String)
  /// A module that its name alone opens.
  case module(String)

  package init(_ text: String) throws(RouteError) {
    let scheme = "notes://"
    guard text.hasPrefix(scheme),
      let decoded: String = Percent.decoded(text.dropFirst(scheme.count))
    else { throw .unknownPlace(text) }
    let parts = decoded.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("list", nil), ("list", ""): self = .list
    case ("login", nil), ("login", ""): self = .login
    case ("editor", let note?) where !note.isEmpty: self = .editor(note: String(note))
    case ("history", let note?) where !note.isEmpty: self = .history(note: String(note))
    case (let name?, nil) where !name.isEmpty && name != "editor" && name != "history":
      self = .module(String(name))
    default: throw .unknownPlace(text)
    }
  }
}
