import Files

extension GitRepository {
  /// What a sync must not begin over; nil where nothing is in its way. A lock is waited for a while.
  package func obstacle() async throws(GitError) -> SyncObstacle? {
    if isBare { return .bare }
    if let step = unfinishedStep { return step }
    if let holder = try await lockHolder() { return .locked(holder) }
    let head = try await run(with(GitCall("symbolic-ref", "-q", "HEAD"), codes: [0, 1]))
    if head.code == 1 { return .detached }
    let common = try await run(GitCall("rev-parse", "--git-common-dir")).text
    let shared = common.hasPrefix("/") ? common : "\(root)/\(common)"
    if exists("\(shared)/shallow") { return .shallow }
    if let obstacle = missingFiles { return obstacle }
    if let obstacle = try await filterObstacle() { return obstacle }
    return try await stagedFiles()
  }

  /// Another command of git that was begun and waits for its end.
  private var unfinishedStep: SyncObstacle? {
    let steps: [(String, SyncObstacle)] = [
      ("rebase-merge", .rebasing), ("rebase-apply", .rebasing), ("MERGE_HEAD", .merging),
      ("CHERRY_PICK_HEAD", .cherryPicking), ("REVERT_HEAD", .reverting),
      ("BISECT_LOG", .bisecting),
    ]
    return steps.first { exists("\(gitFolder)/\($0.0)") }?.1
  }

  /// Who keeps the index locked, if that is still so after a while.
  private func lockHolder() async throws(GitError) -> LockHolder? {
    let lock = "\(gitFolder)/index.lock"
    let end = ContinuousClock.now + program.patience.lock
    while exists(lock) {
      if ContinuousClock.now >= end { return LockHolder.find(lock) }
      do {
        try await Task.sleep(for: .milliseconds(50))
      } catch {
        throw .cancelled
      }
    }
    return nil
  }

  /// What would look deleted, or cannot be read without a remote.
  private var missingFiles: SyncObstacle? {
    let own = settings.lines.filter(\.isOwn)
    if own.last(where: { $0.key == "core.sparsecheckout" })?.isTrue == true { return .sparse }
    if let line = own.last(where: { $0.section == "remote" && $0.name == "promisor" && $0.isTrue })
    {
      return .partial(String(line.middle))
    }
    if let line = own.last(where: { $0.key == "extensions.partialclone" }), let remote = line.value
    {
      return .partial(remote)
    }
    return nil
  }

  private func stagedFiles() async throws(GitError) -> SyncObstacle? {
    let unmerged = try await run(GitCall("ls-files", "-u", "-z", "--full-name"))
    let paths = unmerged.entries().compactMap { entry in
      entry.firstIndex(of: UInt8(ascii: "\t")).map { entry[($0 + 1)...] }
    }
    if !paths.isEmpty { return .unmerged(Self.texts(paths)) }
    guard try await head() != nil else { return nil }
    // This asks for no file, and mostly nothing is staged.
    let staged = try await run(
      with(
        GitCall("diff-index", "--cached", "--quiet", "--ignore-submodules", "HEAD"), vault,
        codes: [0, 1]))
    if staged.code == 0 { return nil }
    let partly = try await statuses(untracked: false).filter {
      $0.staged != "." && $0.unstaged != "."
    }
    return partly.isEmpty ? nil : .partlyStaged(Self.texts(partly.map { $0.path[...] }))
  }

  /// What is otherwise in the index than in HEAD, and in the files than in the index.
  struct Status {
    var staged: Unicode.Scalar
    var unstaged: Unicode.Scalar
    var path: [UInt8]
  }

  func statuses(untracked: Bool) async throws(GitError) -> [Status] {
    let call = GitCall(
      "status", "--porcelain=v2", "-z", "--no-renames", "--ignore-submodules=all",
      "--untracked-files=\(untracked ? "all" : "no")")
    let answer = try await run(with(call, vault))
    return answer.entries().compactMap { entry in
      let entry = Array(entry)
      guard entry.count > 4 else { return nil }
      let fields: Int
      switch entry[0] {
      case UInt8(ascii: "1"): fields = 8
      case UInt8(ascii: "u"): fields = 10
      case UInt8(ascii: "?"):
        return Status(staged: ".", unstaged: "?", path: Array(entry[2...]))
      default: return nil
      }
      let parts = entry.split(
        separator: UInt8(ascii: " "), maxSplits: fields, omittingEmptySubsequences: false)
      guard parts.count == fields + 1 else { return nil }
      return Status(
        staged: Unicode.Scalar(entry[2]), unstaged: Unicode.Scalar(entry[3]),
        path: Array(parts[fields]))
    }
  }

  /// Each once, as text.
  private static func texts(_ paths: [ArraySlice<UInt8>]) -> [String] {
    Set(paths.map { String(decoding: $0, as: UTF8.self) }).sorted()
  }

  private func exists(_ path: String) -> Bool {
    Posix.exists(Array(path.utf8), in: Posix.noFolder)
  }

  func with(_ call: GitCall, _ more: [String] = [], codes: Set<Int32> = [0]) -> GitCall {
    var call = call
    call.arguments += more
    call.codes = codes
    return call
  }
}
