package import Entities

/// Brings a vault in line with its remote, so that no word is lost.
///
/// ```swift
/// let report = try await sync.sync(SyncRequest(by: .person)) { step in … }
/// ```
///
/// A call ends soon after its task is cancelled, and so does the git that it started; the next one goes on
/// where it was. One sync runs at a time, whichever program began it.
package protocol VaultSync: Sendable {
  /// How the vault and its remote are, as far as is known here: the network is not asked.
  func status() async throws(SyncFailure) -> SyncStatus

  /// Takes in what others changed, and sends what was changed here.
  func sync(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport

  /// Makes a repository of the vault where it is none, names its remote, and syncs for the first time.
  func setUp(
    _ setUp: SyncSetUp, _ request: SyncRequest,
    progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport

  /// Takes back what the last sync changed in the files. A file that was changed since is left alone and
  /// listed among the events. The next sync sends what was taken back as a change like any other.
  func undoLast() async throws(SyncFailure) -> SyncReport
}

/// With what a vault is set up.
package struct SyncSetUp: Equatable, Sendable {
  /// An address that git understands: `git@example.org:ann/notes.git`, or a folder: `~/stick/notes.git`.
  /// Where a folder is not there yet, a repository is made of it.
  package var url: String
  /// Where the name of a folder begins that is not named in full; nil: in the vault.
  package var folder: String?
  /// Whether `.gitignore` and `.gitattributes` are written where there are none.
  package var writesGitFiles: Bool

  package init(url: String, from folder: String? = nil, writesGitFiles: Bool = true) {
    self.url = url
    self.folder = folder
    self.writesGitFiles = writesGitFiles
  }
}

package struct SyncRequest: Equatable, Sendable {
  package enum Beginner: Equatable, Sendable {
    /// Can be asked for a passphrase, and has to answer a question before the sync continues.
    case person
    /// Is never asked, and never makes what a person has to agree to.
    case automatic
  }

  package var beginner: Beginner
  /// Says what would be done, and changes no file, no branch and no remote. It fetches, to be able to.
  package var isDryRun: Bool
  /// How many files may be changed here at most; nil: any number.
  package var expectedCount: Int?
  /// Questions that the person was asked, and to which the answer was yes.
  package var agreed: Set<SyncQuestion>

  package init(
    by beginner: Beginner, isDryRun: Bool = false, agreed: Set<SyncQuestion> = []
  ) {
    self.beginner = beginner
    self.isDryRun = isDryRun
    self.agreed = agreed
  }
}

/// What a sync does not do unasked. Agreeing means to call it again with the question among the answers;
/// where the facts are other ones by then, it is asked again.
package enum SyncQuestion: Hashable, Sendable {
  /// More than a third of the notes are gone since the last sync.
  case vanished(notes: Int, of: Int)
  /// More than a third of the notes here would go, because others deleted them.
  case deletedThere(notes: Int, of: Int)
  /// The repository's own settings run programs, by these lines.
  case programs([String])
  /// Files of more than 10 MB that would be sent for the first time.
  case large([NotePath])
  /// A remote takes nothing into the branch that is synced, but may into one of this device's own.
  case ownBranch(String, remote: String, insteadOf: String, reason: String)
  /// The remote sends more than 2 GiB.
  case muchFetched(remote: String)
  /// As many files would be written here, more than anyone sends at once.
  case muchComes(files: Int, megabytes: Int)
  /// The remote has keys for a vault that is plain here.
  case keysForPlain
  /// The remote has another key file for this encrypted vault.
  case otherKeys
  /// The remote has this vault encrypted, and it is plain here.
  case sendsPlain
  /// What goes to this address can be read on its way.
  case notEncrypted(address: String)
  /// Files that git does not see here, of names that came from another device.
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

  /// What it is about, one a line.
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

/// How far a sync is, for a person who waits.
package enum SyncProgress: Equatable, Sendable {
  case checking
  /// Local changes are committed.
  case keeping
  case fetching
  case merging
  /// Files are written: done and total.
  case writing(Int, of: Int)
  /// The first, second… time.
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

  /// The remote decides how long it takes.
  package var isOfNetwork: Bool {
    switch self {
    case .fetching, .sending: true
    default: false
    }
  }
}

/// The addresses that this computer has in its networks.
package protocol NetworkAddresses: Sendable {
  /// Empty where it is in none: those within the computer do not count.
  func current() -> Set<[UInt8]>
}
