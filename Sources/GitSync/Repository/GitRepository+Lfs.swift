import Entities
import Files

/// The work of git-lfs, where it is installed and allowed.
extension GitRepository {
  /// Whether its filter is set to its own commands, and the program is installed.
  var usesLfs: Bool {
    !settings.lfsFilter(isTrusted: isTrusted).isEmpty && program.finds("git-lfs")
  }

  /// Whether the filter is set but its program is missing: git would fail on each such file.
  var isLfsMissing: Bool {
    settings.lfsFilter(isTrusted: isTrusted).contains { $0.hasPrefix("git-lfs ") }
      && !program.finds("git-lfs")
  }

  static let withoutLfs =
    ["clean", "smudge", "process"].map { GitSetting("filter.lfs.\($0)", "") }
    + [GitSetting("filter.lfs.required", "false")]

  var lfsObjects: LfsObjects {
    LfsObjects(
      gitFolder: gitFolder, storage: settings.ofLfs("storage", isTrusted: isTrusted) ?? "lfs")
  }

  /// Returns the vault's files that git-lfs stores, with one call.
  func storedByLfs(untracked: Bool) async throws(GitError) -> [NotePath] {
    var call = GitCall("ls-files", "-z", "--full-name", "--cached")
    if untracked { call.arguments += ["--others", "--exclude-standard"] }
    call.arguments += ["--", ":(attr:filter=lfs,literal)\(prefix)"]
    call.environment["GIT_LITERAL_PATHSPECS"] = "0"
    return try await run(call).entries().filter { $0.starts(with: prefix.utf8) }
      .map { NotePath(bytes: Array($0.dropFirst(prefix.utf8.count))) }
  }

  /// Whether commits that the remote lacks changed any file that git-lfs stores.
  func hasLfsFiles(upTo commit: String, lackedBy remote: String) async throws(GitError) -> Bool {
    let changed = try await run(
      GitCall(
        "log", "--format=", "--name-only", "--no-renames", "-z", try Self.checked(commit), "--not",
        "--remotes=\(remote)")
    ).output
    if changed.isEmpty { return false }
    // Each answer is a path, `filter`, and its value.
    let answer = try await run(GitCall("check-attr", "-z", "--stdin", "filter", input: changed))
    return Self.namesLfs(answer.entries())
  }

  /// Whether any answer, each of three entries, is git-lfs. One pass over the entries.
  static func namesLfs(_ answers: some Sequence<ArraySlice<UInt8>>) -> Bool {
    answers.enumerated().contains { $0.offset % 3 == 2 && $0.element.elementsEqual("lfs".utf8) }
  }

  /// Whether only `.lfsconfig`, and no setting, names the server for the contents. That file came
  /// with the vault, and the person has not agreed to send anything there. git-lfs reads it from
  /// three sources, with all files that it includes.
  func filesNameLfsServer() async throws(GitError) -> Bool {
    if settings.ofLfs("url", isTrusted: isTrusted) != nil { return false }
    let ways = [
      ["--file", "\(root)/.lfsconfig"], ["--blob", ":.lfsconfig"], ["--blob", "HEAD:.lfsconfig"],
    ]
    for way in ways {
      let call = with(
        GitCall("config", "--includes", "--list", "--name-only", "-z"), way, codes: [0, 1, 3, 128])
      let names = try await run(call).entries().map { String(decoding: $0, as: UTF8.self) }
      if names.contains(where: { $0.lowercased().hasSuffix("url") }) { return true }
    }
    return false
  }

  /// Sends the contents of the commits that the remote lacks. Returns the message of git-lfs if it
  /// failed.
  func pushLfs(
    _ commit: String, to remote: String, options: NetworkOptions
  ) async throws(GitError) -> String? {
    let answer = try await run(
      lfs(["push", "--", remote, try Self.checked(commit)], options))
    if answer.code == 0 { return nil }
    let said = answer.complaint.whole.isEmpty ? GitComplaint(answer.output) : answer.complaint
    switch said.error(command: "lfs", code: answer.code) {
    case .failed: return said.all
    case let error: throw error
    }
  }

  /// Fetches the contents of these files of a commit, and no others. Returns the message of git-lfs
  /// if any is missing.
  func fetchLfs(
    _ paths: [NotePath], of commit: String, from remote: String, options: NetworkOptions
  ) async throws(GitError) -> String? {
    let patterns = paths.map { Self.lfsPattern(Array(prefix.utf8) + $0.bytes) }
    let call = lfs(
      [
        "fetch", "--include", patterns.joined(separator: ","), "--", remote,
        try Self.checked(commit),
      ], options)
    do {
      let answer = try await run(call)
      return answer.code == 0 ? nil : answer.complaint.all
    } catch {
      if error == .cancelled { throw error }
      return error.message
    }
  }

  /// Returns a pattern for one path. A list of patterns cannot contain a comma: the range that
  /// replaces it also matches `+` and `-`.
  private static func lfsPattern(_ path: [UInt8]) -> String {
    var pattern = "/"
    for scalar in String(decoding: path, as: UTF8.self).unicodeScalars {
      if "*?[]\\".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern += scalar == "," ? "[+--]" : String(scalar)
    }
    return pattern
  }

  private func lfs(_ arguments: [String], _ options: NetworkOptions) -> GitCall {
    var call = with(GitCall("lfs"), arguments, codes: [0, 1, 2])
    call.network = options
    // Without this it prints nothing for minutes, and the call would time out as silent.
    call.environment["GIT_LFS_FORCE_PROGRESS"] = "1"
    // Else a push address in `.lfsconfig` would override an address meant for both directions.
    if let url = settings.ofLfs("url", isTrusted: isTrusted) {
      let pushed = settings.ofLfs("pushurl", isTrusted: isTrusted) ?? url
      call.settings += [GitSetting("lfs.url", url), GitSetting("lfs.pushurl", pushed)]
    }
    return call
  }

  func isThere(_ path: NotePath) -> Bool {
    Posix.exists(Array("\(root)/\(prefix)".utf8) + path.bytes, in: Posix.noFolder)
  }

  /// Returns the size of the file in the folder.
  func size(of path: NotePath) -> Int {
    (try? Posix.facts(Array("\(root)/\(prefix)".utf8) + path.bytes).size) ?? 0
  }
}
