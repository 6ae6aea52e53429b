package import Entities
import Files
package import Services
import Synchronization

extension VaultIndex {
  @concurrent
  package func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    let moment = RunMoment(clock)
    let isQuick = notes.allSatisfy { (files.facts(of: $0)?.size ?? 0) <= Self.quick }
    let known = isQuick ? try refreshNow(notes, moment) : try await refreshBehind(notes, moment)
    if let known { return known }
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

  /// Reading notes of this size takes no time that anybody would feel.
  private static let quick = 1 << 20

  /// Large notes are read on a thread that leaves the processors to whoever types, and one after the
  /// other: a note that was saved is heard of twice, by the list and by the watch.
  private func refreshBehind(
    _ notes: [NoteID], _ moment: RunMoment
  ) async throws(NoteIndexError) -> IndexChange? {
    let result = await withCheckedContinuation { continuation in
      let isStarted = OwnThread.start(inBackground: true) {
        let result = self.largeNotes.withLock { _ in self.refreshed(notes, moment) }
        continuation.resume(returning: result)
      }
      if !isStarted { continuation.resume(returning: refreshed(notes, moment)) }
    }
    return try result.get()
  }

  private func refreshed(
    _ notes: [NoteID], _ moment: RunMoment
  ) -> Result<IndexChange?, NoteIndexError> {
    do throws(NoteIndexError) {
      return .success(try refreshNow(notes, moment))
    } catch {
      return .failure(error)
    }
  }

  /// Nil where there is no index.
  func refreshNow(
    _ notes: [NoteID], _ moment: RunMoment
  ) throws(NoteIndexError) -> IndexChange? {
    if connections.current() == nil { return nil }
    var reader = NoteReader(files)
    var change = IndexChange()
    var (read, gone): ([IndexedNote], [NotePath]) = ([], [])
    let wanted = Set(notes)
    for (place, note) in wanted.enumerated() {
      // Its facts before its text: what changes in between is seen by the next look.
      if let fact = files.facts(of: note), let new = reader.read(note.path, fact) {
        read.append(new)
      } else {
        gone.append(note.path)
      }
      guard read.count + gone.count == 256 || place == wanted.count - 1 else { continue }
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
