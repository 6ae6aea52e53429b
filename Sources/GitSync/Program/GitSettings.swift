/// All settings that hold in a repository, with where each comes from.
struct GitSettings: Sendable {
  struct Line: Sendable {
    /// Whether the repository itself says so, or a file that it includes.
    var isOwn: Bool
    var key: String
    /// Nil for a key alone, which means true.
    var value: String?

    var text: String { value.map { "\(key)=\($0)" } ?? key }
    /// `filter.lfs.clean`: `filter`, `lfs`, `clean`.
    var section: Substring { key.prefix { $0 != "." } }
    var name: Substring { key.lastIndex(of: ".").map { key[key.index(after: $0)...] } ?? "" }
    var middle: Substring {
      let rest = key.dropFirst(section.count + 1)
      return rest.count > name.count ? rest.dropLast(name.count + 1) : ""
    }
    var isTrue: Bool { !["false", "no", "off", "0", ""].contains(value?.lowercased() ?? "true") }
  }

  let lines: [Line]

  init() { lines = [] }

  /// Reads what `git config --list --show-scope -z` prints: a scope, a key with its value.
  init(zeroEnded bytes: [UInt8]) {
    var lines: [Line] = []
    var rest = bytes.split(separator: 0)[...]
    while let scope = rest.popFirst(), let entry = rest.popFirst() {
      let parts = entry.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      let scope = String(decoding: scope, as: UTF8.self)
      if scope == "command" { continue }
      lines.append(
        Line(
          isOwn: scope != "system" && scope != "global",
          key: String(decoding: parts[0], as: UTF8.self),
          value: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil))
    }
    self.lines = lines
  }

  /// Settings that take the repository's own programs out: the person's own hold instead, or none.
  /// What git-lfs says itself is let in with the lines that a person agreed to.
  func overrides(isTrusted: Bool) -> [GitSetting] {
    var settings: [GitSetting] = []
    let theirs = lines.filter { !$0.isOwn }
    func usual(_ key: String) -> String? { theirs.last { $0.key == key }?.value }
    for line in lines where line.isOwn {
      if line.isNoteOfLfs || isTrusted && (line.isPlainLfs || line.isOfLfs && hasPlainFilter) {
        continue
      }
      switch (line.section, line.name) {
      case ("filter", "clean"), ("filter", "smudge"), ("filter", "process"):
        settings.append(GitSetting(line.key, usual(line.key) ?? ""))
      // What must go through a filter that is not run does not go into git at all.
      case ("filter", "required") where line.middle != "lfs": break
      case ("filter", "required"):
        settings.append(GitSetting(line.key, usual(line.key) ?? "false"))
      case ("merge", "driver"), ("diff", "command"), ("diff", "textconv"), ("gpg", "program"),
        ("gpg", "defaultkeycommand"):
        settings.append(GitSetting(line.key, usual(line.key) ?? "false"))
      // The person's own git-lfs would run what these say.
      case ("lfs", _): settings.append(GitSetting(line.key, usual(line.key) ?? ""))
      case ("remote", "mirror"): settings.append(GitSetting(line.key, "false"))
      default: break
      }
    }
    // The list was emptied in all calls; now it has the person's own helpers again.
    for line in theirs where line.section == "credential" && line.name == "helper" {
      settings.append(GitSetting(line.key, line.value ?? ""))
    }
    return settings
  }

  /// The person's own way to call ssh.
  func ssh(_ environment: [String: String]) -> String {
    if let command = environment["GIT_SSH_COMMAND"], !command.isEmpty { return command }
    let line = lines.last { !$0.isOwn && $0.key == "core.sshcommand" }
    if let command = line?.value, !command.isEmpty { return command }
    if let path = environment["GIT_SSH"], !path.isEmpty {
      return "'" + path.replacing("'", with: "'\\''") + "'"
    }
    return "ssh"
  }

  /// The repository's own lines that no harmless key explains. `root` is the folder of its files.
  func foreign(root: String) -> [String] {
    lines.filter { $0.isOwn && !Self.isHarmless($0, root) }.map(\.text)
  }

  private static let harmless: Set<String> = [
    "core.repositoryformatversion", "core.filemode", "core.bare", "core.logallrefupdates",
    "core.ignorecase", "core.precomposeunicode", "core.symlinks", "core.autocrlf",
    "core.quotepath", "commit.gpgsign", "gpg.format", "extensions.objectformat",
    "merge.notes-tui.name",
  ]

  /// What we offer to write there ourselves.
  static let driver = GitSetting(
    "merge.notes-tui.driver", "notes-tui merge %O %A %B --marks %L --path %P")
  /// What was written there before it said how long marks are.
  private static let formerDriver = "notes-tui merge %O %A %B --path %P"

