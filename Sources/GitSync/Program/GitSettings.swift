/// All settings that apply in a repository, each with its origin.
struct GitSettings: Sendable {
  struct Line: Sendable {
    /// Whether the repository's own configuration, or a file that it includes, has the line.
    var isOwn: Bool
    var key: String
    /// Nil for a key alone, which means true.
    var value: String?

    var text: String { value.map { "\(key)=\($0)" } ?? key }
    /// `filter` of `filter.lfs.clean`; `name` is `clean`, and `middle` is `lfs`.
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

  /// Reads the output of `git config --list --show-scope -z`: a scope, then a key with its value.
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

  /// Returns settings that disable the repository's own programs: the person's own settings apply
  /// instead, or none. Lines of git-lfs itself pass with the lines that a person agreed to.
  func overrides(isTrusted: Bool) -> [GitSetting] {
    var settings: [GitSetting] = []
    let theirs = lines.filter { !$0.isOwn }
    func usual(_ key: String) -> String? { theirs.last { $0.key == key }?.value }
    for line in lines where line.isOwn {
      if line.isLfsBookkeeping || isTrusted && (line.isPlainLfs || line.isOfLfs && hasPlainFilter) {
        continue
      }
      switch (line.section, line.name) {
      case ("filter", "clean"), ("filter", "smudge"), ("filter", "process"):
        settings.append(GitSetting(line.key, usual(line.key) ?? ""))
      // A file whose required filter does not run must not enter git at all.
      case ("filter", "required") where line.middle != "lfs": break
      case ("filter", "required"):
        settings.append(GitSetting(line.key, usual(line.key) ?? "false"))
      case ("merge", "driver"), ("diff", "command"), ("diff", "textconv"), ("gpg", "program"),
        ("gpg", "defaultkeycommand"):
        settings.append(GitSetting(line.key, usual(line.key) ?? "false"))
      // The person's own git-lfs would run these.
      case ("lfs", _): settings.append(GitSetting(line.key, usual(line.key) ?? ""))
      case ("remote", "mirror"): settings.append(GitSetting(line.key, "false"))
      default: break
      }
    }
    // Every call clears the list; this adds the person's own helpers again.
    for line in theirs where line.section == "credential" && line.name == "helper" {
      settings.append(GitSetting(line.key, line.value ?? ""))
    }
    return settings
  }

  /// Returns the person's own ssh command.
  func ssh(_ environment: [String: String]) -> String {
    if let command = environment["GIT_SSH_COMMAND"], !command.isEmpty { return command }
    let line = lines.last { !$0.isOwn && $0.key == "core.sshcommand" }
    if let command = line?.value, !command.isEmpty { return command }
    if let path = environment["GIT_SSH"], !path.isEmpty {
      return "'" + path.replacing("'", with: "'\\''") + "'"
    }
    return "ssh"
  }

  /// Returns the repository's own lines that are not known to be harmless. `root` is the folder of
  /// its files.
  func foreign(root: String) -> [String] {
    lines.filter { $0.isOwn && !Self.isHarmless($0, root) }.map(\.text)
  }

  private static let harmless: Set<String> = [
    "core.repositoryformatversion", "core.filemode", "core.bare", "core.logallrefupdates",
    "core.ignorecase", "core.precomposeunicode", "core.symlinks", "core.autocrlf",
    "core.quotepath", "commit.gpgsign", "gpg.format", "extensions.objectformat",
    "merge.notes-tui.name",
  ]

  /// The merge driver that we offer to write into the settings.
  static let driver = GitSetting(
    "merge.notes-tui.driver", "notes-tui merge %O %A %B --marks %L --path %P")
  /// The driver of earlier versions, which did not pass the length of marks.
  private static let formerDriver = "notes-tui merge %O %A %B --path %P"

