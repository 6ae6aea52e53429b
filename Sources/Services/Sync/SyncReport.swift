package import Entities

/// What a sync did, or with a dry run what it would do.
package struct SyncReport: Equatable, Sendable {
  /// Files that were changed here, as the remote had them or merged.
  package var came: [SyncChange] = []
  /// Files that were sent: what the remote did not have.
  package var went: [SyncChange] = []
  /// Notes in which two texts are marked now, by this sync or an earlier one.
  package var conflicts: [NotePath] = []
  package var events: [SyncEvent] = []
  /// What waits for a person's word; all else was done.
  package var question: SyncQuestion?
  /// Nothing was written.
  package var isDryRun = false

  package init() {}

  package var isEmpty: Bool {
    came.isEmpty && went.isEmpty && conflicts.isEmpty && events.isEmpty && question == nil
  }

  /// With what came and went before it, in a sync that was begun again with an answer.
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

/// What a person should know of a sync, beyond which files came and went.
package enum SyncEvent: Hashable, Sendable {
  /// Both had changed the note, and all of it went together.
  case merged(NotePath)
  /// Both had changed the same lines: this number of groups of them is marked in the note.
  case marked(NotePath, Int)
  /// Two files of one name that are no text: the second got another name.
  case bothKept(NotePath, other: NotePath)
  /// One side had deleted what the other changed: it stays.
  case deletionOverruled(NotePath)
  case renamed(NotePath, to: NotePath)
  /// Two files had one name, or a file that of a folder: this one got another.
  case nameTaken(NotePath, to: NotePath)
  /// Links in this note follow a file that has another name now.
  case linksFollowed(NotePath)
  /// It was written while the sync ran: that is merged in.
  case changedMeanwhile(NotePath)
  /// It could not be written or removed, and is as it was; the next sync tries again.
  case leftAlone(NotePath, String)
  /// The remote had no branch of this name, or an empty one: it has ours now.
  case remoteWasEmpty
  /// Commits that were there at the last sync are not there any more. Both histories are merged.
  case historyRewritten
  /// The two had begun apart: their files are together now.
  case unrelatedHistories
  /// Repositories within the vault, which a sync leaves alone.
  case nestedRepositories([NotePath])
  /// A remark of another kind, as a whole sentence.
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
    /// When a sync finished last; nil: never on this device.
    package var lastSync: Timestamp?
    /// Files that were changed since the last sync.
    package var waiting: [NotePath]
    /// Notes in which two texts are still marked.
    package var conflicts: [NotePath]
    /// A sync was stopped while it wrote files: the next one continues there.
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
