import Entities
import Files
import Glibc
import Merging
import Services

extension SyncState {
  /// Written before the index is touched, and removed when a run came to an end that left no lock.
  func noteStart(isStaging: Bool) throws(SyncFailure) {
    try write(Array(isStaging ? "staging\n".utf8 : "\n".utf8), as: .running)
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
    wasKilled = try state.contents(.running) != nil
    isLeftStaged = try state.isStaging()
    leftApplying = try state.applying()
    if request.isDryRun, leftApplying != nil {
      throw SyncFailure.obstacle(
        "A sync was stopped while it wrote files. Sync once: it goes on there.")
    }
    if wasKilled { try removeLeftLock() }
    // What such a sync did to the index is no reason to refuse.
    try await checkObstacle(ignoringIndex: isLeftStaged || leftApplying != nil)
    branch = try await repository.branch()
    remote = try await Self.remote(of: repository)
    try await checkTrust()
    try await checkAddresses()
    try state.noteStart(isStaging: isLeftStaged)
    try await step(.begun)
  }

  /// Step 1: what an earlier run left undone.
  mutating func goOn() async throws {
    try OwnFiles.exclude(from: repository, isSecret: manner.isSecret)
    if isLeftStaged {
      try await resetIndex(to: try await repository.head())
      try state.noteStart(isStaging: false)
    }
    if let leftApplying { try await goOn(with: leftApplying) }
    if isLeftStaged || leftApplying != nil { try await checkObstacle(ignoringIndex: false) }
    try await step(.wentOn)
  }

  static func remote(of repository: GitRepository) async throws -> String {
    let remotes = try await repository.remotes()
    guard let first = remotes.contains("origin") ? "origin" : remotes.first else {
      throw SyncFailure.notSetUp
    }
    return first
  }

  private func checkObstacle(ignoringIndex: Bool) async throws {
    for _ in 0..<3 {
      guard let obstacle = try await repository.obstacle() else { return }
      if case .partlyStaged = obstacle, ignoringIndex { return }
      if case .locked(let holder) = obstacle, try removeOwn(holder) { continue }
      throw SyncFailure.obstacle(obstacle.message)
    }
  }

  private func checkTrust() async throws {
    let lines = repository.foreignSettings
    if lines.isEmpty { return }
    if try await manner.trust.allows(.trusted, repository, lines) { return }
    let question = SyncQuestion.programs(lines)
    guard request.agreed.contains(question) else { throw SyncFailure.asks(question) }
    try await manner.trust.add(.trusted, repository, lines)
  }

  /// A vault may have come with a repository in it, and with a setting that has it synced: notes are sent
  /// by themselves to where a person sent them by hand, and nowhere else.
  private func checkAddresses() async throws {
    if request.beginner == .person { return }
    let addresses = try await repository.addresses(of: remote)
    guard try await manner.trust.allows(.synced, repository, addresses) else {
      throw SyncFailure.notByHandYet(
        remote: addresses.first.map(GitAddress.withoutPassword) ?? remote)
    }
  }

  /// At the end of a sync that a person began.
  func noteAddresses() async throws {
    if request.beginner == .automatic || request.isDryRun { return }
    let addresses = try await repository.addresses(of: remote)
    if try await manner.trust.allows(.synced, repository, addresses) { return }
    try await manner.trust.add(.synced, repository, addresses)
  }

  // MARK: - Locks that a killed run left

  /// One that is this old is not in use between two steps of a git: it need not be waited for.
  private func removeLeftLock() throws {
    let path = repository.gitFolder + "/index.lock"
    guard let made = try ifThere(Posix.facts(Array(path.utf8)))?.modified,
      made.advanced(by: .seconds(2)) < manner.clock.now
    else { return }
    _ = try removeOwn(LockHolder.find(path))
  }

  /// Removes a lock that no process holds, if it was made while a run of ours was killed.
  func removeOwn(_ holder: LockHolder) throws -> Bool {
    guard wasKilled, holder.process == nil, let started = state.moment(of: .running) else {
      return false
    }
    let path = Array(holder.path.utf8)
    guard let made = try ifThere(Posix.facts(path))?.modified else { return true }
    // One of before that run is another program's.
    guard made.advanced(by: .seconds(1)) >= started else { return false }
    try Posix.remove(path, in: Posix.noFolder)
    return true
  }

  /// Does something that takes a lock, and once more where a killed run of ours had left that.
  func clearingOwnLocks<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch GitError.locked(let holder) {
      guard try removeOwn(holder) else { throw GitError.locked(holder) }
      return try await body()
    }
  }

  func resetIndex(to commit: String?) async throws {
    try await clearingOwnLocks {
      if let commit { return try await repository.readIndex(from: commit) }
      try await repository.readIndex(from: try await repository.makeTree(from: nil, files: [:]))
    }
  }
}
