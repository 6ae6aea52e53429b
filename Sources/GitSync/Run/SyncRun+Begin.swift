import Bytes
import Entities
import Files
import Glibc
import Services

extension SyncState {
  /// Records the start of a run, before it touches the index. The record is removed when a run ends
  /// and leaves no lock.
  func noteStart(isStaging: Bool, since: Timestamp?) throws(SyncFailure) {
    let words = [isStaging ? "staging" : nil, since.map { String($0.seconds) }].compactMap { $0 }
    try write(Array("\(words.joined(separator: " "))\n".utf8), as: .running)
  }

  /// Returns the start of the first of the latest runs that were killed; nil if the last run finished.
  func killedSince() throws(SyncFailure) -> Timestamp? {
    guard let bytes = try contents(.running) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    return words.last.flatMap { Int64($0) }.map { Timestamp(seconds: $0) }
      ?? moment(of: .running)
  }

  func noteEnd() throws(SyncFailure) {
    if try !isStaging() { try remove(.running) }
  }

  /// Whether the index contains changes of a sync that ended before its commit.
  func isStaging() throws(SyncFailure) -> Bool {
    try contents(.running)?.starts(with: "staging".utf8) ?? false
  }
}

extension SyncRun {
  /// Step 0: checks that a sync may begin here.
  mutating func begin() async throws {
    progress(.checking)
    since = try state.killedSince()
    wasKilled = since != nil
    isLeftStaged = try state.isStaging()
    leftApplying = try state.applying()
    if request.isDryRun, leftApplying != nil {
      throw SyncFailure.obstacle(
        "A sync was stopped while it wrote files. Sync once: it continues there.")
    }
    try removeLeft(["index.lock"])
    // Changes of an interrupted sync in the index are no reason to refuse.
    try await checkObstacle(ignoringIndex: isLeftStaged || leftApplying != nil)
    branch = try await repository.branch()
    remotes = try SyncedRemotes(try await repository.remotes(), repository.settings)
    try removeLeft(locks)
    try await checkTrust()
    try await checkAddresses()
    try noteStart(isStaging: isLeftStaged)
    try await step(.begun)
  }

