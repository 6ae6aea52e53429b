import Entities
import Services

extension IndexAccess {
  /// So many are written into the index in one step: each is waited for, and each holds its notes.
  private static let mostAtOnce = 2_000
  private static let mostBytesAtOnce = 16 << 20

  /// Notes that were written one after the other go before all others: each lot before the last one,
  /// where there is room, and none among notes that just took their places.
  private func oldestFirst(_ notes: Set<NoteID>) -> [NoteID] {
    if notes.count <= Self.mostAtOnce { return Array(notes) }
    let ages = notes.map { NoteAge(modified: modified($0), path: $0.path) }
    return ages.sorted { $1 < $0 }.map { NoteID($0.path) }
  }

  private func modified(_ note: NoteID) -> Int64 {
    files.facts(of: note)?.modified.wholeNanoseconds ?? 0
  }

  /// Nil where there is no index.
  func refresh(
    _ notes: [NoteID], _ moment: RunMoment
  ) throws(NoteIndexError) -> IndexChange? {
    if connections.current() == nil { return nil }
    var reader = NoteReader(files)
    var change = IndexChange()
    var (read, gone): ([IndexedNote], [NotePath]) = ([], [])
    var bytes = 0
    let wanted = oldestFirst(Set(notes))
    for (place, note) in wanted.enumerated() {
      // Its facts before its text: what changes in between is seen by the next look.
      if let fact = files.facts(of: note), let new = reader.read(note.path, fact) {
        read.append(new)
        bytes += fact.size
      } else {
        gone.append(note.path)
      }
      let isFull = read.count + gone.count >= Self.mostAtOnce || bytes >= Self.mostBytesAtOnce
      guard isFull || place == wanted.count - 1 else { continue }
      guard let part = try write(read, removing: gone, moment) else { return nil }
      change.updated += part.updated
      change.removed += part.removed
      (read, gone, bytes) = ([], [], 0)
    }
    return change
  }
}
