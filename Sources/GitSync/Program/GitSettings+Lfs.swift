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
