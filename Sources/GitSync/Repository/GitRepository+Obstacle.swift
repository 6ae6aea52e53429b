import Entities
import Files

extension GitRepository {
  /// Returns what must be resolved before a sync; nil if nothing. Waits a while for a lock.
  func obstacle() async throws(GitError) -> SyncObstacle? {
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

  /// A git command that was begun and not finished.
  private var unfinishedStep: SyncObstacle? {
    let steps: [(String, SyncObstacle)] = [
      ("rebase-merge", .rebasing), ("rebase-apply", .rebasing), ("MERGE_HEAD", .merging),
      ("CHERRY_PICK_HEAD", .cherryPicking), ("REVERT_HEAD", .reverting),
      ("BISECT_LOG", .bisecting),
    ]
    return steps.first { exists("\(gitFolder)/\($0.0)") }?.1
  }

  /// Returns the holder of the index lock, if it is still locked after a while.
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

  /// The reason why files would look deleted, or cannot be read without a remote.
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
    // This reads no file, and usually nothing is staged.
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

  /// How the index differs from HEAD, and the file from the index.
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

  /// Returns the paths as text, sorted and without duplicates.
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

/// A reason not to begin a sync, with the command that helps.
enum SyncObstacle: Equatable, Sendable {
  case bare
  /// HEAD is at a commit and not on a branch.
  case detached
  case merging
  case rebasing
  case cherryPicking
  case reverting
  case bisecting
  /// Files with conflicts that git marked itself.
  case unmerged([String])
  /// Files with only part of their changes staged: the index differs from both HEAD and the folder.
  case partlyStaged([String])
  /// Older commits are missing here, perhaps the common one.
  case shallow
  /// Some files are left out of the folder on purpose, and would look deleted.
  case sparse
  /// Some contents exist only at this remote.
  case partial(String)
  case locked(LockHolder)
  /// A file needs a filter that a sync does not run. Without it, the file would be sent unfiltered,
  /// though the filter may be what protects a secret, and written as git stores it.
  case filtered(String, by: String)

  package var message: String {
    switch self {
    case .bare: "This repository is bare: it has no files to sync. Open a clone of it."
    case .detached: "HEAD is on no branch. Go back to one with: git switch main"
    case .merging: "A merge is under way. End it with: git merge --continue, or --abort"
    case .rebasing: "A rebase is under way. End it with: git rebase --continue, or --abort"
    case .cherryPicking:
      "A cherry-pick is under way. End it with: git cherry-pick --continue, or --abort"
    case .reverting: "A revert is under way. End it with: git revert --continue, or --abort"
    case .bisecting: "A bisection is under way. End it with: git bisect reset"
    case .unmerged(let paths):
      "\(Self.list(paths)) \(paths.count == 1 ? "has" : "have") conflicts of a merge. "
        + "Write what is right, then: git add, and git commit"
    case .partlyStaged(let paths):
      "A part of \(Self.list(paths)) is staged. Commit it with: git commit"
    case .shallow: "Older commits are missing here. Get them with: git fetch --unshallow"
    case .sparse:
      "Some files are left out of this folder. Bring them back with: git sparse-checkout disable"
    case .partial(let remote):
      "Some contents are only at \(remote). Get them with: "
        + "git config --unset remote.\(remote).promisor; "
        + "git config --unset remote.\(remote).partialclonefilter; git fetch --refetch \(remote)"
    case .locked(let holder): holder.message
    case .filtered(let path, let filter):
      "\(path.cutInMessages) must go through the filter “\(filter)”, which a sync does not run. Use git itself here, "
        + "or take “filter=\(filter)” out of .gitattributes."
    }
  }

  private static func list(_ paths: [String]) -> String {
    let paths = paths.map(\.cutInMessages)
    return paths.count > 3
      ? paths.prefix(3).joined(separator: ", ") + " and \(paths.count - 3) more"
      : paths.joined(separator: ", ")
  }
}

/// Filters between files and git, such as those that encrypt.
extension GitRepository {
  /// Returns a required filter that a sync does not run, with the first file that needs it.
  func filterObstacle() async throws(GitError) -> SyncObstacle? {
    for name in settings.neededFilters {
      var call = GitCall(
        "ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--",
        ":(top,attr:filter=\(name))")
      call.environment["GIT_LITERAL_PATHSPECS"] = "0"
      if let first = try await run(call).entries().first {
        return .filtered(String(decoding: first, as: UTF8.self), by: name)
      }
    }
    return nil
  }
}

extension GitSettings {
  /// The names of required filters, without git-lfs: a sync does its work itself.
  var neededFilters: [String] {
    let names = lines.filter { $0.section == "filter" && $0.name == "required" && $0.isTrue }
      .map { String($0.middle) }
    return Set(names).filter { $0 != "lfs" && $0.utf8.allSatisfy(Self.isAttribute) }.sorted()
  }

  /// Whether a filter's name may contain the byte, so that paths can be searched by it.
  private static func isAttribute(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
