package import Entities
import Files
package import Services
import Synchronization
import Threads

extension VaultIndex {
  @concurrent
  package func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    // The next question finds what was done: a command that ends before that need not wait.
    if !isWatched { return whatStands(of: notes) }
    let moment = RunMoment(clock)
    let isQuick = notes.allSatisfy { (files.facts(of: $0)?.size ?? 0) <= Self.quick }
    let known = isQuick ? try refreshNow(notes, moment) : try await refreshBehind(notes, moment)
    if let known { return known }
    // Without an index the files tell, and they are looked at when they are asked for.
    unread.forget()
    return whatStands(of: notes)
  }

  /// Which of these notes are there, whatever the index knows.
  func whatStands(of notes: [NoteID]) -> IndexChange {
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
  func refreshNow(
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

  @concurrent
  package func discard() async throws(NoteIndexError) {
    guard let current = connections.current() else { return }
    connections.discard(current)
  }
}
