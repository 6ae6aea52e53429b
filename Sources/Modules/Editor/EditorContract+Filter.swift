import Entities
import Synchronization

/// Gives a text to a command of the shell, and takes what that makes of it.
package protocol TextFiltering: Sendable {
  /// Waits until the command has ended, or is ended by `stop`. Never on the main actor.
  func filter(
    _ text: [UInt8], by command: String, until stop: FilterStop
  ) async throws(TextFilterError) -> [UInt8]
}

/// Lets the person end a command that is under way.
package final class FilterStop: Sendable {
  private struct State {
    var isAsked = false
    var whenAsked: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  package func ask() {
    let body = state.withLock { state in
      state.isAsked = true
      return state.whenAsked.take()
    }
    body?()
  }

  /// Calls `body` once it is asked, at once where it was already. Only the last one is kept.
  package func whenAsked(_ body: @escaping @Sendable () -> Void) {
    let isAsked = state.withLock { state in
      if !state.isAsked { state.whenAsked = body }
      return state.isAsked
    }
    if isAsked { body() }
  }
}

package enum TextFilterError: ExplainedError, Equatable, Sendable {
  case cannotStart
  /// With the first line of what it said is wrong.
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
