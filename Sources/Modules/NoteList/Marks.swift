import Entities
import Services

/// The notes that are marked: these, or all that pass the filter but these. However many notes there
/// are, marking them all costs nothing.
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

  /// Notes keep their marks under other names.
  mutating func follow(_ moves: [NoteMove]) {
    let moved = moves.filter { others.contains($0.from) }
    others.subtract(moved.map(\.from))
    others.formUnion(moved.map(\.to))
  }

  /// "All" means the notes that were shown when it was said: others are about to come.
  mutating func settle(_ shown: [NoteID]) {
    guard isAll else { return }
    let settled = Set(shown).subtracting(others)
    isAll = false
    others = settled
  }

  /// Them all, given those that are shown. Not for the main actor.
  func notes(shown: (any NoteCatalog)?) -> [NoteID] {
    if !isAll { return others.sorted { $0.path < $1.path } }
    return (shown?.allNotes ?? []).filter { !others.contains($0) }
  }
}

extension NoteCatalog {
  /// Read in small batches, so that drawing does not wait for all of them.
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
