package import Secrets

/// What git or ssh want to know on their way to a remote.
package struct CredentialQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case userName, password
    /// Of a key.
    case passphrase
    /// Whether a host that was never seen before is the one that is meant.
    case hostKey
    /// Whether something else may be done.
    case consent
    /// A PIN, a number from another device.
    case code
    /// Nothing is asked: a key wants to be touched.
    case notice
  }

  package var kind: Kind
  /// In their own words, some of which may be the remote's: nothing in it steers a terminal, and it is
  /// not long.
  package var text: String
  /// The same was asked just before, and what was answered did not do.
  package var isRepeated: Bool

  package init(_ kind: Kind, _ text: String, isRepeated: Bool = false) {
    self.kind = kind
    self.text = text
    self.isRepeated = isRepeated
  }

  /// Whether what was typed at a host's key says yes: the word, or the fingerprint itself.
  package func agrees(_ line: String) -> Bool {
    let word = line.filter { !$0.isWhitespace }
    if word.lowercased() == "yes" { return true }
    return word.hasPrefix("SHA256:") && word.count == 50 && text.contains(" \(word).")
  }
}

package enum CredentialAnswer: Equatable, Sendable {
  /// It is wiped when the sync has ended.
  case given(TypedSecret)
  case yes
  case no(CredentialRefusal)
}

/// Why a question got no answer.
package enum CredentialRefusal: Hashable, Sendable {
  /// The sync began by itself.
  case automatic
  /// The person did not want to.
  case declined
  case noTerminal
  /// The command line says so.
  case noInput
}

/// Who is asked what git and ssh want to know.
package protocol CredentialAsking: Sendable {
  /// Ends soon after its task is cancelled: what asked is gone then, and so is the question.
  func answer(_ question: CredentialQuestion) async -> CredentialAnswer
}

/// What a remote wanted and did not get.
package struct CredentialNeed: Hashable, Sendable {
  package var kind: CredentialQuestion.Kind
  package var remote: String
  package var refusal: CredentialRefusal
  /// Whether an agent of ssh's can be given keys.
  package var hasAgent: Bool

  package init(
    _ kind: CredentialQuestion.Kind, of remote: String, _ refusal: CredentialRefusal,
    hasAgent: Bool
  ) {
    self.kind = kind
    self.remote = remote
    self.refusal = refusal
    self.hasAgent = hasAgent
  }

  /// `your passphrase`.
  package var thing: String {
    switch kind {
    case .userName: "your user name and password"
    case .password: "your password"
    case .passphrase: "your passphrase"
    case .hostKey: "your word on its host key"
    case .consent, .code, .notice: "an answer of yours"
    }
  }

  package var message: String {
    switch refusal {
    case .declined:
      kind == .hostKey
        ? "Nothing was synced: the host key of \(remote) was not accepted."
        : "Nothing was synced: \(remote) wants \(thing), and it was not given."
    case .automatic: "\(remote) wants \(thing). Sync by key, and you are asked for it.\(help)"
    case .noTerminal: "\(remote) wants \(thing), and there is no terminal to ask on.\(help)"
    case .noInput: "\(remote) wants \(thing), and --no-input asks for nothing.\(help)"
    }
  }

  /// How it need not be asked for again.
  private var help: String {
    switch kind {
    case .passphrase:
      hasAgent
        ? " To be asked no more, give ssh's agent the key: ssh-add"
        : " To be asked no more, start ssh's agent and give it the key: ssh-agent, ssh-add"
    case .userName, .password:
      " A credential helper of git's keeps it: git help credentials"
    case .hostKey:
      refusal == .automatic ? "" : " Sync once on a terminal: its fingerprint is shown."
    case .consent, .code, .notice: ""
    }
  }
}