  /// Step 1: finishes the work of an interrupted run.
  mutating func goOn() async throws {
    try GitInfoFiles.exclude(from: repository, isSecret: manner.isSecret)
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

  /// Checks the remotes' addresses. A vault may come with a repository and a setting that syncs it:
  /// notes go automatically only to addresses that a person has synced with by hand.
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

  /// Records the addresses at the end of a sync that a person began.
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

  // MARK: - Locks of killed runs

  mutating func noteStart(isStaging: Bool) throws {
    try state.noteStart(isStaging: isStaging, since: since)
    if since == nil { since = state.moment(of: .running) }
  }

  /// Records the end of the run. The record stays while locks of a killed run exist, so that the
  /// next run still recognizes them.
  func noteEnd() throws {
    let isLocked = locks.contains { lock in
      Posix.exists(Array("\(repository.gitFolder)/\(lock)".utf8), in: Posix.noFolder)
    }
    if !wasKilled || !isLocked { try state.noteEnd() }
  }

  /// The locks that a killed git may leave.
  private var locks: [String] {
    ["index.lock", "HEAD.lock", "packed-refs.lock", "refs/heads/\(branch).lock"]
      + remotes.all.map { "refs/remotes/\($0.name)/\(branch).lock" }
  }

  /// Removes locks without a wait if they are too old to be in use between two steps of a git.
  private func removeLeft(_ locks: [String]) throws {
    guard wasKilled else { return }
    for path in locks.map({ "\(repository.gitFolder)/\($0)" }) {
      guard let made = try ifThere(Posix.facts(Array(path.utf8)))?.modified,
        made.advanced(by: .seconds(2)) < manner.clock.now
      else { continue }
      _ = try removeOwn(LockHolder.find(path))
    }
  }

  /// Removes a lock without a process, if it is as recent as our killed runs.
  func removeOwn(_ holder: LockHolder) throws -> Bool {
    guard wasKilled, holder.process == nil, let since else { return false }
    // A git that waits for its editor holds the lock without having the file open.
    if LockHolder.isGitRunning(in: repository.root) { return false }
    let path = Array(holder.path.utf8)
    guard let made = try ifThere(Posix.facts(path))?.modified else { return true }
    // A lock from before those runs belongs to another program.
    guard made.advanced(by: .seconds(1)) >= since else { return false }
    try Posix.remove(path, in: Posix.noFolder)
    return true
  }

  /// Runs an operation that takes a lock; removes a lock of a killed run of ours and tries again.
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

/// Tells git which of the vault's files to ignore or to leave unconverted, in files that are in the
/// repository's own folder and not in the vault.
private enum GitInfoFiles {
  private static let limit = 1 << 20
  private static let special = Array("*?[]\\!# ".utf8)

  /// Hides the trash, which each device has for itself, and temporary files from git; in an encrypted
  /// vault also everything that is not encrypted. Git stores encrypted files byte for byte.
  static func exclude(from repository: GitRepository, isSecret: Bool) throws(SyncFailure) {
    let own = patterns(repository.prefix)
    let secret = secretPatterns(repository.prefix)
    try write("exclude", of: repository) { lines in
      // The last matching line wins, so the lines of an encrypted vault stay together. They go when
      // it becomes plain.
      let others = lines.filter { !secret.contains($0) }
      let known = Set(others)
      return others + own.filter { !known.contains($0) } + (isSecret ? secret : [])
    }
    // Some settings convert line ends of text, and would damage encrypted bytes that look like text.
    let closed = Array("*.age -text -ident -filter -working-tree-encoding".utf8)
    try write("attributes", of: repository) { lines in
      lines.contains(closed) ? lines : lines + [closed]
    }
  }

  private static func write(
    _ name: String, of repository: GitRepository, _ change: ([[UInt8]]) -> [[UInt8]]
  ) throws(SyncFailure) {
    let folder = Array("\(repository.gitFolder)/info".utf8)
    do throws(SystemError) {
      try PrivateFolder.make(folder, mode: 0o777)
      let info = try Posix.openFolder(folder)
      let file = Array(name.utf8)
      let old = try ifThere(Posix.contents(file, in: info.raw, limit: limit)) ?? []
      let lines = old.split(separator: Byte.lineFeed, omittingEmptySubsequences: true)
        .map(Array.init)
      let new = change(lines)
      if new == lines { return }
      try NewFile.put(
        new.flatMap { $0 + [Byte.lineFeed] }, as: file, in: info.raw, mode: 0o644)
    } catch {
      throw .state(
        "\(repository.gitFolder)/info/\(name) could not be written: \(error.reason)."
          + " Check its owner and mode, then sync again.")
    }
  }

  static func patterns(_ prefix: String) -> [[UInt8]] {
    [start(prefix) + Array(".trash/".utf8), Array(".notes-tui-*.tmp".utf8)]
      + ofOneComputer(prefix)
  }

  /// Returns patterns for everything except encrypted notes, the vault's keys and git's files.
  static func secretPatterns(_ prefix: String) -> [[UInt8]] {
    let start = start(prefix)
    let sealed = String(repeating: "[a-z2-7]", count: 26) + ".age"
    let seen = [sealed, ".gitignore", ".gitattributes", ".notes-tui/"]
    return [start + [UInt8(ascii: "*")]]
      + seen.map { [UInt8(ascii: "!")] + start + Array($0.utf8) }
      + [start + Array(".notes-tui/*".utf8)]
      + [[UInt8(ascii: "!")] + start + Array(".notes-tui/*.age".utf8)]
      + ofOneComputer(prefix)
  }

  /// Returns patterns for files that are not sent, since `PathRefusal` would refuse them at the
  /// other end.
  private static func ofOneComputer(_ prefix: String) -> [[UInt8]] {
    ["converting", "removing/", "set-aside/", "next-*", "both-keys.age"].map {
      start(prefix) + Array(".notes-tui/\($0)".utf8)
    }
  }

  private static func start(_ prefix: String) -> [UInt8] {
    [Byte.slash] + prefix.utf8.flatMap { special.contains($0) ? [Byte.backslash, $0] : [$0] }
  }
}
