package import Entities

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
