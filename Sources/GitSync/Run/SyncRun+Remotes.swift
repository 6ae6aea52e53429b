import Entities
import Services

extension SyncRun {
  /// The main one.
  var remote: String { remotes.all.first?.name ?? "" }

  /// Step 3, of all remotes. One that is away does not stop the others.
  mutating func fetch() async throws {
    progress(.fetching)
    for index in remotes.all.indices where remotes.all[index].failure == nil {
      do {
        try await fetch(remotes.all[index].name)
      } catch  where remotes.maySkip(error) {
        remotes.all[index].failure = error
      }
    }
    if let failure = remotes.all.first?.failure, remotes.all.allSatisfy({ $0.failure != nil }) {
      throw failure
    }
    try await step(.fetched)
  }

  /// Step 7: sends the commit to those that lack it. Answers with the name of one that has more by now.
  mutating func send(_ head: String, attempt: Int) async throws -> String? {
    var behind: String?
    for index in remotes.all.indices where remotes.all[index].lacks(head) {
      progress(.sending(attempt: attempt))
      var remote = remotes.all[index]
      do {
        if try await !send(head, to: &remote) { behind = remote.name }
      } catch  where remotes.maySkip(error) {
        remote.failure = error
      }
      remotes.all[index] = remote
    }
    return behind
  }

  /// False where it is to be fetched and merged again.
  private mutating func send(_ head: String, to remote: inout SyncedRemotes.Remote) async throws
    -> Bool
  {
    try await sendKept(head, to: remote.name)
    let outcome = try await repository.push(
      head, to: remote.name, branch: branch, options: manner.network)
    try await step(.sent)
    switch outcome {
    case .pushed: remote.sent = head
    case .refused(let reason):
      let refused = SyncFailure.refused(remote: remote.name, reason: reason)
      let isClosed = ["hook declined", "rotected branch"].contains { reason.contains($0) }
      guard isClosed, branch != ownBranch else { throw refused }
      try await sendAside(head, to: &remote, refused, reason)
    case .behind(let reason):
      // Others were faster; where nothing came of them, the server means something else.
      if let refusedAt = remote.refusedAt, refusedAt == remote.theirs ?? "" {
        throw SyncFailure.refused(remote: remote.name, reason: reason)
      }
      remote.refusedAt = remote.theirs ?? ""
      return false
    case .locked(let holder):
      // Another device may send just now; a lock that lasts is not ours to remove.
      if remote.wasLocked { throw SyncFailure.remoteLocked(holder.message(at: remote.name)) }
      remote.wasLocked = true
      return false
    }
    return true
  }

  /// The way out where a server keeps the branch to itself: one that is this device's, if the person wants
  /// that each time.
  private func sendAside(
    _ head: String, to remote: inout SyncedRemotes.Remote, _ refused: SyncFailure, _ reason: String
  ) async throws {
    if try await repository.resolve("refs/remotes/\(remote.name)/\(ownBranch)") != head {
      try check(
        .ownBranch(ownBranch, remote: remote.name, insteadOf: branch, reason: reason))
      let outcome = try await repository.push(
        head, to: remote.name, branch: ownBranch, options: manner.network)
      guard outcome == .pushed else { throw refused }
      remote.sent = head
    }
    remote.aside = head
  }

  private var ownBranch: String { "notes-tui/\(CommitWords.plain(manner.person.name))" }

  /// What was left undone. The main remote's trouble is the sync's.
  mutating func tellOfRemotes() throws {
    for remote in remotes.all {
      switch remote.failure {
      case nil: break
      case let failure? where remote.name == self.remote: throw failure
      case SyncFailure.asks(let question)?: throw SyncFailure.asks(question)
      case let failure?:
        let failure = (failure as? GitError).map { SyncFailure($0, remote: remote.name) } ?? failure
        add([.remark((failure as? SyncFailure)?.message ?? "\(remote.name): \(failure)")])
      }
      if remote.aside != nil {
        add([
          .remark(
            "\(remote.name) does not take changes of \(branch) from this device: they are in the branch"
              + " \(ownBranch) there. Once that is merged into \(branch), a sync brings all in line."
          )
        ])
      }
    }
  }
}
