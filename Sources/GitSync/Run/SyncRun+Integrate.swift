import Entities
import Services

extension SyncRun {
  /// The most files that are checked again before they are written. With more, the check takes
  /// longer than a merge of the text typed in the meantime.
  private static let mostCompared = 500

  /// Steps 4 to 6: merges the remote's changes. Returns the commit that has all changes of both.
  mutating func integrate(
    _ mine: String?, _ remote: SyncedRemotes.Remote, isLast: Bool
  ) async throws -> String? {
    let isMain = remote.name == self.remote
    guard let theirs = remote.theirs else {
      // The branch disappeared at the remote, but nothing is deleted here.
      if mine != nil, isMain, remote.isSentTo { add([.remoteWasEmpty]) }
      return mine
    }
    if isMain { try await checkRewritten(try state.synced()?.remote, theirs) }
    guard let mine else {
      try await checkAmount(from: nil, to: theirs, of: remote.name)
      try await apply(from: nil, to: theirs, isLast: isLast)
      return theirs
    }
    if mine == theirs { return mine }
    try await checkSentPlain(mine, theirs)
    if try await repository.isAncestor(theirs, of: mine) { return mine }
    try await checkAmount(from: mine, to: theirs, of: remote.name)
    try await checkKeys(mine, theirs)
    if try await repository.isAncestor(mine, of: theirs) {
      guard try await repository.changesOutside(from: mine, to: theirs).isEmpty else {
        throw SyncFailure.obstacle(SyncMerging.outside(repository))
      }
      try await apply(from: mine, to: theirs, isLast: isLast)
      return theirs
    }
    progress(.merging)
    let merged: SyncMerging.Result
    do {
      merged = try await SyncMerging(repository: repository, merge: merge, step: step)
        .commit(mine, theirs)
    } catch is KeysDiffer {
      throw try await keysDiffer(
        "Two devices made this vault's keys, each its own. Nothing was merged.",
        from: try await repository.mergeBases(mine, theirs).min(), to: mine)
    }
    try await apply(from: mine, to: merged.commit, isLast: isLast)
    add(merged.events)
    return merged.commit
  }

  private mutating func checkRewritten(_ known: String?, _ theirs: String) async throws {
    guard let known, known != theirs, try await repository.resolve(known) != nil,
      try await !repository.isAncestor(known, of: theirs)
    else { return }
    add([.historyRewritten])
  }
}

extension SyncRun {
  /// Step 6: brings the files from `old`, the snapshot, to `new`. The files may be newer than `old`.
  private mutating func apply(from old: String?, to new: String, isLast: Bool) async throws {
    let changes = try await repository.changes(from: old, to: new)
    let difference = try await checkedKeys(of: TreeDifference(changes), from: old)
    names.note(difference)
    noteKeys(difference)
    if request.isDryRun {
      try notePointers(difference)
      return note(difference.changes)
    }
    try checkExpected(difference)
    if let (vanished, all) = try await vanishedMost(in: changes, of: old) {
      try check(.deletedThere(notes: vanished, of: all))
    }
    try await checkIgnored(difference)
    if !isLast { try await checkUnchanged(difference) }
    let applying = Applying(branch: branch, old: old, new: new)
    self.changes.append(applying)
    try state.keepLast(self.changes)
    try state.begin(applying)
    try await step(.applyWritten)
    try await write(difference, applying)
    // By now the files show which of them git-lfs stores.
    try notePointers(difference)
    try await finish(applying)
  }

  /// Checks the number of changes: another device may have sent more since the caller saw it.
  private func checkExpected(_ difference: TreeDifference) throws {
    let count = report.came.count + difference.changes.count
    guard let expected = request.expectedCount, count > expected else { return }
    throw SyncFailure.unexpected(count, expected: expected)
  }

  /// Asks before files that git ignores here are sent. That would happen if another device sends a
  /// file of the same name: the two would be merged and sent.
  private func checkIgnored(_ difference: TreeDifference) async throws {
    let taken = (difference.writes + difference.lateWrites).filter {
      $0.before == nil && repository.isThere($0.path)
    }
    if taken.isEmpty { return }
    let (ignored, blobs) = (try await repository.ignored(), try repository.blobs())
    var asked: [NotePath] = []
    for change in taken where ignored.contains(change.path) {
      guard let there = try? await files.file(at: change.path),
        !contents.objects.areSame(there, try blobs.file(change.after))
      else { continue }
      asked.append(change.path)
    }
    if !asked.isEmpty { try check(.ignoredHere(asked.sorted())) }
  }

  private func checkUnchanged(_ difference: TreeDifference) async throws {
    guard difference.all.count <= Self.mostCompared else { return }
    let (blobs, objects) = (try repository.blobs(), contents.objects)
    for change in difference.all {
      let there: SyncedFile?
      do throws(NoteStoreError) {
        there = try await files.file(at: change.path)
      } catch {
        // The write finds the obstacle again, and reports it.
        continue
      }
      let before = try blobs.file(change.before)
      let isSame = there.map { objects.areSame($0, before) } ?? (before == nil)
      if !isSame { throw ChangedSinceSnapshot() }
    }
  }

  private mutating func write(_ difference: TreeDifference, _ applying: Applying) async throws {
    let there = try await repository.side(at: applying.new, since: applying.old)
    var apply = SyncApply(
      contents: contents, blobs: try repository.blobs(), names: (manner.sideName, there),
      state: state, progress: progress, step: step)
    do {
      try await apply.run(difference)
    } catch {
      add(apply.events)
      throw error
    }
    add(apply.events)
    note(difference.changes)
    try await noteConflicts(apply.marked)
    try await step(.filesDone)
  }

  mutating func note(_ changes: [SyncChange]) {
    var came = Dictionary(report.came.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    for change in changes { came[change.path] = change }
    report.came = came.values.sorted { $0.path < $1.path }
  }

  /// Moves the branch and the index to the commit, once the files match it.
  private mutating func finish(_ applying: Applying) async throws {
    try await clearingOwnLocks {
      try await repository.moveBranch(applying.branch, to: applying.new, from: applying.old)
    }
    try await step(.branchMoved)
    try await endApplying(applying)
  }

  private mutating func endApplying(_ applying: Applying) async throws {
    try await resetIndex(to: applying.new)
    try await step(.indexRead)
    // The settings may include a file that was just written.
    repository = try await repository.again()
    try state.end()
    try await step(.applyRemoved)
  }

  /// Continues a run that was interrupted while it wrote files.
  mutating func goOn(with applying: Applying) async throws {
    changes = try state.lastChanges()
    let head = try await repository.head()
    if applying.branch == branch, head == applying.new { return try await endApplying(applying) }
    guard applying.branch == branch, head == applying.old else {
      // Another program committed the files half-written. The incoming changes are still at the
      // remote, and get merged like any others.
      return try state.end()
    }
    let difference = try await difference(from: applying.old, to: applying.new)
    try await write(try refusingKeys(in: difference), applying)
    try await finish(applying)
  }
}
