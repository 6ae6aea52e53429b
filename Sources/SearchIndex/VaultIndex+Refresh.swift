package import Entities
package import Services

extension VaultIndex {
  @concurrent
  package func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    let moment = RunMoment(clock)
    if let change = try refreshNow(notes, moment) { return change }
    // Without an index the files tell, and they are looked at when they are asked for.
    unread.forget()
    var change = IndexChange()
    for note in notes {
      if files.facts(of: note) == nil {
        change.removed.append(note)
      } else {
        change.updated.append(note)
      }
    }
    return change
  }

  /// Nil where there is no index.
  func refreshNow(
    _ notes: [NoteID], _ moment: RunMoment
  ) throws(NoteIndexError) -> IndexChange? {
    if connections.current() == nil { return nil }
    var reader = NoteReader(files)
    var change = IndexChange()
    var (read, gone): ([IndexedNote], [NotePath]) = ([], [])
    for (place, note) in Set(notes).enumerated() {
      // Its facts before its text: what changes in between is seen by the next look.
      if let fact = files.facts(of: note), let new = reader.read(note.path, fact) {
        read.append(new)
      } else {
        gone.append(note.path)
      }
      guard read.count + gone.count == 256 || place == Set(notes).count - 1 else { continue }
      guard let part = try write(read, removing: gone, moment) else { return nil }
      change.updated += part.updated
      change.removed += part.removed
      (read, gone) = ([], [])
    }
    return change
  }

  @concurrent
  package func discard() async throws(NoteIndexError) {
    guard let current = connections.current() else { return }
    connections.discard(current)
  }
}
