import Entities

/// A sealed file as it is in the vault or its trash now.
struct SeenPresent: Equatable {
  var id: SealedID
  /// Nil where it cannot be opened.
  var state: SeenState?
  /// As it is listed: the second of two at one place has a number.
  var shown: NotePath
  var isTrashed = false
}

/// What differs between the notes that there are and what is remembered of them.
struct SeenReport: Equatable {
  struct Copy: Equatable {
    var ids: [SealedID]
    var note: NotePath
    var original: NotePath
  }

  /// A state that was seen here before a later one.
  var older: [SeenPresent] = []
  /// A state that was never seen here, whose file is older than the latest that was.
  var doubtful: [SeenPresent] = []
  var copies: [Copy] = []
  /// Deleted for good here, and there again.
  var back: [SeenPresent] = []
  var missing: [(id: SealedID, place: NotePath)] = []

  static func == (one: SeenReport, other: SeenReport) -> Bool {
    one.older == other.older && one.doubtful == other.doubtful && one.copies == other.copies
      && one.back == other.back && one.missing.map(\.id) == other.missing.map(\.id)
  }

  init(_ present: [SeenPresent], _ table: SeenTable) {
    // The first of each mark is the note, others are its copies.
    let inOrder = present.sorted { ($0.id, $0.isTrashed ? 1 : 0) < ($1.id, $1.isTrashed ? 1 : 0) }
    let byID = Dictionary(inOrder.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var holders: [FileMark: SeenPresent] = [:]
    for (id, entry) in table.entries {
      guard let note = byID[id] else { continue }
      for mark in entry.earlier { holders[mark] = note }
    }
    var seen: [FileMark: SeenPresent] = [:]
    for note in inOrder {
      guard let state = note.state else { continue }
      let entry = table.entries[note.id]
      let other = seen[state.mark] ?? holders[state.mark].flatMap { $0.id == note.id ? nil : $0 }
      if seen[state.mark] == nil { seen[state.mark] = note }
      if let other {
        if entry?.isAcceptedCopy != true {
          copies.append(Copy(ids: [note.id, other.id], note: note.shown, original: other.shown))
        }
        continue
      }
      guard let entry else { continue }
      if entry.isDeleted, entry.knows(state.mark) {
        back.append(note)
      } else if entry.earlier.contains(state.mark) {
        older.append(note)
      } else if state.mark != entry.last.mark, state.modified < entry.last.modified {
        doubtful.append(note)
      }
    }
    missing = table.entries.filter { !$0.value.isDeleted && byID[$0.key] == nil }
      .map { ($0.key, $0.value.last.place) }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  var isEmpty: Bool {
    older.isEmpty && doubtful.isEmpty && copies.isEmpty && back.isEmpty && missing.isEmpty
  }

  /// Takes all of it as it is: it is not told again.
  func accept(into table: inout SeenTable) {
    for note in older + doubtful + back {
      if let state = note.state { table.take(.written(note.id, state)) }
    }
    for id in copies.flatMap(\.ids) { table.acceptCopy(id) }
    for note in missing { table.take(.deleted(note.id)) }
  }
}
