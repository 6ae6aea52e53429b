import Fuzzy

/// A verb of Obsidian's command line, with its parameters and what becomes of it here.
struct ObsidianVerb: Sendable {
  typealias Run = @MainActor (ObsidianCall) async throws(CommandFailure) -> ExitCode

  let name: String
  /// What it does, as in “print a note”.
  let summary: String
  let parameters: [Parameter]
  /// Words that are switched on by naming them.
  let flags: [String]
  let vault: VaultUse
  /// How the result differs from Obsidian's; nil if it does not.
  let differs: String?
  let run: @MainActor (ObsidianCommands) -> Run

  init(
    _ name: String, _ parameters: [Parameter] = [], flags: [String] = [], vault: VaultUse = .opens,
    says summary: String, differs: String? = nil,
    run: @escaping @MainActor (ObsidianCommands) -> Run
  ) {
    (self.name, self.parameters, self.flags, self.vault) = (name, parameters, flags, vault)
    (self.summary, self.differs, self.run) = (summary, differs, run)
  }

  /// A parameter with its value, such as `file=NAME`.
  struct Parameter: Equatable, Sendable {
    let name: String
    /// The placeholder of the value.
    let value: String
    let kind: ValueKind
    var isRequired = false

    init(_ name: String, _ value: String = "TEXT", _ kind: ValueKind = .text) {
      (self.name, self.value, self.kind) = (name, value, kind)
    }

    var required: Parameter {
      var parameter = self
      parameter.isRequired = true
      return parameter
    }

    /// `[file=NAME]`, or without brackets if it is required.
    var written: String {
      let text = "\(name)=\(value)"
      return isRequired ? text : "[\(text)]"
    }
  }

  /// The syntax: `append [file=NAME] [path=PATH] content=TEXT [inline]`.
  var usage: String {
    ([name] + parameters.map(\.written) + flags.map { "[\($0)]" }).joined(separator: " ")
  }

  /// The formats of its output, the default first.
  var formats: [String] {
    for parameter in parameters where parameter.name == "format" {
      if case .words(let words) = parameter.kind { return words }
    }
    return []
  }
}

extension ObsidianVerb.Parameter {
  /// A parameter that takes one of these words.
  static func choice(_ name: String, _ words: String...) -> Self {
    Self(name, words.joined(separator: "|"), .words(words))
  }

  /// The output format; the first one is the default.
  static func format(_ words: String...) -> Self {
    Self("format", words.joined(separator: "|"), .words(words))
  }

  static let content = Self("content")
  static let folder = Self("folder", "FOLDER", .vaultFolder)
  static let name = Self("name", "NAME")
  static let property = Self("name", "NAME", .property)
  static let template = Self("template", "NAME")
  static let version = Self("version", "N")
}

extension [ObsidianVerb.Parameter] {
  /// The parameters that name a note.
  static let note: Self = [
    .init("file", "NAME", .note), .init("path", "PATH", .note),
  ]

  /// The parameters that name a base.
  static let base: Self = [
    .init("file", "NAME", .base), .init("path", "PATH", .base), .init("view", "NAME"),
  ]
}

/// Verbs of Obsidian's that are not here, and why.
struct ObsidianAbsence: Sendable {
  let names: [String]
  /// A sentence without its subject: “needs a window”.
  let reason: String
}

extension ObsidianVerb {
  static let all: [ObsidianVerb] =
    files + notes + days + properties + tasks + links + bases + history + general

  /// What needs no window here, and so has no effect.
  static let windowFlags = ["open", "newtab", "silent"]

  static let absences: [ObsidianAbsence] = [
    ObsidianAbsence(
      names: [
        "open", "reload", "restart", "search:open", "history:open", "vault:open", "web",
        "command", "commands", "hotkey", "hotkeys", "tab:open", "tabs", "workspace", "workspaces",
        "workspace:save", "workspace:load", "workspace:delete",
      ],
      reason: "needs a window of Obsidian"),
    ObsidianAbsence(
      names: ["template:insert"],
      reason: "needs an active file; create with template= begins a note with a template"),
    ObsidianAbsence(
      names: [
        "sync", "sync:status", "sync:history", "sync:read", "sync:restore", "sync:open",
        "sync:deleted",
      ],
      reason: "belongs to Obsidian Sync; notes-tui sync uses git"),
    ObsidianAbsence(
      names: [
        "publish:site", "publish:list", "publish:status", "publish:add", "publish:remove",
        "publish:open",
      ],
      reason: "belongs to Obsidian Publish; notes-tui export html makes a site"),
    ObsidianAbsence(
      names: [
        "plugins", "plugins:enabled", "plugins:restrict", "plugin", "plugin:enable",
        "plugin:disable", "plugin:install", "plugin:uninstall", "plugin:reload",
      ],
      reason: "manages Obsidian's plugins, which run only there"),
    ObsidianAbsence(
      names: [
        "themes", "theme", "theme:set", "theme:install", "theme:uninstall", "snippets",
        "snippets:enabled", "snippet:enable", "snippet:disable",
      ],
      reason: "changes how Obsidian's windows look"),
    ObsidianAbsence(
      names: [
        "devtools", "dev:debug", "dev:cdp", "dev:errors", "dev:screenshot", "dev:console",
        "dev:css", "dev:dom", "dev:mobile", "eval",
      ],
      reason: "inspects the running Obsidian"),
  ]

  /// Returns the verb of this name; throws the reason that there is none.
  static func named(_ name: String) throws(UsageError) -> ObsidianVerb {
    if let verb = all.first(where: { $0.name == name }) { return verb }
    if let absence = absences.first(where: { $0.names.contains(name) }) {
      throw .obsidian("“\(name)” is not here: it \(absence.reason).")
    }
    let nearest = NearestName.of(name, among: all.map(\.name))
    throw .obsidian(
      "there is no verb “\(name)”. "
        + (nearest.map { "Did you mean \($0)?" } ?? "notes-tui obsidian help lists the verbs."))
  }
}
