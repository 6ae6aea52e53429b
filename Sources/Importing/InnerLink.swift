import Bytes

/// A link from one note of a source to another note or file of it, as readers write it into a text that
/// had it in a form of its own.
enum InnerLink {
  private static let scheme = "imported:"

  static func destination(_ id: String, part: String? = nil) -> String {
    func encoded(_ text: String) -> String {
      Percent.text(of: text.utf8) {
        Byte.isName($0) || [Byte.slash, Byte.dot, Byte.underscore].contains($0)
      }
    }
    return scheme + encoded(id) + (part.map { "#" + encoded($0) } ?? "")
  }

  /// Nil for other links.
  static func target(of link: ImportLink) -> ImportTarget? {
    guard link.destination.hasPrefix(scheme), !link.isWiki else { return nil }
    let parts = link.destination.dropFirst(scheme.count).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let part = link.part ?? parts.dropFirst().first.map(String.init)
    return .note(
      Percent.decodedAsWritten(String(parts.first ?? "")), part: part.map(Percent.decodedAsWritten))
  }
}

extension ImportLink {
  /// The path that it leads to, by the folder that its note is in; nil where it leaves the source.
  func path(from folder: [String]) -> String? {
    var parts = path.hasPrefix("/") ? [] : folder
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        if parts.isEmpty { return nil }
        parts.removeLast()
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
