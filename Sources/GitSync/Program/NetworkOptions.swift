/// How git talks with a remote.
package struct NetworkOptions: Sendable {
  /// The program that git and ssh ask for passwords and passphrases. Nil: each question is answered
  /// with “no” at once.
  package var askpass: String?
  /// What that program needs to know, on top of the usual.
  package var environment: [String: String] = [:]
  /// A person waits for it: they can be asked, for a new host's key too, and have time to answer.
  package var isBegunByPerson = false

  /// As much is fetched without a question; nil: any amount.
  package var mostReceived: Int? = 2 << 30

  /// Asks no one.
  package static let automatic = NetworkOptions()
}

/// What came of a push.
package enum PushOutcome: Equatable, Sendable {
  case pushed
  /// The remote seems to have commits that are not here: fetch, merge and push again. With its words.
  case behind(String)
  /// A branch in the folder of this computer that is the remote is locked.
  case locked(LockHolder)
  /// The server does not want it: a hook, a protected branch. With its words.
  case refused(String)
}

/// Who a commit is by.
package struct CommitPerson: Equatable, Sendable {
  package var name: String
  package var email: String
}
