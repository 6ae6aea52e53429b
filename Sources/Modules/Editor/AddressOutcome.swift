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
