import Entities
import NoteList
import Services

package struct CommandFailure: Error, Equatable, Sendable {
  package var code: ExitCode
  package var message: String
  /// Further lines, such as matching or similar names.
  var details: [String]

  init(_ error: UsageError) {
    self.init(String(error.message.dropFirst("notes-tui: ".count)), code: .usage)
  }

  package init(_ message: String, code: ExitCode = .failed, details: [String] = []) {
    self.message = message
    self.code = code
    self.details = details
  }
}

extension CommandFailure {
  init(_ error: NoteStoreError) {
    switch error {
    case .notFound(let path): self.init("\(path.text) is not there.", code: .notFound)
    case .changedOutside, .unexpected, .unexpectedNotes: self.init(error.message, code: .unexpected)
    case .locked(let path):
      self.init("\(path.text) is locked: its passphrase is needed.", code: .locked)
    case .wrongPassphrase, .tooSoon: self.init(error.message, code: .locked)
    default: self.init(error.message)
    }
  }

  init(_ error: NoteIndexError) {
    self.init(error.message, code: error == .cancelled ? .cancelled : .failed)
  }

  init(_ failure: NoteListFailure) {
    switch failure {
    case .store(let error): self.init(error)
    case .index(let error): self.init(error)
    }
  }
}

extension Array {
  /// Returns the only element; throws these messages if there is none, or several.
  func only(
    ifNone missing: String, ifSeveral ambiguous: String, listed: (Element) -> String
  ) throws(CommandFailure) -> Element {
    guard let first else { throw CommandFailure(missing, code: .notFound) }
    guard count == 1 else {
      throw CommandFailure(ambiguous, code: .ambiguous, details: map(listed))
    }
    return first
  }
}

/// Converts a service's error to a command's.
@MainActor
@discardableResult
func onBehalf<Value>(
  ofIndex body: @autoclosure () async throws(NoteIndexError) -> Value
) async throws(CommandFailure) -> Value {
  try await rethrow(try await body()) { (error: NoteIndexError) in CommandFailure(error) }
}

@MainActor
@discardableResult
func onBehalf<Value>(
  ofStore body: @autoclosure () async throws(NoteStoreError) -> Value
) async throws(CommandFailure) -> Value {
  try await rethrow(try await body()) { (error: NoteStoreError) in CommandFailure(error) }
}

package enum ExitCode: Int32, Equatable, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case notFound = 3
  case ambiguous = 4
  case locked = 5
  /// The notes are not as the caller expected. Nothing was written.
  case unexpected = 6
  case cancelled = 7
  /// Both versions are saved.
  case conflict = 8
}
