/// How the opening of an address went.
package enum AddressOutcome: Equatable, Sendable {
  case opened
  /// No program for addresses is known.
  case noProgram
  /// It is no address of the web or of mail: such are not handed to another program.
  case refused
  /// The program could not be started, or ended with an error at once.
  case failed

  /// What is said of it; where nothing opened the address it was copied.
  package func message(of address: String) -> String {
    switch self {
    case .opened: "Opened “\(address)” outside."
    case .noProgram: "No browser is known; set BROWSER to yours. Copied “\(address)”."
    case .refused: "Only addresses of the web and of mail are opened. Copied “\(address)”."
    case .failed: "The browser failed. Copied “\(address)”."
    }
  }
}

/// Shows an address in whatever the person has for addresses.
package protocol AddressOpening: Sendable {
  /// The command that shows it; nil for an address that is not to be handed to another program.
  func command(for address: String) -> [String]?
  /// Whether that needs the terminal until it ends, as a browser without a desktop does.
  var takesTerminal: Bool { get }
  /// Runs such a command beside this program; false where it fails at once.
  func run(_ command: [String]) async -> Bool
}
