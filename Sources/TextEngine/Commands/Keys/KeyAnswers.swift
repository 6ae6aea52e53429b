import Synchronization

/// Something from outside the text that a key needs before it can go on.
package struct KeyRequest: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// The output of a shell command; `isShown` if a person reads it, with its error messages.
    case command(String, isShown: Bool)
    /// The text of a file, by its typed path; empty for the text's own file.
    case file(String)
  }

  package var source: Source
  /// What a command reads.
  package var input: [UInt8]
  /// Whether the answer goes into the text.
  package var changesText: Bool

  package init(_ source: Source, input: [UInt8] = [], changesText: Bool) {
    self.source = source
    self.input = input
    self.changesText = changesText
  }
}

package enum KeyAnswer: Equatable, Sendable {
  case bytes([UInt8])
  /// Why there is none, for the person.
  case refused(String)
}

/// The answers to what one key asked for. A machine does not wait: where an answer is missing, the key
/// is done only in part and its holder drops the result, gets the answer, and presses the key again.
///
/// ```swift
/// while let request = answers.missing {
///   answers.add(await answer(to: request))
///   (machine, text) = (before.machine, before.text)
///   effects = machine.press(key, in: &text)
/// }
/// ```
package final class KeyAnswers: Sendable {
  /// More requests than a person would wait for.
  private static let most = 200

  private struct State {
    var given: [(request: KeyRequest, answer: KeyAnswer)] = []
    /// The answer that the key asks for next.
    var next = 0
    var missing: KeyRequest?
    var isStale = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The request that has no answer yet.
  package var missing: KeyRequest? { state.withLock { $0.missing } }

  /// Whether the key asked for something else than before, because the text changed meanwhile.
  package var isStale: Bool { state.withLock { $0.isStale } }

  /// Returns the answer; nil if it is missing.
  package func answer(to request: KeyRequest) -> KeyAnswer? {
    state.withLock { state in
      if state.missing != nil || state.isStale { return nil }
      guard state.next < state.given.count else {
        if state.next >= Self.most {
          return .refused("One key can run at most \(Self.most) commands.")
        }
        state.missing = request
        return nil
      }
      let (asked, answer) = state.given[state.next]
      guard asked == request else {
        state.isStale = true
        return nil
      }
      state.next += 1
      return answer
    }
  }

  /// Answers the missing request, and begins again with the first one.
  package func add(_ answer: KeyAnswer) {
    state.withLock { state in
      if let request = state.missing { state.given.append((request, answer)) }
      (state.missing, state.next) = (nil, 0)
    }
  }
}
