import Bytes
package import Entities
import Glibc
import Programs
import Services

/// What `BROWSER` names, else the desktop's opener.
///
/// No shell reads an address, and only addresses of the web and of mail are handed over: what else a
/// note may name an opener might run. So of files those alone are, that are only to be seen or heard.
package struct AddressOpener: AddressOpening, Equatable {
  private let words: [String]
  package let takesTerminal: Bool

  /// Nil where there is neither.
  package init?(environment: (String) -> String?) {
    let folders = environment("PATH") ?? ""
    let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment($0)?.isEmpty == false }
    takesTerminal = !hasDesktop
    var candidates = (environment("BROWSER") ?? "").split(separator: ":").map {
      $0.split(separator: " ").map(String.init)
    }
    if hasDesktop { candidates += [["xdg-open"], ["gio", "open"]] }
    for candidate in candidates {
      guard let name = candidate.first,
        let path = name.hasPrefix("/") ? name : ProgramPath.of(name, in: folders),
        access(path, X_OK) == 0
      else { continue }
      words = [path] + candidate.dropFirst()
      return
    }
    return nil
  }

  private static let schemes = ["http://", "https://", "mailto:"]

  package func command(for address: String) -> [String]? {
    let start = address.prefix(8).lowercased()
    guard Self.schemes.contains(where: start.hasPrefix),
      address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
    else { return nil }
    return command(showing: address)
  }

  package func command(forFile path: NotePath) -> [String]? {
    path.isOfMedia ? command(showing: "file://" + Percent.text(of: path.bytes)) : nil
  }

  private func command(showing address: String) -> [String] {
    // The rest of the world writes `%s` where the address belongs.
    guard words.contains(where: { $0.contains("%s") }) else { return words + [address] }
    return words.map { word in
      guard let mark = word.firstRange(of: "%s") else { return word }
      return word.replacingCharacters(in: mark, with: address)
    }
  }

  package func run(_ command: [String]) async -> Bool { await ToolProcess.begin(command) }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

/// Shows an address in whatever the person has for addresses.
package protocol AddressOpening: Sendable {
  /// The command that shows it; nil for an address that is not to be handed to another program.
  func command(for address: String) -> [String]?
  /// The same for a file by its absolute path, which must be a picture, a sound, a film or a PDF.
  func command(forFile path: NotePath) -> [String]?
  /// Whether that needs the terminal until it ends, as a browser without a desktop does.
  var takesTerminal: Bool { get }
  /// Runs such a command beside this program; false where it fails at once.
  func run(_ command: [String]) async -> Bool
}
