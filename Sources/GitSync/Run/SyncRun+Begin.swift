import Entities
import Files
import Glibc
import Merging
import Services

extension SyncState {
  /// Written before the index is touched, and removed when a run came to an end that left no lock.
  func noteStart(isStaging: Bool, since: Timestamp?) throws(SyncFailure) {
    let words = [isStaging ? "staging" : nil, since.map { String($0.seconds) }].compactMap { $0 }
    try write(Array("\(words.joined(separator: " "))\n".utf8), as: .running)
  }

  /// Since when runs were killed, none of which came to its end; nil where the last one did.
  func killedSince() throws(SyncFailure) -> Timestamp? {
    guard let bytes = try contents(.running) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    return words.last.flatMap { Int64($0) }.map { Timestamp(seconds: $0) }
      ?? moment(of: .running)
  }

  func noteEnd() throws(SyncFailure) {
    if try !isStaging() { try remove(.running) }
  }

  /// What is staged was staged by a sync that did not come to the commit.
  func isStaging() throws(SyncFailure) -> Bool {
    try contents(.running)?.starts(with: "staging".utf8) ?? false
  }
}

extension SyncRun {
  /// Step 0: whether a sync may begin here.
  mutating func begin() async throws {
    progress(.checking)
    since = try state.killedSince()
    wasKilled = since != nil
    isLeftStaged = try state.isStaging()
    leftApplying = try state.applying()
    if request.isDryRun, leftApplying != nil {
      throw SyncFailure.obstacle(
        "A sync was stopped while it wrote files. Sync once: it goes on there.")
    }
    try removeLeft(["index.lock"])
    // What such a sync did to the index is no reason to refuse.
    try await checkObstacle(ignoringIndex: isLeftStaged || leftApplying != nil)
    branch = try await repository.branch()
    remotes = try SyncedRemotes(try await repository.remotes(), repository.settings)
    try removeLeft(locks)
    try await checkTrust()
    try await checkAddresses()
    try noteStart(isStaging: isLeftStaged)
    try await step(.begun)
  }

  /// Step 1: what an earlier run left undone.
  mutating func goOn() async throws {
    try OwnFiles.exclude(from: repository, isSecret: manner.isSecret)
    if isLeftStaged {
      try await resetIndex(to: try await repository.head())
      try noteStart(isStaging: false)
    }
    if let leftApplying { try await goOn(with: leftApplying) }
    if isLeftStaged || leftApplying != nil { try await checkObstacle(ignoringIndex: false) }
    try await step(.wentOn)
  }

  private func checkObstacle(ignoringIndex: Bool) async throws {
    for _ in 0..<3 {
      guard let obstacle = try await repository.obstacle() else { return }
      if case .partlyStaged = obstacle, ignoringIndex { return }
      if case .locked(let holder) = obstacle, try removeOwn(holder) { continue }
      throw SyncFailure.obstacle(obstacle.message)
    }
  }

  private mutating func checkTrust() async throws {
    repository = try await repository.trusted(by: manner.trust)
    let lines = repository.foreignSettings
    if repository.isTrusted || lines.isEmpty { return }
    try check(.programs(lines))
    try await manner.trust.add(.trusted, repository, lines)
    repository.agreed = lines
  }

  /// A vault may have come with a repository in it, and with a setting that has it synced: notes are sent
  /// by themselves to where a person sent them by hand, and nowhere else.
  private func checkAddresses() async throws {
    let addresses = try await addresses()
    if request.beginner == .person {
      guard let open = addresses.first(where: GitAddress.isOpen),
        try await !manner.trust.allows(.synced, repository, addresses)
      else { return }
      return try check(.notEncrypted(address: GitAddress.withoutPassword(open)))
    }
    guard try await manner.trust.allows(.synced, repository, addresses) else {
      throw SyncFailure.notByHandYet(
        remote: addresses.first.map(GitAddress.withoutPassword) ?? remote)
    }
  }

  /// At the end of a sync that a person began.
  func noteAddresses() async throws {
    if request.beginner == .automatic || request.isDryRun { return }
    let addresses = try await addresses()
    if try await manner.trust.allows(.synced, repository, addresses) { return }
    try await manner.trust.add(.synced, repository, addresses)
  }

  private func addresses() async throws -> [String] {
    var addresses: [String] = []
    for remote in remotes.all { addresses += try await repository.addresses(of: remote.name) }
    return addresses
  }

  // MARK: - Locks that a killed run left

  mutating func noteStart(isStaging: Bool) throws {
    try state.noteStart(isStaging: isStaging, since: since)
    if since == nil { since = state.moment(of: .running) }
  }

  /// What is still locked by a run that was killed is known as its own in the next run too.
  func noteEnd() throws {
    let isLocked = locks.contains { lock in
      Posix.exists(Array("\(repository.gitFolder)/\(lock)".utf8), in: Posix.noFolder)
    }
    if !wasKilled || !isLocked { try state.noteEnd() }
  }

  /// What a git that is killed in a sync may leave.
  private var locks: [String] {
    ["index.lock", "HEAD.lock", "packed-refs.lock", "refs/heads/\(branch).lock"]
      + remotes.all.map { "refs/remotes/\($0.name)/\(branch).lock" }
  }

  /// One that is this old is not in use between two steps of a git: it need not be waited for.
  private func removeLeft(_ locks: [String]) throws {
    guard wasKilled else { return }
    for path in locks.map({ "\(repository.gitFolder)/\($0)" }) {
      guard let made = try ifThere(Posix.facts(Array(path.utf8)))?.modified,
        made.advanced(by: .seconds(2)) < manner.clock.now
      else { continue }
      _ = try removeOwn(LockHolder.find(path))
    }
  }

  /// Removes a lock that no process holds, if it was made while a run of ours was killed.
  func removeOwn(_ holder: LockHolder) throws -> Bool {
    guard wasKilled, holder.process == nil, let since else { return false }
    // One that waits for its editor has closed the file, and holds the lock.
    if LockHolder.worksGit(in: repository.root) { return false }
    let path = Array(holder.path.utf8)
    guard let made = try ifThere(Posix.facts(path))?.modified else { return true }
    // One of before those runs is another program's.
    guard made.advanced(by: .seconds(1)) >= since else { return false }
    try Posix.remove(path, in: Posix.noFolder)
    return true
  }

  /// Does something that takes a lock, and once more where a killed run of ours had left that.
  func clearingOwnLocks<Value>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<3 {
      do {
        return try await body()
      } catch GitError.locked(let holder) {
        guard try removeOwn(holder) else { throw GitError.locked(holder) }
      }
    }
    return try await body()
  }

  func resetIndex(to commit: String?) async throws {
    try await clearingOwnLocks {
      if let commit { return try await repository.readIndex(from: commit) }
      try await repository.readIndex(from: try await repository.makeTree(from: nil, files: [:]))
    }
  }
}
