import Entities
import Merging

extension GitRepository {
  /// What the vault has that HEAD has not.
  struct Unstaged: Equatable {
    /// Files that are otherwise than in HEAD, new and missing ones too.
    var files: [NotePath] = []
    /// New repositories within the vault. They are left alone, and so is what they took the name of.
    var nested: [NotePath] = []
  }

  func unstaged() async throws(GitError) -> Unstaged {
    var found = Unstaged()
    for status in try await statuses(untracked: true) where status.path.starts(with: prefix.utf8) {
      let path = status.path.dropFirst(prefix.utf8.count)
      if path.last == UInt8(ascii: "/") {
        found.nested.append(NotePath(bytes: Array(path.dropLast())))
      } else {
        found.files.append(NotePath(bytes: Array(path)))
      }
    }
    let nested = Set(found.nested)
    found.files.removeAll(where: nested.contains)
    found.files.sort()
    found.nested.sort()
    return found
  }

  /// The vault's files that git is not to see.
  func ignored() async throws(GitError) -> Set<NotePath> {
    let call = GitCall(
      "ls-files", "-z", "--full-name", "--others", "--ignored", "--exclude-standard")
    return Set(
      try await run(with(call, vault)).entries().filter { $0.starts(with: prefix.utf8) }
        .map { NotePath(bytes: Array($0.dropFirst(prefix.utf8.count))) })
  }

  /// Puts these files into the index as they are now, and takes out those that are not there any more.
  /// Each is named: git neither walks the vault again, nor looks into repositories within it.
  func stage(_ files: [NotePath]) async throws(GitError) {
    if files.isEmpty { return }
    var lines: [UInt8] = []
    for path in files { lines += Array(prefix.utf8) + path.bytes + [0] }
    _ = try await run(
      GitCall("update-index", "--add", "--remove", "--replace", "-z", "--stdin", input: lines))
  }
}
