import Entities
import Services

/// What a sync does not begin over, with the command that helps.
package enum SyncObstacle: Equatable, Sendable {
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
  /// Files of which a part is staged: they are otherwise in the index than in HEAD and in the folder.
  case partlyStaged([String])
  /// Older commits are missing here, the common one among them.
  case shallow
  /// Some files are left out of the folder on purpose, and would look deleted.
  case sparse
  /// Some contents are only at this remote.
  case partial(String)
  case locked(LockHolder)
  /// A file must go through a filter that a sync does not run. Without it the file would be sent as it is,
  /// which may be what the filter keeps secret, and written as git has it.
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
