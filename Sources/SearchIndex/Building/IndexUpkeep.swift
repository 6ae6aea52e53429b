import Entities
import Files
import Glibc
import Services
import Synchronization
import Threads

/// Updates the index to match the files: builds it, patches it, and reads changed notes again.
final class IndexUpkeep: Sendable {
  let index: IndexAccess
  let unread: UnindexedNotes
  private let runs = Runs()
  /// Held while large notes are read.
  let largeNotes = Mutex(())

  private var connections: Connections { index.connections }
  private var folder: IndexFolder { index.connections.folder }

  init(_ index: IndexAccess, _ unread: UnindexedNotes) {
    self.index = index
    self.unread = unread
  }

  func reconcile() -> AsyncStream<IndexProgress> {
    runs.follow { [self] in
      let isStarted = DedicatedThread.start(inBackground: true) { [self] in run() }
      // Without a thread to spare the caller does the work.
      if !isStarted { run() }
    }
  }

  private func run() {
    repeat {
      runs.begin()
      reconcileNow()
      for problem in connections.takeProblems() { runs.tell(.problem(problem)) }
    } while !runs.end()
  }

  private func reconcileNow() {
    do throws(SystemError) {
      let lock = try takeLock()
      defer { if connections.current() != nil { unread.forget() } }
      // A damaged index is discarded and made again; that must not be repeated forever.
      for _ in 0..<3 where !runs.isCancelled {
        if try reconcileOnce(lock) { return }
      }
    } catch {
      connections.noteMissing(error.reason)
    }
  }

  /// Returns nil if another process is updating an existing index; if there is none yet, waits
  /// until that process has made it.
  private func takeLock() throws(SystemError) -> IndexLock? {
    // A stopped program that holds the lock must not block this one forever.
    let end = ContinuousClock.now + Posix.lockPatience
    while true {
      do {
        let lock = try folder.lock()
        connections.removeBad(lock)
        folder.clear(lock)
        return lock
      } catch {
        guard error.code == EWOULDBLOCK, ContinuousClock.now < end else { throw error }
        if connections.current() != nil || runs.isCancelled { return nil }
        usleep(50_000)
      }
    }
  }

  /// Returns true once nothing is left to do.
  private func reconcileOnce(_ lock: borrowing IndexLock?) throws(SystemError) -> Bool {
    let runs = runs
    let moment = CheckTime(index.clock)
    let isFirst = connections.current() == nil
    var survey = index.files.survey(isCancelled: { runs.isCancelled })
    if runs.isCancelled { return true }
    tell(survey.problems)
    if isFirst {
      survey.sortNewestFirst()
      unread.keep(survey)
    }
    if isFirst || needsRebuild() {
      guard lock != nil else { return !isFirst }
      if isFirst {
        runs.tell(.isFirst(notes: survey.entries.count))
      } else {
        survey.sortNewestFirst()
      }
      // The next check finds what changed during the build.
      return try !build(survey, moment, lock)
    }
    return patch(survey, moment)
  }

  private func tell(_ problems: [String]) {
    runs.forgetProblems(but: problems)
    for problem in problems { runs.tell(.problem(problem)) }
  }

  private func patch(_ survey: FileSurvey, _ moment: CheckTime) -> Bool {
    let runs = runs
    var pace = Pace()
    let patch = Patch(
      index: index, isCancelled: { runs.isCancelled },
      progress: { read, all in if pace.isDue { runs.tell(.read(notes: read, of: all)) } },
      changed: { runs.tell(.changed($0)) })
    do {
      return try patch.run(survey, at: moment) || runs.isCancelled
    } catch {
      connections.note(error.message)
      return true
    }
  }

  /// Whether too many ids in the full-text index are those of notes that are gone.
  private func needsRebuild() -> Bool {
    let counts = try? index.reading { (database) throws(DatabaseError) in
      (
        notes: try database.meta(Schema.Meta.notes) ?? 0,
        stale: try database.meta(Schema.Meta.stale) ?? 0
      )
    }
    guard let counts else { return false }
    return counts.stale > counts.notes / 3 + 1000
  }

  /// Returns false if it failed.
  private func build(
    _ survey: FileSurvey, _ moment: CheckTime, _ lock: borrowing IndexLock?
  ) throws(SystemError) -> Bool {
    let all = survey.entries.count
    let runs = runs
    var pace = Pace()
    switch lock {
    case .none: return false
    case .some(let lock):
      let isBuilt = try index.build(
        survey, moment, lock, isCancelled: { runs.isCancelled },
        progress: { read in if pace.isDue { runs.tell(.read(notes: read, of: all)) } })
      if isBuilt { runs.tell(.read(notes: all, of: all)) }
      return isBuilt
    }
  }
}

/// Tells when enough time has passed for another progress report.
private struct Pace {
  private var last = ContinuousClock.now

  var isDue: Bool {
    mutating get {
      let now = ContinuousClock.now
      guard now - last >= .milliseconds(50) else { return false }
      last = now
      return true
    }
  }
}

extension IndexUpkeep {
  func refresh(_ notes: [NoteID]) async throws(NoteIndexError) -> IndexChange {
    // The next question finds these changes: a command that ends before that need not wait.
    if !index.isWatched { return current(of: notes) }
    let moment = CheckTime(index.clock)
    let isQuick = notes.allSatisfy { (index.files.facts(of: $0)?.size ?? 0) <= Self.quick }
    let known = isQuick ? try index.refresh(notes, moment) : try await refreshBehind(notes, moment)
    if let known { return known }
    // Without an index, answers come from the files when they are needed.
    unread.forget()
    return current(of: notes)
  }

  /// Returns which of these notes exist, whatever the index knows.
  private func current(of notes: [NoteID]) -> IndexChange {
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

  /// Notes of this size are read too fast for anyone to notice.
  private static let quick = 1 << 20

  /// Reads large notes on a thread with low priority, one after the other: a saved note is reported
  /// twice, by the list and by the watch.
  private func refreshBehind(
    _ notes: [NoteID], _ moment: CheckTime
  ) async throws(NoteIndexError) -> IndexChange? {
    let result = await withCheckedContinuation { continuation in
      let isStarted = DedicatedThread.start(inBackground: true) {
        let result = self.largeNotes.withLock { _ in self.refreshed(notes, moment) }
        continuation.resume(returning: result)
      }
      if !isStarted { continuation.resume(returning: refreshed(notes, moment)) }
    }
    return try result.get()
  }

  private func refreshed(
    _ notes: [NoteID], _ moment: CheckTime
  ) -> Result<IndexChange?, NoteIndexError> {
    do throws(NoteIndexError) {
      return .success(try index.refresh(notes, moment))
    } catch {
      return .failure(error)
    }
  }
}
