import Entities
import Files

/// What git-lfs does, where it is installed and let in.
extension GitRepository {
  /// Its filter is set in its own words, and it is there.
  var usesLfs: Bool {
    !settings.lfsFilter(isTrusted: isTrusted).isEmpty && program.finds("git-lfs")
  }

  /// The filter is set, and what it runs is gone: no git would get on.
  var lacksLfs: Bool {
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

  /// The vault's files that it keeps, in one call.
  func storedByLfs(untracked: Bool) async throws(GitError) -> [NotePath] {
    var call = GitCall("ls-files", "-z", "--full-name", "--cached")
    if untracked { call.arguments += ["--others", "--exclude-standard"] }
    call.arguments += ["--", ":(attr:filter=lfs,literal)\(prefix)"]
    call.environment["GIT_LITERAL_PATHSPECS"] = "0"
    return try await run(call).entries().filter { $0.starts(with: prefix.utf8) }
      .map { NotePath(bytes: Array($0.dropFirst(prefix.utf8.count))) }
  }

  /// Whether it keeps anything of what commits changed that a remote has not.
  func hasLfsFiles(upTo commit: String, lackedBy remote: String) async throws(GitError) -> Bool {
    let changed = try await run(
      GitCall(
        "log", "--format=", "--name-only", "--no-renames", "-z", try Self.checked(commit), "--not",
        "--remotes=\(remote)")
    ).output
    if changed.isEmpty { return false }
    // Answers with paths, `filter`, and what that is.
    let answer = try await run(GitCall("check-attr", "-z", "--stdin", "filter", input: changed))
    return Self.namesLfs(answer.entries())
  }

  /// Whether any of the answers, in threes, is git-lfs. Each is looked at once.
  static func namesLfs(_ answers: some Sequence<ArraySlice<UInt8>>) -> Bool {
    answers.enumerated().contains { $0.offset % 3 == 2 && $0.element.elementsEqual("lfs".utf8) }
  }

  /// Whether `.lfsconfig` names where the contents are, and no setting does. It came with the files: the person
  /// has not agreed to send anything there. git-lfs reads it in any of three ways, with all that it includes.
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

  /// Sends the contents that commits need which the remote has not. Answers with what git-lfs said where
  /// it could not.
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

  /// Gets the contents of these files of a commit, and of no others. Answers with what git-lfs said where it
  /// could not get all.
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

  /// A list of patterns cannot name a comma: the sign used for one means `+` and `-` too.
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
    // It would say nothing for minutes, and seem to hang.
    call.environment["GIT_LFS_FORCE_PROGRESS"] = "1"
    // What `.lfsconfig` says of pushing would win over an address that serves for both.
    if let url = settings.ofLfs("url", isTrusted: isTrusted) {
      let pushed = settings.ofLfs("pushurl", isTrusted: isTrusted) ?? url
      call.settings += [GitSetting("lfs.url", url), GitSetting("lfs.pushurl", pushed)]
    }
    return call
  }

  func isThere(_ path: NotePath) -> Bool {
    Posix.exists(Array("\(root)/\(prefix)".utf8) + path.bytes, in: Posix.noFolder)
  }

  /// Of what is in the folder now.
  func size(of path: NotePath) -> Int {
    (try? Posix.facts(Array("\(root)/\(prefix)".utf8) + path.bytes).size) ?? 0
  }
}