  private static func isHarmless(_ line: Line, _ root: String) -> Bool {
    if harmless.contains(line.key) { return true }
    if line.key == driver.key {
      return [driver.value, formerDriver].contains(line.value)
    }
    if line.isLfsBookkeeping { return true }
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

/// The address of a remote.
enum GitAddress {
  /// Whether it is a folder on this computer, by git's own rules: `/media/stick/notes.git`, `../notes`.
  static func isLocal(_ address: String) -> Bool {
    if address.hasPrefix("file://") { return true }
    if address.contains("://") || address.contains("::") { return false }
    guard let colon = address.firstIndex(of: ":") else { return true }
    return address[..<colon].contains("/")
  }

  /// Whether the connection is unencrypted.
  static func isOpen(_ address: String) -> Bool {
    let address = address.lowercased()
    return address.hasPrefix("http://") || address.hasPrefix("git://")
  }

  /// Returns a folder's absolute path, without `~`, `.` and `..`; any other address unchanged.
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

  /// Whether a local address is absolute and outside `root`: a repository that came inside a vault
  /// is not a remote that a person chose.
  static func isElsewhere(_ address: String, than root: String) -> Bool {
    let path = address.hasPrefix("file://") ? String(address.dropFirst(7)) : address
    guard path.hasPrefix("/"), !path.split(separator: "/").contains("..") else { return false }
    return path != root && !path.hasPrefix(root + "/")
  }

  /// Returns the address without a password in it, as in `https://ann:secret@host/x`.
  static func withoutPassword(_ address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return address }
    let rest = address[start...]
    let host = rest.prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@"), let colon = host.firstIndex(of: ":"), colon < at
    else { return address }
    return String(address[..<colon] + address[at...])
  }
}

/// Lines of a repository's own settings that make git-lfs run programs or send files elsewhere.
extension GitSettings {
  /// Returns the commands with which git-lfs filters files here, if the person set them up for all
  /// repositories or agreed to the repository's own lines. Empty where git-lfs is not to be used.
  func lfsFilter(isTrusted: Bool) -> [String] {
    if lines.contains(where: { $0.isOwn && $0.runsByLfs }) { return [] }
    let letsIn = isTrusted && hasPlainFilter
    let words = ["clean", "smudge", "process"].compactMap { name in
      lines.last { $0.key == "filter.lfs.\(name)" && (!$0.isOwn || letsIn) }?.value
    }
    return words.allSatisfy { $0.contains("git-lfs") && !$0.contains(" --skip") } ? words : []
  }

  /// Whether the repository's own filter lines are exactly those of git-lfs.
  var hasPlainFilter: Bool {
    lines.allSatisfy { !$0.isOwn || !$0.key.hasPrefix("filter.lfs.") || $0.isOfLfs }
  }

  /// Returns a setting of git-lfs, such as `url`. The repository's own lines count only if trusted.
  func ofLfs(_ name: String, isTrusted: Bool) -> String? {
    lines.last { $0.key == "lfs.\(name)" && (!$0.isOwn || isTrusted && $0.isPlainLfs) }?.value
  }
}

extension GitSettings.Line {
  /// Whether git-lfs noted it about itself, for an address too: it runs nothing and leads nowhere else.
  var isLfsBookkeeping: Bool {
    section == "lfs" && ["repositoryformatversion", "access", "locksverify"].contains(name)
  }

  /// Whether `git lfs install` writes this line.
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

  /// Whether git-lfs may have this line once a person agreed to it: it runs no program.
  var isPlainLfs: Bool {
    let names: Set<Substring> = [
      "url", "pushurl", "storage", "fetchinclude", "fetchexclude", "allowincompletepush",
      "concurrenttransfers", "activitytimeout", "basictransfersonly", "setlockablereadonly",
    ]
    return isLfsBookkeeping || section == "lfs" && middle.isEmpty && names.contains(name)
  }

  /// Whether git-lfs would run the value, or have git run it at the other end.
  fileprivate var runsByLfs: Bool {
    switch section {
    case "lfs": !isPlainLfs
    case "remote": ["uploadpack", "receivepack", "vcs"].contains(name)
    default: false
    }
  }
}
