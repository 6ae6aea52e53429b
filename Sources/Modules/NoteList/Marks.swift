import Entities
import Services

/// The marked notes: a set, or all that pass the filter except a set. Marking all costs nothing,
/// however many notes there are.
struct Marks {
  private(set) var isAll = false
  private var others: Set<NoteID> = []

  func contains(_ note: NoteID) -> Bool { isAll != others.contains(note) }

  func count(ofShown shown: Int) -> Int {
    isAll ? max(0, shown - others.count) : others.count
  }

  mutating func toggle(_ note: NoteID) {
    if others.remove(note) == nil { others.insert(note) }
  }

  mutating func markAll() {
    isAll = true
    others = []
  }

  mutating func drop() {
    isAll = false
    others = []
  }

  mutating func take(away notes: some Sequence<NoteID>) {
    if isAll { others.formUnion(notes) } else { others.subtract(notes) }
  }

  /// Moves marks to the new names of notes.
  mutating func follow(_ moves: [NoteMove]) {
    let moved = moves.filter { others.contains($0.from) }
    others.subtract(moved.map(\.from))
    others.formUnion(moved.map(\.to))
  }

  /// Turns "all" into the set of notes that were shown when it was chosen, before others are shown.
  mutating func settle(_ shown: [NoteID]) {
    guard isAll else { return }
    let settled = Set(shown).subtracting(others)
    isAll = false
    others = settled
  }

  /// Returns the marked notes, given those that are shown. Too slow for the main actor.
  func notes(shown: (any NoteCatalog)?) -> [NoteID] {
    if !isAll { return others.sorted { $0.path < $1.path } }
    return (shown?.allNotes ?? []).filter { !others.contains($0) }
  }
}

extension NoteCatalog {
  /// All notes, read in small batches, so that drawing does not wait for all of them.
  var allNotes: [NoteID] {
    var notes: [NoteID] = []
    notes.reserveCapacity(count)
    while notes.count < count {
      let part = self.notes(in: notes.count..<min(count, notes.count + 128))
      if part.isEmpty { break }
      notes += part.map(\.id)
    }
    return notes
  }
}
