package import Entities
import Merging

extension GitRepository {
  /// Puts all that was changed in the vault into the index. Answers with the repositories within the
  /// vault, which are left alone.
  @discardableResult
  package func stageAll() async throws(GitError) -> [NotePath] {
    let before = try await indexTree()
    var nested = before.filter { $0.value.kind == .submodule }.map(\.key)
    // Git would look into each of them, by the settings that it has.
    var refused: Set<NotePath> = []
    while true {
      var call = GitCall("add", "-A", "--pathspec-from-file=-", "--pathspec-file-nul")
      call.input = pathspecs(without: nested + refused)
      call.environment["GIT_LITERAL_PATHSPECS"] = "0"
      let answer = try await run(with(call, codes: [0, 1, 128]))
      if answer.code == 0 { break }
      // An empty folder has nothing that could be named.
      if !prefix.isEmpty, answer.complaint.contains("did not match any files") { break }
      let new = Set(
        answer.complaint.quoted(before: "does not have a commit checked out").map(vaultPath)
      ).subtracting(refused)
      guard !new.isEmpty else { throw answer.complaint.error(command: "add", code: answer.code) }
      refused.formUnion(new)
    }
    let added = try await indexTree().filter { path, entry in
      entry.kind == .submodule && before[path]?.kind != .submodule
    }
    if !added.isEmpty {
      nested += added.keys
      try await restore(added.keys.map { ($0, before[$0]) })
    }
    return (nested + refused).sorted()
  }

  /// The vault, but for these paths.
  private func pathspecs(without paths: [NotePath]) -> [UInt8] {
    // A literal `.` would be a file of that name.
    var lines = Array((prefix.isEmpty ? ":(top)" : ":(top,literal)\(prefix)").utf8) + [0]
    for path in paths {
      lines += Array(":(top,literal,exclude)\(prefix)".utf8) + path.bytes + [0]
    }
    return lines
  }

  /// `notes/sub/`, as git names a folder, as a path in the vault.
  private func vaultPath(_ path: String) -> NotePath {
    var bytes = Array(path.utf8)
    if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return NotePath(
      bytes: bytes.starts(with: prefix.utf8) ? Array(bytes.dropFirst(prefix.utf8.count)) : bytes)
  }

  /// Gives entries of the index back what they were.
  private func restore(_ entries: [(path: NotePath, entry: TreeEntry?)]) async throws(GitError) {
    var lines: [UInt8] = []
    for (path, entry) in entries {
      let none = String(repeating: "0", count: 40)
      lines += "\(entry?.kind.mode ?? "0") \(entry?.blob ?? none)\t\(prefix)".utf8
      lines += path.bytes + [0]
    }
    _ = try await run(
      GitCall("update-index", "-z", "--add", "--replace", "--index-info", input: lines))
  }

  /// Files of the vault that are otherwise than in HEAD, new ones too.
  package func changedFiles() async throws(GitError) -> [NotePath] {
    try await statuses(untracked: true).compactMap { status in
      // One that ends so is a repository within the vault.
      guard status.path.starts(with: prefix.utf8), status.path.last != UInt8(ascii: "/") else {
        return nil
      }
      return NotePath(bytes: Array(status.path.dropFirst(prefix.utf8.count)))
    }
    .sorted()
  }
}
