package import Entities

/// What happened on the days of a vault.
package protocol NoteActivity: Sendable {
  /// What notes and tasks say about each day that anything happened on.
  func activity(in span: DaySpan, clock: any WallClock) async throws(NoteIndexError)
    -> [Day: DayActivity]

  /// The notes that were made on a day or changed last on it, the latest first.
  func notes(on day: Day, clock: any WallClock) async throws(NoteIndexError) -> [ActiveNote]
}
