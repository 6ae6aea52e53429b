package import Entities

/// How a vault and its remote are.
package enum SyncStatus: Equatable, Sendable {
  /// The vault is no repository, or one without a remote.
  case notSetUp
  case setUp(Facts)

  package struct Remote: Equatable, Sendable {
    package var name: String
    /// Without a password that may be in it.
    package var url: String
    /// Else it is only fetched from.
    package var isSentTo: Bool
    /// Commits that it is to get, and that are not here, as of the last fetch.
    package var ahead: Int
    package var behind: Int

    package init(
      name: String, url: String, isSentTo: Bool = true, ahead: Int = 0, behind: Int = 0
    ) {
      self.name = name
      self.url = url
      self.isSentTo = isSentTo
      self.ahead = ahead
      self.behind = behind
    }
  }

  package struct Facts: Equatable, Sendable {
    /// Those that are synced, the main one first.
    package var remotes: [Remote]
    package var branch: String
    /// When a sync came to its end last; nil: never on this device.
    package var lastSync: Timestamp?
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
      remotes: [Remote], branch: String, lastSync: Timestamp?, waiting: [NotePath],
      conflicts: [NotePath], isUnfinished: Bool, obstacle: String?, otherRemotes: [String] = []
    ) {
      self.remotes = remotes
      self.branch = branch
      self.lastSync = lastSync
      self.waiting = waiting
      self.conflicts = conflicts
      self.isUnfinished = isUnfinished
      self.obstacle = obstacle
      self.otherRemotes = otherRemotes
    }

    package var url: String { remotes.first?.url ?? "" }
    package var isInStep: Bool { remotes.allSatisfy { $0.ahead == 0 && $0.behind == 0 } }

    /// What a person does to have them in line too; nil where there are none.
    package var remarkOnOthers: String? {
      guard let first = otherRemotes.first else { return nil }
      let names = remotes.map(\.name).joined(separator: ", ")
      return
        "\(otherRemotes.joined(separator: ", ")): only \(names) \(remotes.count == 1 ? "is" : "are")"
        + " synced. To sync it too: git config remote.\(first).sync true"
    }
  }
}
