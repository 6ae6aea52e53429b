package import Entities
import Merging
package import Services

/// One sync of a vault, from the first check of its repository to the push.
///
/// If it is stopped at any point, the next one continues; everything typed is in a file or in a commit at
/// any time. Methods throw the original errors: `SyncFailure`, `GitError`, `NoteStoreError`.
struct SyncRun {
  var repository: GitRepository
  let files: any SyncedFiles
  let state: SyncState
  let manner: SyncMode
  let request: SyncRequest
  let progress: @Sendable (SyncProgress) -> Void
  let merge: TreeMerging
  /// Waits before the next try, if another device was faster.
  var pause: @Sendable (_ attempt: Int) async throws -> Void = SyncRun.randomPause
  var step: SyncStepping = { _ in }

  var report = SyncReport()
  var branch = ""
  var remotes = SyncedRemotes()
  /// Whether an earlier run was killed, and may have left locks.
  var wasKilled = false
  /// The start of the first killed run, or of this one.
  var since: Timestamp?
  /// Whether an earlier run was interrupted while staging, and the write that one left unfinished.
  var isLeftStaged = false
  var leftApplying: Applying?
  /// Whether files were staged that are in no commit.
  var hasLeftOut = false
  /// The changes to the files by this run, and by an interrupted run that it continued.
  var changes: [Applying] = []
  var names: ReadableNames
  private static let mostTries = 6

  init(
    repository: GitRepository, files: any SyncedFiles, manner: SyncMode, request: SyncRequest,
    merge: @escaping TreeMerging, progress: @escaping @Sendable (SyncProgress) -> Void
  ) {
    self.repository = repository
    self.files = files
    self.manner = manner
    self.request = request
    self.merge = merge
    self.progress = progress
    state = SyncState(gitFolder: repository.gitFolder)
    names = ReadableNames(repository: repository, files: files, opener: manner.opener)
    report.isDryRun = request.isDryRun
  }

  private static let randomPause: @Sendable (Int) async throws -> Void = { attempt in
    var random = SystemRandomNumberGenerator()
    try await Task.sleep(for: wait(attempt, &random))
  }

  /// Returns a random delay that grows with each try, so that two devices differ.
  static func wait(_ attempt: Int, _ random: inout some RandomNumberGenerator) -> Duration {
    .milliseconds(Int.random(in: 100...400, using: &random) << min(attempt, 3))
  }

  mutating func run() async throws -> SyncReport {
    let lock = try state.lock()
    defer { withExtendedLifetime(lock) {} }
    state.removeLeft()
    try await begin()
    do {
      if manner.isLocked { throw SyncFailure.locked(waiting: try await fetchLocked()) }
      try await goOn()
      try await work()
    } catch  where !mayLeaveLocks(error) {
      try? noteEnd()
      throw error
    }
    if !remotes.mayLeaveLocks { try noteEnd() }
    return try await names.shown(report)
  }

  /// Whether git may have left a lock; the record of this run then lets the next one recognize it.
  private func mayLeaveLocks(_ error: any Error) -> Bool {
    switch error {
    case GitError.timedOut, GitError.cancelled: true
    // The lock may come from an earlier run, though this run could not tell.
    case GitError.locked: wasKilled
    // Ended by a signal.
    case GitError.failed(_, let code, _) where code > 128: true
    case is SyncFailure, is GitError, is NoteStoreError: false
    default: true
    }
  }

  private mutating func work() async throws {
    var behind = remote
    for attempt in 1...Self.mostTries {
      let head = try await bringTogether()
      if request.isDryRun {
        if let head {
          report.went = try await difference(from: remotes.all.first?.theirs, to: head).changes
        }
        return try reportRemotes()
      }
      guard let head, let name = try await send(head, attempt: attempt) else {
        return try await end(head)
      }
      behind = name
      if attempt < Self.mostTries { try await pause(attempt) }
    }
    throw SyncFailure.alwaysBehind(remote: behind)
  }

