package import Entities

/// What happened on the days of a vault.
package protocol NoteActivity: Sendable {
  /// What notes and tasks say about each day that anything happened on.
  func activity(in span: DaySpan, clock: any WallClock) async throws(NoteIndexError)
    -> [Day: DayActivity]

  /// The notes that were made on a day or changed last on it, the latest first.
  func notes(on day: Day, clock: any WallClock) async throws(NoteIndexError) -> [ActiveNote]
}

/// A note, and what was done to it on a day.
package struct ActiveNote: Equatable, Sendable {
  package var id: NoteID
  package var title: String
  package var wasMade: Bool
  /// Last of all.
  package var wasChanged: Bool
  /// How many of its tasks were done.
  package var doneTasks: Int

  package init(
    id: NoteID, title: String, wasMade: Bool, wasChanged: Bool = true, doneTasks: Int = 0
  ) {
    self.id = id
    self.title = title
    self.wasMade = wasMade
    self.wasChanged = wasChanged
    self.doneTasks = doneTasks
  }
}

extension DayActivity {
  package var isEmpty: Bool { created == 0 && changed == 0 && doneTasks == 0 }

  /// How much it was: what a year is shaded by. A note that was made and not touched since is one deed.
  package var deeds: Int { max(created, changed) + doneTasks }
}
