package import Entities

/// Syncs a vault with its remote without losing any change.
///
/// ```swift
/// let report = try await sync.sync(SyncRequest(by: .person)) { step in … }
/// ```
///
/// A call returns soon after its task is cancelled, and the git process ends too; the next call
/// continues. One sync runs at a time, whichever program began it.
package protocol VaultSync: Sendable {
  /// Returns the state of the vault and its remotes without using the network.
  func status() async throws(SyncFailure) -> SyncStatus

  /// Merges the changes of others, and sends the local ones.
  func sync(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport

  /// Makes a repository of the vault if needed, adds its remote, and syncs for the first time.
  func setUp(
    _ setUp: SyncSetUp, _ request: SyncRequest,
    progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport

  /// Undoes the last sync in the files. A file that was changed since is not touched and listed
  /// among the events. The next sync sends the undone files as ordinary changes.
  func undoLast() async throws(SyncFailure) -> SyncReport
}

/// The parameters of a sync's setup.
package struct SyncSetUp: Equatable, Sendable {
  /// An address that git understands: `git@example.org:ann/notes.git`, or a folder:
  /// `~/stick/notes.git`. A folder that does not exist becomes a repository.
  package var url: String
  /// The folder that a relative path starts from; nil for the vault.
  package var folder: String?
  /// Whether to write `.gitignore` and `.gitattributes` if they are missing.
  package var writesGitFiles: Bool

  package init(url: String, from folder: String? = nil, writesGitFiles: Bool = true) {
    self.url = url
    self.folder = folder
    self.writesGitFiles = writesGitFiles
  }
}

package struct SyncRequest: Equatable, Sendable {
  package enum Beginner: Equatable, Sendable {
    /// The user, who can be asked for a passphrase and has to answer a question first.
    case person
    /// The program, which is never asked and never does what the user must agree to.
    case automatic
  }

  package var beginner: Beginner
  /// Only report what would be done: no file, branch or remote is changed, but it does fetch.
  package var isDryRun: Bool
  /// The most files that may be changed here; nil for any number.
  package var expectedCount: Int?
  /// The questions that the user answered with yes.
  package var agreed: Set<SyncQuestion>

  package init(
    by beginner: Beginner, isDryRun: Bool = false, agreed: Set<SyncQuestion> = []
  ) {
    self.beginner = beginner
    self.isDryRun = isDryRun
    self.agreed = agreed
  }
}

/// Something that a sync does only after asking. To agree, the caller starts it again with the
/// question among the answers; if the facts changed meanwhile, it asks again.
package enum SyncQuestion: Hashable, Sendable {
  /// More than a third of the notes disappeared since the last sync.
  case vanished(notes: Int, of: Int)
  /// More than a third of the notes here would be removed, because others deleted them.
  case deletedThere(notes: Int, of: Int)
  /// The repository's own settings run programs, in these lines.
  case programs([String])
  /// Files of more than 10 MB that would be sent for the first time.
  case large([NotePath])
  /// A remote rejects the synced branch, but may accept a branch of this device.
  case ownBranch(String, remote: String, insteadOf: String, reason: String)
  /// The remote sends more than 2 GiB.
  case muchFetched(remote: String)
  /// More files would be written here than anyone sends at once.
  case muchComes(files: Int, megabytes: Int)
  /// The remote has keys for a vault that is plain here.
  case keysForPlain
  /// The remote has another key file for this encrypted vault.
  case otherKeys
  /// The vault is encrypted on the remote, but plain here.
  case sendsPlain
  /// Data sent to this address can be read on its way.
  case notEncrypted(address: String)
  /// Files that another device sends but git ignores here.
  case ignoredHere([NotePath])

  package var message: String {
    switch self {
    case .vanished(let notes, let all):
      "\(notes) of \(all) notes are gone since the last sync. Are they to be deleted everywhere?"
    case .deletedThere(let notes, let all):
      "Others deleted \(notes) of \(all) notes. Delete them here too?"
    case .programs(let lines):
      "\(lines.count == 1 ? "A setting" : "\(lines.count) settings") of this repository may run programs."
        + " Sync all the same?"
    case .large(let paths):
      paths.count == 1
        ? "A file is larger than 10 MB. Send it too?"
        : "\(paths.count) files are larger than 10 MB. Send them too?"
    case .notEncrypted(let address):
      "\(address.cutInMessages) is not encrypted: notes and passwords can be read and changed on the way."
        + " Sync all the same?"
    case .ignoredHere(let paths):
      paths.count == 1
        ? "Another device sends a file that git ignores here. Merge yours with it, and send that? To"
          + " keep yours to this device, rename it first."
        : "Another device sends \(paths.count) files that git ignores here. Merge yours with them, and"
          + " send that? To keep yours to this device, rename them first."
    case .ownBranch(let own, let remote, let branch, let reason):
      "\(remote) takes no changes of \(branch): \(reason). Send yours to a branch of this device, \(own),"
        + " for someone to merge there?"
    case .muchFetched(let remote): "\(remote) sends more than 2 GiB. Fetch all of it?"
    case .muchComes(let files, let megabytes):
      "\(files) files of \(megabytes) MB would come from the remote. Write them here?"
    case .keysForPlain:
      "The remote has keys of an encrypted vault, and this vault is plain. Take them only if you encrypted"
        + " it on another device: from then on it opens with that passphrase alone. Take them?"
    case .otherKeys:
      "The remote has another key file for this vault. Take it only if you changed the passphrase or the"
        + " key on another device: from then on the vault opens with that one alone. Take it?"
    case .sendsPlain:
      "The remote has this vault encrypted, and it is plain here. All of its notes would be sent in plain"
        + " text, for everyone to read who can read the remote. Send them?"
    }
  }

  /// The items in question, one per line.
  package var list: [String] {
    switch self {
    case .programs(let lines): lines.map(\.cutInMessages)
    case .large(let paths), .ignoredHere(let paths): paths.map(\.shortText)
    case .vanished, .deletedThere, .ownBranch, .muchFetched, .muchComes, .notEncrypted,
      .keysForPlain, .otherKeys, .sendsPlain:
      []
    }
  }
}

package enum SyncProgress: Equatable, Sendable {
  case checking
  /// Local changes are being committed.
  case keeping
  case fetching
  case merging
  /// Files are being written: done and total.
  case writing(Int, of: Int)
  /// The number of the attempt, from 1.
  case sending(attempt: Int)

  package var message: String {
    switch self {
    case .checking: "looking at the repository…"
    case .keeping: "keeping your changes…"
    case .fetching: "fetching…"
    case .merging: "merging…"
    case .writing(let done, let all): "writing \(done) of \(all)…"
    case .sending(let attempt): attempt > 1 ? "sending, try \(attempt)…" : "sending…"
    }
  }

  /// Whether the remote determines how long it takes.
  package var isOfNetwork: Bool {
    switch self {
    case .fetching, .sending: true
    default: false
    }
  }
}

/// The addresses of this computer in its networks.
package protocol NetworkAddresses: Sendable {
  /// Returns the addresses without loopback ones; empty if it is in no network.
  func current() -> Set<[UInt8]>
}