  /// Commits the changes made here, fetches, and merges; repeats if files were changed meanwhile.
  /// Returns the commit that has all changes.
  private mutating func bringTogether() async throws -> String? {
    var tries = 0
    while true {
      try Task.checkCancellation()
      var head = try await snapshot()
      try await step(.snapshotTaken)
      if tries == 0 { try await fetch() }
      do {
        for index in remotes.all.indices where remotes.all[index].failure == nil {
          let name = remotes.all[index].name
          remotes.all[index].theirs = try await repository.resolve("refs/remotes/\(name)/\(branch)")
          head = try await integrate(head, remotes.all[index], isLast: tries == 3)
        }
        try await writeLfsFiles(head)
        return head
      } catch is ChangedSinceSnapshot {
        tries += 1
      }
    }
  }

  /// Reports the sent changes, and records the remote's new state.
  private mutating func end(_ head: String?) async throws {
    if let head, let remote = remotes.all.first(where: { $0.sent == head }) {
      let sent = try await difference(from: remote.theirs, to: head)
      report.went = sent.changes
      try notePointers(sent)
    }
    if let main = remotes.all.first, main.failure == nil, let now = main.now {
      try state.keep(SyncState.Synced(seconds: manner.clock.now.seconds, remote: now))
    }
    try await noteConflicts([])
    report.conflicts = try state.conflicts().sorted()
    try reportRemotes()
    try await noteAddresses()
    try await step(.noted)
  }

  mutating func difference(from old: String?, to new: String) async throws -> TreeDifference {
    let difference = TreeDifference(try await repository.changes(from: old, to: new))
    names.note(difference)
    return difference
  }

  var contents: SyncContents {
    SyncContents(files: files, opener: manner.opener, objects: repository.lfsObjects)
  }

  mutating func add(_ events: [SyncEvent]) {
    for event in events where !report.events.contains(event) { report.events.append(event) }
  }

  /// Records notes that have marks now, and forgets those without.
  mutating func noteConflicts(_ marked: Set<NotePath>) async throws {
    let known = try state.conflicts()
    let left = await contents.marked(of: known.union(marked))
    if left != known { try state.keepConflicts(left) }
  }
}

/// Thrown if a file changed since the snapshot: the new text belongs in the merge.
struct ChangedSinceSnapshot: Error {}

/// The points at which a run may be interrupted. Tests stop it at each of these.
enum SyncStep: Equatable, Sendable {
  case begun, wentOn
  case staged, treeWritten, committed, snapshotTaken
  case fetched
  case merged, mergeCommitted
  case applyWritten
  case fileDone(NotePath)
  case filesDone, branchMoved, indexRead, applyRemoved
  case lfsSent, sent
  case noted
}

typealias SyncStepping = @Sendable (SyncStep) async throws -> Void

/// The settings with which a device syncs a vault.
package struct SyncMode: Sendable {
  /// The device's name, for commits and conflict marks.
  var device: String
  /// The template of commit messages, with `{{device}}` and `{{notes}}`.
  package var message = "{{device}}: {{notes}}"
  /// Whether the vault is encrypted. Then no commit message names the changed files.
  package var isSecret = false
  /// Opens the files of an encrypted vault; nil while it is locked, when it can only be fetched.
  package var opener: (any AgeOpening)?
  /// The folder of templates in the vault's own settings. The person's settings do not count, since
  /// all devices must merge alike.
  package var templates: NotePath?
  var clock: any WallClock
  var network: NetworkOptions
  /// The most files and bytes that are received without a question.
  var incomingLimit = (files: 100_000, bytes: 2 << 30)
  /// Nil: every question of git and ssh is answered with “no”.
  package var asking: PromptChannel?
  /// The repositories that may run programs of their own.
  var trust: SyncTrust

  package init(
    device: String, clock: any WallClock, network: NetworkOptions = .automatic, trust: SyncTrust
  ) {
    self.device = device
    self.clock = clock
    self.network = network
    self.trust = trust
  }

  var isLocked: Bool { isSecret && opener == nil }
  var seconds: Int { Int(clamping: clock.now.seconds) }
  var person: CommitPerson { CommitWords.person(device: device) }
  /// The name in conflict marks for files that are not committed yet.
  var sideName: String { CommitWords.side(person.name, seconds) }
}

/// Merges two states of a vault, given their common base.
typealias TreeMerging =
  @Sendable (_ base: Tree, _ one: MergeSide, _ other: MergeSide, _ blobs: any BlobReading)
  async throws -> MergedTree
