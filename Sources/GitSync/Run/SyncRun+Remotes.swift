import Merging
import Services

extension SyncRun {
  /// The main remote's name.
  var remote: String { remotes.all.first?.name ?? "" }

  /// Step 3: fetches from all remotes. An unavailable one does not stop the others.
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

  /// Step 7: sends the commit to the remotes that lack it. Returns the name of one that has newer
  /// commits.
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

  /// Returns false if it must be fetched and merged again.
  private mutating func send(_ head: String, to remote: inout SyncedRemotes.Remote) async throws
    -> Bool
  {
    try await sendLfsFiles(head, to: remote.name)
    let outcome = try await repository.push(
      head, to: remote.name, branch: branch, options: manner.network)
    try await step(.sent)
    switch outcome {
    case .pushed: remote.sent = head
    case .refused(let reason):
      let refused = SyncFailure.refused(remote: remote.name, reason: reason)
      let isClosed = ["hook declined", "rotected branch"].contains { reason.contains($0) }
      guard isClosed, branch != ownBranch else { throw refused }
      try await sendToOwnBranch(head, to: &remote, refused, reason)
    case .behind(let reason):
      // Others were faster. If the fetch then brings nothing new, the server has another reason.
      if let refusedAt = remote.refusedAt, refusedAt == remote.theirs ?? "" {
        throw SyncFailure.refused(remote: remote.name, reason: reason)
      }
      remote.refusedAt = remote.theirs ?? ""
      return false
    case .locked(let holder):
      // Another device may be sending; a lock that lasts is not ours to remove.
      if remote.wasLocked { throw SyncFailure.remoteLocked(holder.message(at: remote.name)) }
      remote.wasLocked = true
      return false
    }
    return true
  }

  /// Sends to a branch of this device, for a server that protects the main branch. The person has
  /// to agree each time.
  private func sendToOwnBranch(
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

  /// Reports what was left undone. A failure of the main remote is the sync's failure.
  mutating func reportRemotes() throws {
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

/// The remotes that a vault is synced with, the main one first.
struct SyncedRemotes {
  struct Remote {
    let name: String
    /// If false, it is only fetched from.
    let isSentTo: Bool
    /// Its branch's commit at the fetch.
    var theirs: String?
    /// The commit sent to it since.
    var sent: String?
    /// The commit in this device's own branch there, if the server protects the main branch.
    var aside: String?
    /// The reason to do nothing more with it in this run.
    var failure: (any Error)?
    /// Its branch's commit when it last refused a push because others were faster.
    var refusedAt: String?
    var wasLocked = false

    /// Its branch's commit now.
    var now: String? { aside == nil ? sent ?? theirs : theirs }

    func lacks(_ commit: String) -> Bool {
      isSentTo && failure == nil && ![theirs, sent, aside].contains(commit)
    }
  }

  var all: [Remote] = []
  /// The names of the remotes that are not synced.
  private(set) var others: [String] = []

  init() {}

  /// The main remote is `origin`, or the first. The setting `remote.NAME.sync` decides about the
  /// others: `true`, or `fetch` for one that is never sent to.
  init(_ names: [String], _ settings: GitSettings) throws(SyncFailure) {
    guard let main = names.contains("origin") ? "origin" : names.first else { throw .notSetUp }
    for name in [main] + names.filter({ $0 != main }) {
      let line = settings.lines.last {
        $0.section == "remote" && $0.middle == name && $0.name == "sync"
      }
      if line?.value == "fetch" {
        all.append(Remote(name: name, isSentTo: false))
      } else if line?.isTrue ?? (name == main) {
        all.append(Remote(name: name, isSentTo: true))
      } else {
        others.append(name)
      }
    }
    if all.isEmpty { throw .notSetUp }
  }

  /// Whether the sync may go on with the other remotes.
  func maySkip(_ error: any Error) -> Bool {
    guard all.count > 1 else { return false }
    switch error {
    case GitError.offline, GitError.refusedCredentials, GitError.unknownHost, GitError.changedHost,
      GitError.notFoundThere, GitError.timedOut, GitError.badObjects, SyncFailure.refused,
      SyncFailure.remoteLocked, SyncFailure.asks(.ownBranch):
      return true
    default: return false
    }
  }

  /// Whether a git process was ended and may have left a lock.
  var mayLeaveLocks: Bool {
    all.contains { if case GitError.timedOut? = $0.failure { true } else { false } }
  }
}

/// Limits, so that a remote cannot fill the disk.
extension SyncRun {
  /// Fetches; more than the limit only if a person agreed.
  func fetch(_ remote: String) async throws {
    let question = SyncQuestion.muchFetched(remote: remote)
    var options = manner.network
    if hasAgreed(to: question) { options.mostReceived = nil }
    do {
      try await clearingOwnLocks { try await repository.fetch(remote, options: options) }
    } catch GitError.tooMuch where options.mostReceived != nil {
      throw SyncFailure.asks(question)
    }
  }

  /// Asks before writing more files or bytes than the limits: a small fetch may unpack to a lot.
  func checkAmount(from mine: String?, to theirs: String, of remote: String) async throws {
    if request.isDryRun { return }
    var coming = try await repository.changes(from: mine, to: theirs).compactMap(\.after)
      .filter { $0.kind != .submodule }
    if try await !isMuch(coming, of: remote) { return }
    // A file that exists here under another name needs no space.
    if let mine {
      let here = Set(try await repository.tree(of: mine).values)
      coming.removeAll(where: here.contains)
      if try await !isMuch(coming, of: remote) { return }
    }
    let bytes = try await repository.size(of: coming)
    try check(.muchComes(files: coming.count, megabytes: bytes >> 20))
  }

  private func isMuch(_ files: [TreeEntry], of remote: String) async throws -> Bool {
    if files.count > manner.incomingLimit.files { return true }
    // The person agreed to everything that was fetched.
    if hasAgreed(to: .muchFetched(remote: remote)) { return false }
    return try await repository.size(of: files) > manner.incomingLimit.bytes
  }
}
