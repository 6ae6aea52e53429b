/// A setting as git has it: `core.autocrlf`, `input`.
struct GitSetting: Hashable, Sendable {
  var key: String
  var value: String

  init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

/// What git is started with, so that no repository makes it run a program.
struct GitEnvironment {
  /// As `NAME=value`.
  let entries: [String]

  init(_ program: GitProgram, _ call: GitCall) {
    var variables = program.environment.filter { name, _ in
      !name.hasPrefix("GIT_") || Self.personal.contains(name)
    }
    variables.merge(Self.usual) { $1 }
    variables["PATH"] = program.environment["PATH"] ?? "/usr/bin:/bin"
    if let network = call.network {
      variables["GIT_ALLOW_PROTOCOL"] = "https:http:ssh:git:file"
      variables["GIT_SSH_COMMAND"] = Self.sshCommand(call.ssh, network)
      variables.merge(network.environment) { $1 }
      // The one helper that shows windows of its own.
      if !network.isBegunByPerson { variables["GCM_INTERACTIVE"] = "never" }
      // One that says nothing and fails is a “no”.
      for name in ["GIT_ASKPASS", "SSH_ASKPASS"] { variables[name] = network.askpass ?? "false" }
    } else {
      // Not even to fetch what is missing here.
      variables["GIT_ALLOW_PROTOCOL"] = "none"
      variables["GIT_SSH_COMMAND"] = "false"
      for name in ["GIT_ASKPASS", "SSH_ASKPASS"] { variables[name] = "false" }
    }
    variables.merge(call.environment) { $1 }
    // Not as arguments: a key may have a `=` in it, and others can read those.
    let settings = Self.settings + call.settings
    variables["GIT_CONFIG_COUNT"] = String(settings.count)
    for (number, setting) in settings.enumerated() {
      variables["GIT_CONFIG_KEY_\(number)"] = setting.key
      variables["GIT_CONFIG_VALUE_\(number)"] = setting.value
    }
    entries = variables.map { "\($0)=\($1)" }
  }

  /// What is git's own and still the person's word.
  private static let personal: Set<String> = [
    "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_NAME",
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_EXEC_PATH",
    "GIT_SSL_CAINFO", "GIT_SSL_CAPATH",
  ]

  private static let usual = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_MERGE_AUTOEDIT": "no",
    "GIT_EDITOR": ":", "GIT_SEQUENCE_EDITOR": ":", "GIT_PAGER": "cat",
    // What git says is read by us.
    "LC_ALL": "C", "LANGUAGE": "C",
    "GIT_LITERAL_PATHSPECS": "1", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1",
    // It goes before `core.gitProxy`, which no other setting wins over; empty means none.
    "GIT_PROXY_COMMAND": "",
    "GIT_PROGRESS_DELAY": "0", "SSH_ASKPASS_REQUIRE": "force",
  ]

  /// Those of the repository come before these, and the last one counts.
  private static let settings = [
    GitSetting("core.fsmonitor", "false"), GitSetting("core.hooksPath", "/dev/null"),
    GitSetting("core.alternateRefsCommand", "true"), GitSetting("credential.helper", ""),
    GitSetting("core.protectNTFS", "true"), GitSetting("core.protectHFS", "true"),
    GitSetting("transfer.fsckObjects", "true"), GitSetting("fetch.fsckObjects", "true"),
    GitSetting("safe.bareRepository", "explicit"), GitSetting("submodule.recurse", "false"),
    GitSetting("push.gpgSign", "false"), GitSetting("log.showSignature", "false"),
    // What runs on after git has ended could meet our next step.
    GitSetting("gc.auto", "0"), GitSetting("maintenance.auto", "false"),
    GitSetting("fetch.writeCommitGraph", "false"),
    // A commit that names what the power took would be worse than none.
    GitSetting("core.fsync", "added,reference"), GitSetting("core.fsyncMethod", "batch"),
    GitSetting("core.quotePath", "false"), GitSetting("core.safecrlf", "false"),
    GitSetting("advice.addEmbeddedRepo", "false"), GitSetting("i18n.commitEncoding", "UTF-8"),
    GitSetting("http.lowSpeedLimit", "1"), GitSetting("http.lowSpeedTime", "60"),
  ]

  /// The person's own way to call ssh, with what keeps it from waiting; their own options come first
  /// and win. What is not ssh takes no such options.
  private static func sshCommand(_ command: String, _ network: NetworkOptions) -> String {
    let program = command.split(separator: " ").first ?? ""
    guard program == "ssh" || program.hasSuffix("/ssh") else { return command }
    let isAsked = network.isBegunByPerson
    // One that answers for itself is asked too, to hear of what is wanted.
    let isHeard = isAsked || network.askpass != nil
    let options = [
      "ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4",
      "BatchMode=\(isHeard ? "no" : "yes")", "StrictHostKeyChecking=\(isAsked ? "ask" : "yes")",
    ]
    return ([command] + options.map { "-o \($0)" }).joined(separator: " ")
  }
}

/// How git talks with a remote.
package struct NetworkOptions: Sendable {
  /// The program that git and ssh ask for passwords and passphrases. Nil: each question is answered
  /// with “no” at once.
  var askpass: String?
  /// What that program needs to know, on top of the usual.
  var environment: [String: String] = [:]
  /// A person waits for it: they can be asked, for a new host's key too, and have time to answer.
  var isBegunByPerson = false

  /// As much is fetched without a question; nil: any amount.
  var mostReceived: Int? = 2 << 30

  /// Asks no one.
  static let automatic = NetworkOptions()
}

/// What came of a push.
enum PushOutcome: Equatable, Sendable {
  case pushed
  /// The remote seems to have commits that are not here: fetch, merge and push again. With its words.
  case behind(String)
  /// A branch in the folder of this computer that is the remote is locked.
  case locked(LockHolder)
  /// The server does not want it: a hook, a protected branch. With its words.
  case refused(String)
}

/// Who a commit is by.
struct CommitPerson: Equatable, Sendable {
  package var name: String
  var email: String
}