  private static func isHarmless(_ line: Line, _ root: String) -> Bool {
    if harmless.contains(line.key) { return true }
    if line.key == driver.key {
      return [driver.value, formerDriver].contains(line.value)
    }
    if line.isNoteOfLfs { return true }
    switch (line.section, line.name) {
    case ("gc", "recentobjectshook"): return false
    case ("branch", _), ("user", _), ("pull", _), ("push", _), ("gc", _), ("pack", _): return true
    case ("remote", "fetch"), ("remote", "sync"): return true
    case ("remote", "url"), ("remote", "pushurl"):
      let address = line.value ?? ""
      // A repository that came with this one has settings and hooks of its own.
      return !address.contains("::")
        && (!GitAddress.isLocal(address) || GitAddress.isElsewhere(address, than: root))
    default: return false
    }
  }
}

/// Where a remote is.
enum GitAddress {
  /// Whether it is a folder of this computer, as git decides: `/media/stick/notes.git`, `../notes`.
  static func isLocal(_ address: String) -> Bool {
    if address.hasPrefix("file://") { return true }
    if address.contains("://") || address.contains("::") { return false }
    guard let colon = address.firstIndex(of: ":") else { return true }
    return address[..<colon].contains("/")
  }

  /// Whether what goes there can be read on its way.
  static func isOpen(_ address: String) -> Bool {
    let address = address.lowercased()
    return address.hasPrefix("http://") || address.hasPrefix("git://")
  }

  /// A folder's whole name, without `~`, `.` and `..`; any other address as it is.
  static func inFull(_ address: String, from folder: String, home: String?) -> String {
    guard isLocal(address), !address.hasPrefix("file://") else { return address }
    var path = address
    if address == "~" || address.hasPrefix("~/"), let home { path = home + address.dropFirst() }
    if !path.hasPrefix("/") { path = "\(folder)/\(path)" }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether a local one is named in full, and not within `root`: what came together with a vault is no
  /// remote of a person.
  static func isElsewhere(_ address: String, than root: String) -> Bool {
    let path = address.hasPrefix("file://") ? String(address.dropFirst(7)) : address
    guard path.hasPrefix("/"), !path.split(separator: "/").contains("..") else { return false }
    return path != root && !path.hasPrefix(root + "/")
  }

  /// Without the password that may be in it: `https://ann:secret@host/x`.
  static func withoutPassword(_ address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return address }
    let rest = address[start...]
    let host = rest.prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@"), let colon = host.firstIndex(of: ":"), colon < at
    else { return address }
    return String(address[..<colon] + address[at...])
  }
}

/// Some of a repository's own lines have git-lfs run programs, and others send files elsewhere.
extension GitSettings {
  /// By what words git-lfs filters files here: the person has it do so everywhere, or agreed to the
  /// repository's own lines. None where it is not to be used.
  func lfsFilter(isTrusted: Bool) -> [String] {
    if lines.contains(where: { $0.isOwn && $0.runsByLfs }) { return [] }
    let letsIn = isTrusted && hasPlainFilter
    let words = ["clean", "smudge", "process"].compactMap { name in
      lines.last { $0.key == "filter.lfs.\(name)" && (!$0.isOwn || letsIn) }?.value
    }
    return words.allSatisfy { $0.contains("git-lfs") && !$0.contains(" --skip") } ? words : []
  }

  /// Whether all that the repository itself says of the filter is what git-lfs says.
  var hasPlainFilter: Bool {
    lines.allSatisfy { !$0.isOwn || !$0.key.hasPrefix("filter.lfs.") || $0.isOfLfs }
  }

  /// A setting of git-lfs's, `url`, as it holds where the repository's own lines are let in or not.
  func ofLfs(_ name: String, isTrusted: Bool) -> String? {
    lines.last { $0.key == "lfs.\(name)" && (!$0.isOwn || isTrusted && $0.isPlainLfs) }?.value
  }
}

extension GitSettings.Line {
  /// What git-lfs notes of itself in a repository, by address too: it runs nothing, and leads nowhere else.
  var isNoteOfLfs: Bool {
    section == "lfs" && ["repositoryformatversion", "access", "locksverify"].contains(name)
  }

  /// What `git lfs install` writes.
  var isOfLfs: Bool {
    switch key {
    case "filter.lfs.clean": value == "git-lfs clean -- %f"
    case "filter.lfs.smudge":
      ["git-lfs smudge -- %f", "git-lfs smudge --skip -- %f"].contains(value)
    case "filter.lfs.process":
      ["git-lfs filter-process", "git-lfs filter-process --skip"].contains(value)
    case "filter.lfs.required": true
    default: false
    }
  }

  /// A line that git-lfs may have once a person agreed to it: no program is run by it.
  var isPlainLfs: Bool {
    let names: Set<Substring> = [
      "url", "pushurl", "storage", "fetchinclude", "fetchexclude", "allowincompletepush",
      "concurrenttransfers", "activitytimeout", "basictransfersonly", "setlockablereadonly",
    ]
    return isNoteOfLfs || section == "lfs" && middle.isEmpty && names.contains(name)
  }

  /// Git-lfs would run what it says, or have git run it at the other end.
  fileprivate var runsByLfs: Bool {
    switch section {
    case "lfs": !isPlainLfs
    case "remote": ["uploadpack", "receivepack", "vcs"].contains(name)
    default: false
    }
  }
}
