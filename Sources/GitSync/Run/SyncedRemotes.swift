import Services

/// The remotes that a vault is synced with, the main one first.
struct SyncedRemotes {
  struct Remote {
    let name: String
    /// Else it is only fetched from.
    let isSentTo: Bool
    /// What its branch was at when it was fetched.
    var theirs: String?
    /// What was sent to it since.
    var sent: String?
    /// What lies in this device's own branch there, since its server keeps the other one to itself.
    var aside: String?
    /// Why nothing more is done with it in this run.
    var failure: (any Error)?
    /// What its branch was at when it took nothing since others were faster.
    var refusedAt: String?
    var wasLocked = false

    /// What its branch is at now.
    var now: String? { aside == nil ? sent ?? theirs : theirs }

    func lacks(_ commit: String) -> Bool {
      isSentTo && failure == nil && ![theirs, sent, aside].contains(commit)
    }
  }

  var all: [Remote] = []
  /// The names of those that are left alone.
  private(set) var others: [String] = []

  init() {}

  /// The main one is `origin`, or the first. What is done with the others the setting `remote.NAME.sync`
  /// says: `true`, or `fetch` for one that is never sent to.
  init(_ names: [String], _ settings: GitSettings) throws(SyncFailure) {
    guard let main = names.contains("origin") ? "origin" : names.first else { throw .notSetUp }
    for name in [main] + names.filter({ $0 != main }) {
      let line = settings.lines.last {
        $0.section == "remote" && $0.middle == name && $0.name == "sync"
      }
      if line?.value == "fetch" {
        all.append(Remote(name: name, isSentTo: false))
      } else if line?.isTrue ?? (name == main) {
        all.append(Remote(name: name, isSentTo: true))
      } else {
        others.append(name)
      }
    }
    if all.isEmpty { throw .notSetUp }
  }

  /// Whether the others are synced all the same: one that is away does not stop them.
  func maySkip(_ error: any Error) -> Bool {
    guard all.count > 1 else { return false }
    switch error {
    case GitError.offline, GitError.refusedCredentials, GitError.unknownHost, GitError.changedHost,
      GitError.notFoundThere, GitError.timedOut, GitError.badObjects, SyncFailure.refused,
      SyncFailure.remoteLocked, SyncFailure.asks(.ownBranch):
      return true
    default: return false
    }
  }

  /// A git was ended, and may have left a lock.
  var mayLeaveLocks: Bool {
    all.contains { if case GitError.timedOut? = $0.failure { true } else { false } }
  }
}
