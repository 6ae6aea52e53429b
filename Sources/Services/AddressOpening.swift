package import Entities

/// How the opening of an address, or of a file, went.
package enum AddressOutcome: Equatable, Sendable {
  case opened
  /// No program for addresses is known.
  case noProgram
  /// It is no address of the web or of mail, or a file of a kind that may do more than be shown: such
  /// are not handed to another program.
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

  package func message(ofFile path: NotePath) -> String {
    switch self {
    case .opened: "Opened \(path.text) outside."
    case .noProgram: "\(path.text) is no note, and no program is known that opens it; set BROWSER."
    case .refused: "\(path.text) is no note. Open it with another program."
    case .failed: "The program that opens \(path.text) failed."
    }
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
