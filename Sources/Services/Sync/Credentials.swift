package import Secrets

/// A question of git or ssh on their way to a remote.
package struct CredentialQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case userName, password
    /// The passphrase of a key.
    case passphrase
    /// Whether to trust an unknown host.
    case hostKey
    /// Whether to allow some other action.
    case consent
    /// A PIN or a number from another device.
    case code
    /// No question: a security key must be touched.
    case notice
  }

  package var kind: Kind
  /// The text of git or ssh, parts of which may come from the remote: it is free of control
  /// characters and short.
  package var text: String
  /// Whether this repeats the previous question because its answer was wrong.
  package var isRepeated: Bool

  package init(_ kind: Kind, _ text: String, isRepeated: Bool = false) {
    self.kind = kind
    self.text = text
    self.isRepeated = isRepeated
  }

  /// Whether the text typed for a host key means yes: the word, or the fingerprint itself.
  package func agrees(_ line: String) -> Bool {
    let word = line.filter { !$0.isWhitespace }
    if word.lowercased() == "yes" { return true }
    return word.hasPrefix("SHA256:") && word.count == 50 && text.contains(" \(word).")
  }
}

package enum CredentialAnswer: Equatable, Sendable {
  /// The secret is wiped when the sync ends.
  case given(TypedSecret)
  case yes
  case no(CredentialRefusal)
}

/// Why a question was not answered.
package enum CredentialRefusal: Hashable, Sendable {
  /// The sync began by itself.
  case automatic
  case declined
  case noTerminal
  /// The command line forbids questions.
  case noInput
}

/// Answers the questions of git and ssh.
package protocol CredentialAsking: Sendable {
  /// Returns soon after its task is cancelled: the program that asked has ended.
  func answer(_ question: CredentialQuestion) async -> CredentialAnswer
}

/// A credential that a remote asked for and did not get.
package struct CredentialNeed: Hashable, Sendable {
  package var kind: CredentialQuestion.Kind
  package var remote: String
  package var refusal: CredentialRefusal
  /// Whether an ssh agent can hold the key.
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

  /// The credential, for a message: `your passphrase`.
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

  /// How to avoid the question.
  private var help: String {
    switch kind {
    case .passphrase:
      hasAgent
        ? " To avoid this question, give ssh's agent the key: ssh-add"
        : " To avoid this question, start ssh's agent and give it the key: ssh-agent, ssh-add"
    case .userName, .password:
      " A credential helper of git's keeps it: git help credentials"
    case .hostKey:
      refusal == .automatic ? "" : " Sync once on a terminal: its fingerprint is shown."
    case .consent, .code, .notice: ""
    }
  }
}
