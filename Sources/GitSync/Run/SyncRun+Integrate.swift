import Entities
import Merging
import Services

extension SyncRun {
  /// Up to this number of files are checked again before they are written; with more, that takes
  /// longer than to merge what was typed in the meantime.
  private static let mostCompared = 500

  /// Steps 4 to 6: takes in what the remote has. Answers with the commit that has all of both.
  mutating func integrate(
    _ mine: String?, _ remote: SyncedRemotes.Remote, isLast: Bool
  ) async throws -> String? {
    let isMain = remote.name == self.remote
    guard let theirs = remote.theirs else {
      // Whatever became of the branch there, nothing is deleted here.
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
    } catch is KeysOfTheirOwn {
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
  /// Step 6. `old` is the snapshot; the files may be newer.
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
    // The files say by now what git-lfs keeps.
    try notePointers(difference)
    try await finish(applying)
  }

  /// Another device may have sent more since the caller was shown how many files would be changed.
  private func checkExpected(_ difference: TreeDifference) throws {
    let count = report.came.count + difference.changes.count
    guard let expected = request.expectedCount, count > expected else { return }
    throw SyncFailure.unexpected(count, expected: expected)
  }

  /// What git is not to see here is sent only once a person agreed, also where another device sends a file
  /// of that name: the two would be merged, and sent.
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
        // What is in the way is found when the file is written, and reported.
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

  /// The files are as in the commit; now the branch is, and the index.
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
    // A file that its settings include may be among those that were written.
    repository = try await repository.again()
    try state.end()
    try await step(.applyRemoved)
  }

  /// Continues a run that was stopped while it wrote files.
  mutating func goOn(with applying: Applying) async throws {
    changes = try state.lastChanges()
    let head = try await repository.head()
    if applying.branch == branch, head == applying.new { return try await endApplying(applying) }
    guard applying.branch == branch, head == applying.old else {
      // Another program made a commit of the files as they were then. What came is still at the remote,
      // and is merged as anything else.
      return try state.end()
    }
    let difference = try await difference(from: applying.old, to: applying.new)
    try await write(try refusingKeys(in: difference), applying)
    try await finish(applying)
  }
}
