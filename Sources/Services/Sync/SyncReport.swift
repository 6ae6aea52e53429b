package import Entities

/// What a sync did or, with a dry run, would do.
package struct SyncReport: Equatable, Sendable {
  /// Files that were changed here, to the remote's or a merged content.
  package var came: [SyncChange] = []
  /// Files that were sent because the remote did not have them.
  package var went: [SyncChange] = []
  /// Notes with conflict marks, from this sync or an earlier one.
  package var conflicts: [NotePath] = []
  package var events: [SyncEvent] = []
  /// A question for the user; everything else was done.
  package var question: SyncQuestion?
  /// Nothing was written.
  package var isDryRun = false

  package init() {}

  package var isEmpty: Bool {
    came.isEmpty && went.isEmpty && conflicts.isEmpty && events.isEmpty && question == nil
  }

  /// Returns both reports as one, after a sync was started again with an answer.
  package func after(_ first: SyncReport) -> SyncReport {
    var both = self
    (both.came, both.went) = (first.came + came, first.went + went)
    both.events = first.events + events.filter { !first.events.contains($0) }
    return both
  }
}

package struct SyncChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case added, changed, removed }

  package var path: NotePath
  package var kind: Kind

  package init(_ path: NotePath, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// A message about a sync, apart from the files that were received and sent.
package enum SyncEvent: Hashable, Sendable {
  /// Both sides had changed the note; it was merged without conflicts.
  case merged(NotePath)
  /// Both sides had changed the same lines: the note has this number of marked conflicts.
  case marked(NotePath, Int)
  /// Two files of one name that are not text: the second was renamed.
  case bothKept(NotePath, other: NotePath)
  /// One side had deleted what the other changed: it remains.
  case deletionOverruled(NotePath)
  case renamed(NotePath, to: NotePath)
  /// The name was in use by another file or a folder: this file was renamed.
  case nameTaken(NotePath, to: NotePath)
  /// Links in this note were rewritten for a renamed file.
  case linksFollowed(NotePath)
  /// The file was written during the sync: that change was merged.
  case changedMeanwhile(NotePath)
  /// The file could not be written or removed and is unchanged; the next sync tries again.
  case leftAlone(NotePath, String)
  /// The remote's branch was missing or empty: now it has ours.
  case remoteWasEmpty
  /// Commits of the last sync are gone from the remote. Both histories are merged.
  case historyRewritten
  /// The two histories had no common commit: their files were merged.
  case unrelatedHistories
  /// Repositories inside the vault, which a sync ignores.
  case nestedRepositories([NotePath])
  /// Another message, as a whole sentence.
  case remark(String)

  package var message: String {
    switch self {
    case .merged(let path): "\(path.shortText): merged."
    case .marked(let path, let count):
      "\(path.shortText): \(count == 1 ? "one conflict is" : "\(count) conflicts are") marked in the note."
    case .bothKept(let path, let other):
      "\(path.shortText): both are kept, the other as \(other.shortText)."
    case .deletionOverruled(let path):
      "\(path.shortText): deleted on one device and changed on the other. It is kept."
    case .renamed(let path, let new): "\(path.shortText): renamed to \(new.shortText)."
    case .nameTaken(let path, let new):
      "\(path.shortText): the name was taken. It is \(new.shortText) now."
    case .linksFollowed(let path): "\(path.shortText): links follow a renamed note."
    case .changedMeanwhile(let path):
      "\(path.shortText): changed while the sync ran. That is merged in."
    case .leftAlone(let path, let reason): "\(path.shortText): left as it was. \(reason)"
    case .remoteWasEmpty: "The remote was empty. All notes of this device were sent to it."
    case .historyRewritten:
      "The remote's history was rewritten since the last sync. Both histories are merged; nothing was removed."
    case .unrelatedHistories:
      "The remote and this vault had no common history. Their notes are together now."
    case .nestedRepositories(let paths):
      "\(paths.map(\.shortText).joined(separator: ", ")): a repository of its own. It is not synced."
    case .remark(let sentence): sentence
    }
  }
}

/// The state of a vault and its remotes.
package enum SyncStatus: Equatable, Sendable {
  /// The vault is not a repository, or has no remote.
  case notSetUp
  case setUp(Facts)

  package struct Remote: Equatable, Sendable {
    package var name: String
    /// Without a password.
    package var url: String
    /// Whether the sync sends to it; false if it only fetches.
    package var isSentTo: Bool
    /// Commits that the remote lacks, and those that are missing here, as of the last fetch.
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
    /// The remotes that are synced, the main one first.
    package var remotes: [Remote]
    package var branch: String
    /// When a sync last finished; nil if never on this device.
    package var lastSync: Timestamp?
    /// Files changed since the last sync.
    package var waiting: [NotePath]
    /// Notes that still have conflict marks.
    package var conflicts: [NotePath]
    /// A sync was interrupted while it wrote files: the next one continues.
    package var isUnfinished: Bool
    /// What prevents the next sync, and what to do about it.
    package var obstacle: String?
    /// Remotes that a sync ignores.
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

    /// How the user can sync the other remotes too; nil if there are none.
    package var remarkOnOthers: String? {
      guard let first = otherRemotes.first else { return nil }
      let names = remotes.map(\.name).joined(separator: ", ")
      return
        "\(otherRemotes.joined(separator: ", ")): only \(names) \(remotes.count == 1 ? "is" : "are")"
        + " synced. To sync it too: git config remote.\(first).sync true"
    }
  }
}
