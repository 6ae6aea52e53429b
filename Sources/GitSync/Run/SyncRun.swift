package import Entities
import Merging
package import Services

/// One sync of a vault, from the first look at its repository to the push.
///
/// Wherever it is stopped, the next one continues; everything typed is in a file or in a commit at
/// any time. Methods throw what they meet: `SyncFailure`, `GitError`, `NoteStoreError`.
struct SyncRun {
  var repository: GitRepository
  let files: any SyncedFiles
  let state: SyncState
  let manner: SyncMode
  let request: SyncRequest
  let progress: @Sendable (SyncProgress) -> Void
  let merge: TreeMerging
  /// Waits before the next try, when another device was faster.
  var pause: @Sendable (_ attempt: Int) async throws -> Void = SyncRun.randomPause
  var step: SyncStepping = { _ in }

  var report = SyncReport()
  var branch = ""
  var remotes = SyncedRemotes()
  /// An earlier run was killed, and may have left locks.
  var wasKilled = false
  /// When the first run began that was killed, or this one.
  var since: Timestamp?
  /// In the middle of staging, or of writing these files.
  var isLeftStaged = false
  var leftApplying: Applying?
  /// Files were staged that are in no commit.
  var hasLeftOut = false
  /// What this run, and one that it went on with, changed in the files.
  var changes: [Applying] = []
  var names: ShownNames
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
    names = ShownNames(repository: repository, files: files, opener: manner.opener)
    report.isDryRun = request.isDryRun
  }

  private static let randomPause: @Sendable (Int) async throws -> Void = { attempt in
    var random = SystemRandomNumberGenerator()
    try await Task.sleep(for: wait(attempt, &random))
  }

  /// Longer with each try, and another time on each device.
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

  /// A git that was ended in its work leaves its lock behind; the next run then knows whose it is.
  private func mayLeaveLocks(_ error: any Error) -> Bool {
    switch error {
    case GitError.timedOut, GitError.cancelled: true
    // It was left by a run before this one, and this one did not know it for its own yet.
    case GitError.locked: wasKilled
    // By a signal.
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
        return try tellOfRemotes()
      }
      guard let head, let name = try await send(head, attempt: attempt) else {
        return try await end(head)
      }
      behind = name
      if attempt < Self.mostTries { try await pause(attempt) }
    }
    throw SyncFailure.alwaysBehind(remote: behind)
  }

  /// Keeps what was changed here, fetches, and merges: once, or again where files were changed meanwhile.
  /// Answers with the commit that has all of it.
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

  /// Tells what was sent, and what is known of the remote from now on.
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
    try tellOfRemotes()
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

  /// Adds notes that have marks now, and forgets those that have none any more.
  mutating func noteConflicts(_ marked: Set<NotePath>) async throws {
    let known = try state.conflicts()
    let left = await contents.marked(of: known.union(marked))
    if left != known { try state.keepConflicts(left) }
  }
}

/// A file is no longer as the snapshot has it: what is in it now belongs into the merge.
struct ChangedSinceSnapshot: Error {}

/// Where a run may end before its time. Tests end it at each of these.
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

/// How a device syncs a vault.
package struct SyncMode: Sendable {
  /// Its name is in commits and in the marks of conflicts.
  var device: String
  /// With `{{device}}` and `{{notes}}` in it.
  package var message = "{{device}}: {{notes}}"
  /// The vault is encrypted: no commit says which of its files changed.
  package var isSecret = false
  /// Opens the files of such a vault; nil while it is locked, which only lets it be fetched.
  package var opener: (any AgeOpening)?
  /// Where the vault says that its templates lie: not the person, since all devices are to merge alike.
  package var templates: NotePath?
  var clock: any WallClock
  var network: NetworkOptions
  /// As much comes at once without a question.
  var mostComing = (files: 100_000, bytes: 2 << 30)
  /// Nil: whatever git and ssh ask is answered with “no”.
  package var asking: AskingWay?
  /// Which repositories may run programs of their own.
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
  /// Files of the folder that are in no commit yet.
  var sideName: String { CommitWords.side(person.name, seconds) }
}

/// Brings two states of a vault together, by what they came of.
typealias TreeMerging =
  @Sendable (_ base: Tree, _ one: MergeSide, _ other: MergeSide, _ blobs: any BlobReading)
  async throws -> MergedTree
