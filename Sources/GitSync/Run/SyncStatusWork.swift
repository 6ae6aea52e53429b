import Entities
import Merging
import Services

/// Reads how a vault and its remote are; nothing is written, and nothing is waited for but git.
struct SyncStatusWork {
  let repository: GitRepository
  let files: any SyncedFiles
  let opener: (any AgeOpening)?

  func status() async throws -> SyncStatus {
    let state = SyncState(gitFolder: repository.gitFolder)
    let (remote, others) = try await SyncRun.remotes(of: repository)
    let applying = try state.applying()
    let obstacle = applying == nil ? try await repository.obstacle() : nil
    // On no branch there is nothing to count, and the obstacle says so.
    let branch = (try? await repository.branch()) ?? ""
    let (ahead, behind) = try await counts(remote, branch)
    let synced = try state.synced()
    let waiting = try await repository.unstaged().files
    let conflicts = await SyncContents(files: files, opener: opener)
      .marked(of: try state.conflicts())
    let names = try await names(of: waiting + conflicts)
    return .setUp(
      SyncStatus.Facts(
        remote: remote, url: repository.address(of: remote) ?? "", branch: branch,
        lastSync: synced.map { Timestamp(seconds: $0.seconds) }, ahead: ahead, behind: behind,
        waiting: waiting.map { names[$0] ?? $0 }.sorted(),
        conflicts: conflicts.map { names[$0] ?? $0 }.sorted(),
        isUnfinished: applying != nil, obstacle: obstacle?.message, otherRemotes: others))
  }

  private func counts(_ remote: String, _ branch: String) async throws -> (Int, Int) {
    guard !branch.isEmpty, let head = try await repository.head(),
      let there = try await repository.resolve("refs/remotes/\(remote)/\(branch)")
    else { return (0, 0) }
    return (
      try await repository.commits(from: there, to: head),
      try await repository.commits(from: head, to: there)
    )
  }

  /// A deleted file says in the last commit which note it was.
  private func names(of paths: [NotePath]) async throws -> [NotePath: NotePath] {
    guard opener != nil, !paths.isEmpty else { return [:] }
    var names = ShownNames(repository: repository, files: files, opener: opener)
    if let head = try await repository.head() { names.note(try await repository.tree(of: head)) }
    return try await names.names(of: Set(paths))
  }
}
