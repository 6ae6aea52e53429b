import Entities
import Services

/// What changed and was not told yet.
struct GatheredChanges {
  private var notes: Set<NoteID> = []
  private var isEverything = false

  mutating func add(_ note: NoteID) { notes.insert(note) }
  mutating func add(_ others: Set<NoteID>) { notes.formUnion(others) }
  mutating func addEverything() { isEverything = true }

  var isEmpty: Bool { notes.isEmpty && !isEverything }

  /// As one event, or none; nothing is gathered after it.
  mutating func take(most: Int) -> [FileEvent] {
    defer { self = GatheredChanges() }
    if isEverything || notes.count > most { return [.everything] }
    return notes.isEmpty ? [] : [.notes(notes)]
  }
}
