/// How much happened on a day.
package struct DayActivity: Equatable, Sendable {
  /// The number of notes created, and of notes last changed, on this day.
  package var created = 0
  package var changed = 0
  package var doneTasks = 0

  package init(created: Int = 0, changed: Int = 0, doneTasks: Int = 0) {
    self.created = created
    self.changed = changed
    self.doneTasks = doneTasks
  }

  package var isEmpty: Bool { created == 0 && changed == 0 && doneTasks == 0 }

  /// The number of actions, which sets the shade in the year view. The larger count of notes, so
  /// that one created and last changed on this day counts once.
  package var actions: Int { max(created, changed) + doneTasks }
}

package struct ActiveNote: Equatable, Sendable {
  package var id: NoteID
  package var title: String
  package var wasMade: Bool
  /// Whether the note's last change was on this day.
  package var wasChanged: Bool
  /// The number of the note's tasks that were done on this day.
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
