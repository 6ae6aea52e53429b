import Entities

/// What came of opening an address or a file in another program.
enum AddressOutcome: Equatable, Sendable {
  case opened
  /// No program for addresses is known.
  case noProgram
  /// The address is not of the web or of mail, or the file is of a kind that could run code. Neither is
  /// handed to another program.
  case refused
  /// The program did not start, or ended with an error.
  case failed

  /// The message for an address. Where nothing opened it, it was copied.
  func message(of address: String) -> String {
    switch self {
    case .opened: "Opened “\(address)” outside."
    case .noProgram: "No browser is known; set BROWSER to yours. Copied “\(address)”."
    case .refused: "Only addresses of the web and of mail are opened. Copied “\(address)”."
    case .failed: "The browser failed. Copied “\(address)”."
    }
  }

  func message(ofFile path: NotePath) -> String {
    switch self {
    case .opened: "Opened \(path.text) outside."
    case .noProgram: "\(path.text) is no note, and no program is known that opens it; set BROWSER."
    case .refused: "\(path.text) is no note. Open it with another program."
    case .failed: "The program that opens \(path.text) failed."
    }
  }
}
