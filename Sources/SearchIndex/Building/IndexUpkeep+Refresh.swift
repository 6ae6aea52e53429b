import Entities
import Files
import Services
import Synchronization
import Threads

extension IndexUpkeep {
  func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    // The next question finds what was done: a command that ends before that need not wait.
    if !index.isWatched { return whatStands(of: notes) }
    let moment = RunMoment(index.clock)
    let isQuick = notes.allSatisfy { (index.files.facts(of: $0)?.size ?? 0) <= Self.quick }
    let known = isQuick ? try index.refresh(notes, moment) : try await refreshBehind(notes, moment)
    if let known { return known }
    // Without an index the files tell, and they are looked at when they are asked for.
    unread.forget()
    return whatStands(of: notes)
  }

  /// Which of these notes are there, whatever the index knows.
  private func whatStands(of notes: [NoteID]) -> IndexChange {
    var change = IndexChange()
    for note in notes {
      if index.files.facts(of: note) == nil {
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
      return .success(try index.refresh(notes, moment))
    } catch {
      return .failure(error)
    }
  }
}
