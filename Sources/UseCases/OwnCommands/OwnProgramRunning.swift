/// Starts the programs of a person's own commands.
package protocol OwnProgramRunning: Sendable {
  /// The person's home folder.
  var home: String { get }

  /// Returns when the program has ended, with all that it printed. A canceled task ends it, with
  /// everything that it started.
  func run(_ program: OwnProgramStart) async throws(OwnProgramError) -> OwnProgramOutput
}

/// A program to start.
package struct OwnProgramStart: Equatable, Sendable {
  /// The name or path of the program, and its arguments.
  package var words: [[UInt8]]
  package var input: [UInt8] = []
  /// The folder of the vault. No program in it is started.
  package var vault: [UInt8]
  /// Whether a hook starts it: then changes that it makes start no other hook, and it must end soon.
  package var isHook = false

  package init(_ words: [[UInt8]], vault: [UInt8]) { (self.words, self.vault) = (words, vault) }
}

package struct OwnProgramOutput: Equatable, Sendable {
  package var output: [UInt8]
  /// The first line of its error output.
  package var complaint: String

  package init(_ output: [UInt8], complaint: String = "") {
    (self.output, self.complaint) = (output, complaint)
  }
}

/// Why a program did not end well.
package enum OwnProgramError: Error, Equatable, Sendable {
  case notFound(String)
  /// A program in the vault may come from anyone who can write there.
  case isInVault(String)
  case cannotStart(String)
  /// With the first line of its errors.
  case failed(String, code: Int, String)
  case signal(String, Int)
  case stopped(String)
  case tooSlow(String, seconds: Int)
  case tooMuch(String, megabytes: Int)

  package var message: String {
    switch self {
    case .notFound(let name):
      "\(name) is not installed, or not in a folder of PATH. Nothing was changed."
    case .isInVault(let name):
      "\(name) is inside the vault, where others may write. Nothing was started: move it elsewhere."
    case .cannotStart(let name):
      "\(name) could not be started; its arguments may be too long. Nothing was changed."
    case .failed(let name, let code, let words):
      "\(name) ended with \(code)" + (words.isEmpty ? "." : ": \(words)") + " Nothing was changed."
    case .signal(let name, let number):
      "\(name) was ended by signal \(number). Nothing was changed."
    case .stopped(let name): "\(name) was stopped. Nothing was changed."
    case .tooSlow(let name, let seconds):
      "\(name) ran longer than \(seconds) seconds and was ended. Nothing was changed."
    case .tooMuch(let name, let megabytes):
      "\(name) printed more than \(megabytes) MB and was ended. Nothing was changed."
    }
  }
}
