package import Entities

/// How often a note is read again while another program writes to it. An ordinary write is over by the
/// second try, and many small ones, one after the other, within a second: the tries come at longer and
/// longer distances.
///
/// ```swift
/// var tries = ReadingAttempts()
/// while await tries.next() { … }
/// throw ReadingAttempts.problem(of: note)
/// ```
package struct ReadingAttempts: Sendable {
  package static let most = 50
  private static let atOnce = 10
  private static let longest = Duration.milliseconds(25)
  private var count = 0

  package init() {}

  /// Waits before the next try, at first not at all; false where it was tried often enough.
  package mutating func next() async -> Bool {
    guard let pause = nextPause() else { return false }
    if pause > .zero { try? await Task.sleep(for: pause) }
    return !Task.isCancelled || count == 1
  }

  /// The same for a thread that waits by itself; nil where it was tried often enough.
  package mutating func nextPause() -> Duration? {
    guard count < Self.most else { return nil }
    count += 1
    return min(Self.longest, .milliseconds(max(0, count - Self.atOnce)))
  }

  package static func problem(of note: NoteID, to action: String = "read") -> NoteStoreError {
    .failed(note.path, action: action, reason: "another program keeps writing to it")
  }
}
