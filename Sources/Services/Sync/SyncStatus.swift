package import Entities

/// How a vault and its remote are.
package enum SyncStatus: Equatable, Sendable {
  /// The vault is no repository, or one without a remote.
  case notSetUp
  case setUp(Facts)

  package struct Facts: Equatable, Sendable {
    /// Its name, and its address without a password that may be in it.
    package var remote: String
    package var url: String
    package var branch: String
    /// When a sync came to its end last; nil: never on this device.
    package var lastSync: Timestamp?
    /// Commits that the remote does not have, and that are not here, as of the last fetch.
    package var ahead: Int
    package var behind: Int
    /// Files that were changed since the last sync.
    package var waiting: [NotePath]
    /// Notes in which two texts are still marked.
    package var conflicts: [NotePath]
    /// A sync was stopped while it wrote files: the next one goes on there.
    package var isUnfinished: Bool
    /// What keeps the next sync from beginning, and what to do about it.
    package var obstacle: String?
    /// Remotes that a sync leaves alone.
    package var otherRemotes: [String]

    package init(
      remote: String, url: String, branch: String, lastSync: Timestamp?, ahead: Int, behind: Int,
      waiting: [NotePath], conflicts: [NotePath], isUnfinished: Bool, obstacle: String?,
      otherRemotes: [String] = []
    ) {
      self.remote = remote
      self.url = url
      self.branch = branch
      self.lastSync = lastSync
      self.ahead = ahead
      self.behind = behind
      self.waiting = waiting
      self.conflicts = conflicts
      self.isUnfinished = isUnfinished
      self.obstacle = obstacle
      self.otherRemotes = otherRemotes
    }

    /// What a person does to have them in line too; nil where there are none.
    package var remarkOnOthers: String? {
      guard let first = otherRemotes.first else { return nil }
      return "\(otherRemotes.joined(separator: ", ")): only \(remote) is synced."
        + " To send there too: git push \(first) \(branch)"
    }
  }
}
