import Bytes
package import Entities
import Glibc
import Programs
import Services

/// Opens addresses with the program in `BROWSER`, else with the desktop's opener.
///
/// No shell reads an address, and only web and mail addresses are passed on, because an opener
/// might run other targets. Likewise only files that can just be viewed or played are opened.
package struct AddressOpener: AddressOpening, Equatable {
  private let words: [String]
  package let takesTerminal: Bool

  /// Finds an opener; nil if there is none.
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
    path.isMedia ? command(showing: "file://" + Percent.text(of: path.bytes)) : nil
  }

  private func command(showing address: String) -> [String] {
    // By convention `%s` is replaced with the address.
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

/// Opens addresses in the person's own programs.
package protocol AddressOpening: Sendable {
  /// Returns the command that shows an address; nil if the address must not be passed on.
  func command(for address: String) -> [String]?
  /// Returns the command for a file by its absolute path: a picture, a sound, a film or a PDF.
  func command(forFile path: NotePath) -> [String]?
  /// Whether the command needs the terminal until it ends, like a browser without a desktop.
  var takesTerminal: Bool { get }
  /// Runs the command in the background; returns false if it fails at the start.
  func run(_ command: [String]) async -> Bool
}
