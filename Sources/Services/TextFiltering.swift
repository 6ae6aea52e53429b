import Entities

/// Pipes a text through a shell command.
package protocol TextFiltering: Sendable {
  /// Returns when the command has ended. A canceled task ends it. Never on the main actor.
  func filter(_ text: [UInt8], by command: String) async throws(TextFilterError) -> [UInt8]
}

package enum TextFilterError: ExplainedError, Equatable, Sendable {
  case cannotStart
  /// With the first line of its errors.
  case failed(code: Int, String)
  case endedBySignal(Int)
  case tooSlow(seconds: Int)
  case tooLarge(megabytes: Int)
  case stopped

  package var message: String {
    switch self {
    case .cannotStart: "The shell /bin/sh could not be started."
    case .failed(let code, let words):
      "The command ended with \(code)" + (words.isEmpty ? "." : ": \(words)")
    case .endedBySignal(let number): "The command was ended by signal \(number)."
    case .tooSlow(let seconds): "The command took longer than \(seconds) seconds."
    case .tooLarge(let megabytes): "The command wrote more than \(megabytes) MB."
    case .stopped: "The command was stopped."
    }
  }
}
