package import Entities

/// Why a sync did not finish. Nothing is lost: local changes are in the files as they were, and
/// usually also in a commit.
package enum SyncFailure: ExplainedError, Equatable, Sendable {
  /// The vault is not a repository, or has no remote.
  case notSetUp
  case gitMissing
  case gitTooOld(String)
  /// The repository is in the middle of another operation; says what to do about it.
  case obstacle(String)
  /// Another program is syncing this vault.
  case busy
  /// The vault has other keys on another device: what happened, and the steps to resolve it.
  case keysDiffer(String, steps: [String])
  /// The vault is encrypted and its passphrase was not given: changes of others were only fetched.
  case locked(waiting: Int)
  /// The user has to agree first.
  case asks(SyncQuestion)
  /// The user never synced to this remote from this device, so no automatic sync sends to it.
  case notByHandYet(remote: String)
  /// The remote could not be reached: local changes wait.
  case offline(remote: String, reason: String)
  /// The remote wants a password or a key that it did not get.
  case notLetIn(remote: String, reason: String)
  /// The remote asked for something that only the user knows.
  case needs(CredentialNeed)
  /// The host key of the remote is unknown or has changed.
  case unknownHost(String)
  case timedOut(remote: String)
  /// The remote rejected what was sent.
  case refused(remote: String, reason: String)
  /// The folder of a remote is locked; says by whom, and what to do.
  case remoteLocked(String)
  /// Others always sent something before this device could.
  case alwaysBehind(remote: String)
  /// Files always changed before the received ones could be written.
  case alwaysChanging(NotePath)
  /// A file of the vault could not be read or written.
  case file(NoteStoreError)
  /// This number of files would be changed here, not the expected one.
  case unexpected(Int, expected: Int)
  case cancelled
  case nothingToUndo
  case git(String)
  /// The sync's own files in the repository could not be read or written.
  case state(String)

  package var message: String {
    switch self {
    case .notSetUp:
      "This vault has no remote yet. Set one up with: notes-tui sync --setup URL"
    case .gitMissing: "git was not found. Install it, then sync again."
    case .gitTooOld(let version): "git \(version) is too old. Sync needs git 2.38 or newer."
    case .obstacle(let sentence), .keysDiffer(let sentence, _), .remoteLocked(let sentence):
      sentence
    case .busy: "This vault is being synced by another program. Wait for it, then sync again."
    case .locked(let waiting): Self.locked(waiting)
    case .asks(let question): question.message
    case .notByHandYet(let remote):
      "This vault was never synced with \(remote) from this device. Sync it once by hand."
    case .offline(let remote, let reason):
      "\(remote) cannot be reached: \(reason). Your changes are saved and go with the next sync."
    case .notLetIn(let remote, let reason):
      "\(remote) did not let you in: \(reason). \(Self.advice(reason))"
    case .needs(let need): need.message
    case .unknownHost(let sentence): sentence
    case .timedOut(let remote):
      "\(remote) did not answer in time. Your changes are saved and go with the next sync."
    case .refused(let remote, let reason):
      "\(remote) did not take your changes: \(reason). They are saved; sync again when that is fixed."
    case .alwaysBehind(let remote):
      "\(remote) was changed by others again and again. Your changes are saved; sync again later."
    case .alwaysChanging(let path):
      "\(path.shortText) was changed again and again while the sync ran. Sync again when it is left alone."
    case .file(let error): error.message
    case .unexpected(let count, let expected):
      "\(count == 1 ? "1 file" : "\(count) files") would be changed here, not \(expected)."
        + " Nothing was written."
    case .cancelled: "The sync was stopped. The next one continues where it stopped."
    case .nothingToUndo: "Nothing to undo: no sync changed files here."
    case .git(let sentence): sentence
    case .state(let sentence): sentence
    }
  }

  /// What to do about it, if that takes more than a sentence.
  package var steps: [String] {
    if case .keysDiffer(_, let steps) = self { steps } else { [] }
  }

  private static func locked(_ waiting: Int) -> String {
    let notes =
      switch waiting {
      case 0: "Nothing new was fetched"
      case 1: "1 note waits for the passphrase"
      default: "\(waiting) notes wait for the passphrase"
      }
    return "This vault is locked. \(notes); nothing was merged or sent. Unlock it, then sync again."
  }

  /// The first message comes from ssh and git, the second from a host.
  private static func advice(_ reason: String) -> String {
    if reason.contains("publickey"), !reason.contains("passphrase") {
      return "Does it know your key? Give it the public half, or name another key in ~/.ssh/config."
    }
    if reason.contains("Authentication failed") {
      return "The name or the password is wrong; many hosts want a token as the password."
    }
    return "Check your key or password, then sync again."
  }
}
