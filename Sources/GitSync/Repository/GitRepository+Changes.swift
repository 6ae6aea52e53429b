import Entities
import Merging

extension GitRepository {
  /// In what two commits or trees differ within the vault; nil is one without files.
  func changes(
    from old: String?, to new: String?
  ) async throws(GitError) -> [TreeDifference.Change] {
    guard let old, let new else {
      let (before, after) = (try await tree(of: old), try await tree(of: new))
      return before.map { TreeDifference.Change(path: $0.key, before: $0.value, after: nil) }
        + after.map { TreeDifference.Change(path: $0.key, before: nil, after: $0.value) }
    }
    let call = GitCall(
      "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", try Self.checked(old),
      try Self.checked(new))
    let entries = try await run(with(call, vault)).entries()
    var changes: [TreeDifference.Change] = []
    for index in stride(from: 0, to: entries.count, by: 2) {
      // `:100644 100644 HASH HASH M`, then the path.
      let words = entries[index].dropFirst().split(separator: UInt8(ascii: " "))
      guard words.count == 5, index + 1 < entries.count,
        entries[index + 1].starts(with: prefix.utf8)
      else {
        let said = "“\(String(decoding: entries[index], as: UTF8.self))” is no change of a file."
        throw .failed(command: "diff-tree", code: 0, said: said)
      }
      func entry(_ mode: ArraySlice<UInt8>, _ blob: ArraySlice<UInt8>) -> TreeEntry? {
        TreeEntry.Kind(mode: mode).map {
          TreeEntry($0, blob: String(decoding: blob, as: UTF8.self))
        }
      }
      changes.append(
        TreeDifference.Change(
          path: NotePath(bytes: Array(entries[index + 1].dropFirst(prefix.utf8.count))),
          before: entry(words[0], words[2]), after: entry(words[1], words[3])))
    }
    return changes
  }

  private func tree(of commit: String?) async throws(GitError) -> Tree {
    if let commit { try await tree(of: commit) } else { [:] }
  }
}
