/// A git setting: `core.autocrlf`, `input`.
struct GitSetting: Hashable, Sendable {
  var key: String
  var value: String

  init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

/// The environment that git runs in, so that no repository makes it run a program.
struct GitEnvironment {
  /// The variables, as `NAME=value`.
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
      // This credential helper opens windows of its own.
      if !network.isInteractive { variables["GCM_INTERACTIVE"] = "never" }
      // An askpass program that fails without output means “no”.
      for name in ["GIT_ASKPASS", "SSH_ASKPASS"] { variables[name] = network.askpass ?? "false" }
    } else {
      // No network at all, not even to fetch missing objects.
      variables["GIT_ALLOW_PROTOCOL"] = "none"
      variables["GIT_SSH_COMMAND"] = "false"
      for name in ["GIT_ASKPASS", "SSH_ASKPASS"] { variables[name] = "false" }
    }
    variables.merge(call.environment) { $1 }
    // Not as arguments: a key may contain a `=`, and other users can read arguments.
    let settings = Self.settings + call.settings
    variables["GIT_CONFIG_COUNT"] = String(settings.count)
    for (number, setting) in settings.enumerated() {
      variables["GIT_CONFIG_KEY_\(number)"] = setting.key
      variables["GIT_CONFIG_VALUE_\(number)"] = setting.value
    }
    entries = variables.map { "\($0)=\($1)" }
  }

  /// Variables of git that come from the person and are passed on.
  private static let personal: Set<String> = [
    "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_NAME",
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_EXEC_PATH",
    "GIT_SSL_CAINFO", "GIT_SSL_CAPATH",
  ]

  private static let usual = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_MERGE_AUTOEDIT": "no",
    "GIT_EDITOR": ":", "GIT_SEQUENCE_EDITOR": ":", "GIT_PAGER": "cat",
    // The program parses git's output.
    "LC_ALL": "C", "LANGUAGE": "C",
    "GIT_LITERAL_PATHSPECS": "1", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1",
    // This precedes `core.gitProxy`, which no other setting overrides; empty means none.
    "GIT_PROXY_COMMAND": "",
    "GIT_PROGRESS_DELAY": "0", "SSH_ASKPASS_REQUIRE": "force",
  ]

  /// Settings of the repository come before these, and the last one counts.
  private static let settings = [
    GitSetting("core.fsmonitor", "false"), GitSetting("core.hooksPath", "/dev/null"),
    GitSetting("core.alternateRefsCommand", "true"), GitSetting("credential.helper", ""),
    GitSetting("core.protectNTFS", "true"), GitSetting("core.protectHFS", "true"),
    GitSetting("transfer.fsckObjects", "true"), GitSetting("fetch.fsckObjects", "true"),
    GitSetting("safe.bareRepository", "explicit"), GitSetting("submodule.recurse", "false"),
    GitSetting("push.gpgSign", "false"), GitSetting("log.showSignature", "false"),
    // A background process that outlives git could disturb our next step.
    GitSetting("gc.auto", "0"), GitSetting("maintenance.auto", "false"),
    GitSetting("fetch.writeCommitGraph", "false"),
    // After a power cut, a commit that names missing objects would be worse than no commit.
    GitSetting("core.fsync", "added,reference"), GitSetting("core.fsyncMethod", "batch"),
    GitSetting("core.quotePath", "false"), GitSetting("core.safecrlf", "false"),
    GitSetting("advice.addEmbeddedRepo", "false"), GitSetting("i18n.commitEncoding", "UTF-8"),
    GitSetting("http.lowSpeedLimit", "1"), GitSetting("http.lowSpeedTime", "60"),
  ]

  /// Returns the person's own ssh command with options that prevent it from waiting forever. The
  /// person's own options come first and win. A command other than ssh gets no options.
  private static func sshCommand(_ command: String, _ network: NetworkOptions) -> String {
    let program = command.split(separator: " ").first ?? ""
    guard program == "ssh" || program.hasSuffix("/ssh") else { return command }
    let isAsked = network.isInteractive
    // An askpass program gets the questions even if no one is asked, so that it can report them.
    let isHeard = isAsked || network.askpass != nil
    let options = [
      "ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4",
      "BatchMode=\(isHeard ? "no" : "yes")", "StrictHostKeyChecking=\(isAsked ? "ask" : "yes")",
    ]
    return ([command] + options.map { "-o \($0)" }).joined(separator: " ")
  }
}

/// The options for talking to a remote.
package struct NetworkOptions: Sendable {
  /// The program that git and ssh ask for passwords and passphrases. Nil: each question is answered
  /// with “no” immediately.
  var askpass: String?
  /// The variables that the askpass program needs, on top of the usual ones.
  var environment: [String: String] = [:]
  /// Whether a person waits for the answer. Then they can be asked, even about a new host's key,
  /// and get time to answer.
  var isInteractive = false

  /// The most bytes that are fetched without a question; nil: any amount.
  var mostReceived: Int? = 2 << 30

  /// The options of a sync in the background: no one is asked.
  static let automatic = NetworkOptions()
}

/// The outcome of a push.
enum PushOutcome: Equatable, Sendable {
  case pushed
  /// The remote seems to have commits that are missing here: fetch, merge and push again. With
  /// git's words.
  case behind(String)
  /// A branch is locked in a remote that is a folder on this computer.
  case locked(LockHolder)
  /// The server refused it: a hook, a protected branch. With the server's words.
  case refused(String)
}

/// The author of a commit.
struct CommitPerson: Equatable, Sendable {
  package var name: String
  var email: String
}
