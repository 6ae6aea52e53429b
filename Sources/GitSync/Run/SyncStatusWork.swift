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
    let remotes = try SyncedRemotes(try await repository.remotes(), repository.settings)
    let applying = try state.applying()
    let obstacle = applying == nil ? try await repository.obstacle() : nil
    // On no branch there is nothing to count, and the obstacle says so.
    let branch = (try? await repository.branch()) ?? ""
    var found: [SyncStatus.Remote] = []
    for remote in remotes.all { found.append(try await facts(of: remote, branch)) }
    let synced = try state.synced()
    let waiting = try await repository.unstaged().files
    let conflicts = await SyncContents(
      files: files, opener: opener, objects: repository.lfsObjects
    )
    .marked(of: try state.conflicts())
    let names = try await names(of: waiting + conflicts)
    return .setUp(
      SyncStatus.Facts(
        remotes: found, branch: branch, lastSync: synced.map { Timestamp(seconds: $0.seconds) },
        waiting: waiting.map { names[$0] ?? $0 }.sorted(),
        conflicts: conflicts.map { names[$0] ?? $0 }.sorted(),
        isUnfinished: applying != nil, obstacle: obstacle?.message, otherRemotes: remotes.others))
  }

  private func facts(
    of remote: SyncedRemotes.Remote, _ branch: String
  ) async throws -> SyncStatus.Remote {
    var facts = SyncStatus.Remote(
      name: remote.name, url: repository.address(of: remote.name) ?? "", isSentTo: remote.isSentTo)
    guard !branch.isEmpty, let head = try await repository.head(),
      let there = try await repository.resolve("refs/remotes/\(remote.name)/\(branch)")
    else { return facts }
    if remote.isSentTo { facts.ahead = try await repository.commits(from: there, to: head) }
    facts.behind = try await repository.commits(from: head, to: there)
    return facts
  }

  /// A deleted file says in the last commit which note it was.
  private func names(of paths: [NotePath]) async throws -> [NotePath: NotePath] {
    guard opener != nil, !paths.isEmpty else { return [:] }
    var names = ShownNames(repository: repository, files: files, opener: opener)
    if let head = try await repository.head() { names.note(try await repository.tree(of: head)) }
    return try await names.names(of: Set(paths))
  }
}
