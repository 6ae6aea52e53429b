import Entities
import Merging
import Services

/// Reads how a vault and its remote are; nothing is written, and nothing is waited for but git.
struct SyncStatusWork {
  let repository: GitRepository
  let files: any SyncedFiles

  func status() async throws -> SyncStatus {
    let state = SyncState(gitFolder: repository.gitFolder)
    let remote = try await SyncRun.remote(of: repository)
    let applying = try state.applying()
    let obstacle = applying == nil ? try await repository.obstacle() : nil
    // On no branch there is nothing to count, and the obstacle says so.
    let branch = (try? await repository.branch()) ?? ""
    let (ahead, behind) = try await counts(remote, branch)
    let synced = try state.synced()
    return .setUp(
      SyncStatus.Facts(
        remote: remote, url: try await repository.address(of: remote) ?? "", branch: branch,
        lastSync: synced.map { Timestamp(seconds: $0.seconds) }, ahead: ahead, behind: behind,
        waiting: try await repository.changedFiles().sorted(),
        conflicts: try await conflicts(state),
        isUnfinished: applying != nil, obstacle: obstacle?.message))
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

  /// The list is of the last sync: one that was mended since has no marks any more.
  private func conflicts(_ state: SyncState) async throws -> [NotePath] {
    var left: [NotePath] = []
    for path in try state.conflicts().sorted() {
      if let file = try? await files.file(at: path), ConflictLines.areIn(file.bytes) {
        left.append(path)
      }
    }
    return left
  }
}
