import Entities
import Glibc
import Merging

extension GitRepository {
  /// Returns the vault's files in a commit or tree, by their paths in the vault.
  func tree(of commit: String) async throws(GitError) -> Tree {
    let call = GitCall("ls-tree", "-r", "-z", "--full-tree", try Self.checked(commit))
    return try read(try await run(with(call, vault)), hasType: true)
  }

  /// Reads `100644 blob HASH<tab>PATH` or `100644 HASH 0<tab>PATH`.
  private func read(_ answer: GitAnswer, hasType: Bool) throws(GitError) -> Tree {
    var tree: Tree = [:]
    for entry in answer.entries() {
      let sides = entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      let words = sides[0].split(separator: UInt8(ascii: " "))
      guard sides.count == 2, words.count == 3, sides[1].starts(with: prefix.utf8),
        let kind = TreeEntry.Kind(mode: words[0])
      else {
        let said = "“\(String(decoding: entry, as: UTF8.self))” is nothing that a tree may have."
        throw .failed(command: "ls-tree", code: 0, said: said)
      }
      let path = NotePath(bytes: Array(sides[1].dropFirst(prefix.utf8.count)))
      tree[path] = TreeEntry(kind, blob: String(decoding: words[hasType ? 2 : 1], as: UTF8.self))
    }
    return tree
  }

  /// Returns the vault's entries in the index.
  func indexTree() async throws(GitError) -> Tree {
    try read(
      try await run(with(GitCall("ls-files", "-s", "-z", "--full-name"), vault)), hasType: false)
  }

  /// Writes a tree of HEAD with the index's version of the vault.
  func writeIndexTree() async throws(GitError) -> String {
    if prefix.isEmpty { return try await run(GitCall("write-tree")).text }
    // Files that a person staged elsewhere are not ours to commit.
    return try await makeTree(from: try await head(), files: try await indexTree())
  }

  /// Writes a tree with these files in the vault; the rest is as in `base`, a commit or tree.
  func makeTree(
    from base: String?, files: Tree
  ) async throws(GitError) -> String {
    let index = "\(try ownFolder())/\(SyncState.index)\(UInt64.random(in: 0 ... .max))"
    defer {
      for ending in ["", ".lock"] { unlink(index + ending) }
    }
    func run(_ call: GitCall) async throws(GitError) -> GitAnswer {
      var call = call
      call.environment["GIT_INDEX_FILE"] = index
      // The temporary index needs no flush to disk.
      call.settings.append(GitSetting("core.fsync", "committed,reference"))
      return try await self.run(call)
    }
    var gone: Tree = [:]
    if let base, !prefix.isEmpty {
      _ = try await run(GitCall("read-tree", try Self.checked(base)))
      gone = try await tree(of: base)
    } else {
      _ = try await run(GitCall("read-tree", "--empty"))
    }
    let lines = try indexLines(removing: gone, adding: files)
    _ = try await run(
      GitCall("update-index", "-z", "--add", "--replace", "--index-info", input: lines))
    return try await run(GitCall("write-tree")).text
  }

  /// Returns the input of `update-index --index-info`. Removals come first, so that a folder can
  /// replace a file.
  private func indexLines(removing gone: Tree, adding files: Tree) throws(GitError) -> [UInt8] {
    var lines: [UInt8] = []
    for path in gone.keys where files[path] == nil {
      lines += "0 \(String(repeating: "0", count: 40))\t\(prefix)".utf8
      lines += path.bytes + [0]
    }
    for (path, entry) in files {
      if let refusal = PathRefusal(path), refusal != .ofOneComputer {
        throw .failed(
          command: "update-index", code: 128, said: "“\(path.text)” is not a file's path.")
      }
      lines += "\(entry.kind.mode) \(try Self.checked(entry.blob))\t\(prefix)".utf8
      lines += path.bytes + [0]
    }
    return lines
  }

  /// Sets the vault's part of the index to that of a commit, and leaves all files alone.
  func readIndex(from commit: String) async throws(GitError) {
    if prefix.isEmpty {
      // With `-m`, git reuses the known facts of unchanged files; with `-i`, differing files are no
      // reason to refuse, and none of them is touched.
      _ = try await run(GitCall("read-tree", "-i", "-m", try Self.checked(commit)))
    } else {
      let lines = try indexLines(
        removing: try await indexTree(), adding: try await tree(of: commit))
      _ = try await run(
        GitCall("update-index", "-z", "--add", "--replace", "--index-info", input: lines))
    }
    try await refreshIndex()
  }

  private func refreshIndex() async throws(GitError) {
    _ = try await run(
      with(GitCall("update-index", "-q", "--refresh"), codes: [0, 1]))
  }

  /// Has git compare files again whose size changed but whose git content did not; it would report
  /// them as changed otherwise. Files that someone changed stay changed.
  func refreshIndex(of paths: [NotePath]) async throws(GitError) {
    let known = Set(paths)
    let entries = try await indexTree().filter { known.contains($0.key) }
    let lines = try indexLines(removing: [:], adding: entries)
    _ = try await run(GitCall("update-index", "-z", "--index-info", input: lines))
    try await refreshIndex()
  }

  /// Returns the files outside the vault that differ between two commits.
  func changesOutside(
    from one: String, to other: String
  ) async throws(GitError) -> [String] {
    if prefix.isEmpty { return [] }
    let call = GitCall(
      "diff-tree", "-r", "-z", "--name-only", "--no-renames", try Self.checked(one),
      try Self.checked(other))
    return try await run(call).entries().filter { !$0.starts(with: prefix.utf8) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension TreeEntry.Kind {
  init?(mode: ArraySlice<UInt8>) {
    switch String(decoding: mode, as: UTF8.self) {
    case "100644", "100664": self = .file
    case "100755": self = .executable
    case "120000": self = .link
    case "160000": self = .submodule
    default: return nil
    }
  }

  var mode: String {
    switch self {
    case .file: "100644"
    case .executable: "100755"
    case .link: "120000"
    case .submodule: "160000"
    }
  }
}
