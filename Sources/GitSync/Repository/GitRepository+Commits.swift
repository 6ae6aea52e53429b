import Entities
import Merging

extension GitRepository {
  /// Returns the branch of HEAD, with or without a commit.
  func branch() async throws(GitError) -> String {
    let name = try await run(GitCall("symbolic-ref", "-q", "HEAD")).text
    let start = "refs/heads/"
    guard name.hasPrefix(start) else {
      throw .failed(command: "symbolic-ref", code: 0, said: "HEAD is at \(name), no branch.")
    }
    return String(name.dropFirst(start.count))
  }

  /// Returns the commit of HEAD; nil before the first.
  func head() async throws(GitError) -> String? { try await resolve("HEAD") }

  /// Returns the commit that a name refers to, if any.
  func resolve(_ reference: String) async throws(GitError) -> String? {
    let call = GitCall(
      "rev-parse", "-q", "--verify", "--end-of-options", "\(reference)^{commit}")
    let answer = try await run(with(call, codes: [0, 1]))
    return answer.code == 0 ? answer.text : nil
  }

  /// Writes a commit that no branch refers to yet. The default author is that of git's settings,
  /// the default date is now.
  func commit(
    tree: String, parents: [String], message: String, person: CommitPerson? = nil,
    date: Int? = nil, isSigned: Bool = false
  ) async throws(GitError) -> String {
    var call = GitCall("commit-tree", "-F", "-", input: Array(message.utf8))
    if isSigned {
      call.arguments.append("-S")
      call.patience = program.patience.signing
    }
    for parent in parents { call.arguments += ["-p", try Self.checked(parent)] }
    call.arguments.append(try Self.checked(tree))
    for role in ["AUTHOR", "COMMITTER"] {
      if let person {
        call.environment["GIT_\(role)_NAME"] = person.name
        call.environment["GIT_\(role)_EMAIL"] = person.email
      }
      // A fixed time zone, so that two devices can make the same commit.
      if let date { call.environment["GIT_\(role)_DATE"] = "@\(date) +0000" }
    }
    return try await run(call).text
  }

  /// Whether the person's settings ask for signed commits.
  var signsCommits: Bool {
    settings.lines.last { $0.key == "commit.gpgsign" }?.isTrue ?? false
  }

  func commitFacts(_ hash: String) async throws(GitError) -> CommitFacts {
    let answer = try await run(GitCall("cat-file", "commit", try Self.checked(hash)))
    guard let facts = CommitFacts(answer.output) else {
      throw .failed(command: "cat-file", code: 0, said: "\(hash) is not a readable commit.")
    }
    return facts
  }

  /// Throws `.branchMoved` if the branch is no longer at `old`; with nil, if the branch exists.
  func moveBranch(
    _ name: String, to new: String, from old: String?
  ) async throws(GitError) {
    let none = String(repeating: "0", count: new.utf8.count)
    let call = GitCall(
      "update-ref", "-m", "notes-tui: sync", "refs/heads/\(name)", try Self.checked(new),
      try Self.checked(old ?? none))
    let answer = try await run(with(call, codes: [0, 1, 128]))
    if answer.code == 0 { return }
    for words in ["but expected", "reference already exists", "unable to resolve reference"]
    where answer.complaint.contains(words) {
      throw .branchMoved(name)
    }
    throw answer.complaint.error(command: "update-ref", code: answer.code)
  }

  /// Returns the merge bases, sorted; empty if the two have no common history.
  func mergeBases(_ one: String, _ other: String) async throws(GitError) -> [String] {
    let call = GitCall("merge-base", "--all", try Self.checked(one), try Self.checked(other))
    let answer = try await run(with(call, codes: [0, 1]))
    return answer.text.split(separator: "\n").map(String.init).sorted()
  }

  /// Whether `one` is an ancestor of `other`. A commit is its own ancestor too.
  func isAncestor(_ one: String, of other: String) async throws(GitError) -> Bool {
    let call = GitCall(
      "merge-base", "--is-ancestor", try Self.checked(one), try Self.checked(other))
    return try await run(with(call, codes: [0, 1])).code == 0
  }

  /// Returns the number of commits that `two` has and `one` lacks.
  func commits(from one: String, to two: String) async throws(GitError) -> Int {
    let call = GitCall("rev-list", "--count", try Self.checked(two), "^\(try Self.checked(one))")
    return Int(try await run(call).text) ?? 0
  }

  /// Returns the hash if it is one, and nothing that git could read as an option or another name.
  static func checked(_ hash: String) throws(GitError) -> String {
    let isHash = [40, 64].contains(hash.utf8.count) && hash.allSatisfy(\.isHexDigit)
    guard isHash else {
      throw .failed(command: "rev-parse", code: 128, said: "“\(hash)” is not a git hash.")
    }
    return hash
  }
}

/// The contents of a commit object.
struct CommitFacts: Equatable, Sendable {
  var tree: String
  var parents: [String]
  var author: String
  /// The commit date, in seconds since 1970.
  package var date: Int
  package var message: String

  init(tree: String, parents: [String], author: String, date: Int, message: String) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.date = date
    self.message = message
  }

  /// Reads a commit object: lines of a word and a value, a blank line, the message.
  init?(_ bytes: [UInt8]) {
    self.init(tree: "", parents: [], author: "", date: 0, message: "")
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      let value = line.drop { $0 != " " }.dropFirst()
      switch line.prefix(while: { $0 != " " }) {
      case "tree": tree = String(value)
      case "parent": parents.append(String(value))
      case "author": author = String(value.prefix { $0 != "<" }.drop { $0 == " " }).trimmed
      case "committer": date = value.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
      // The lines of a signature begin with a blank.
      default: break
      }
    }
    if tree.isEmpty { return nil }
    message = String(decoding: rest, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}

extension GitRepository {
  /// The differences of the vault from HEAD.
  struct Unstaged: Equatable {
    /// Files that differ from HEAD, including new and missing ones.
    var files: [NotePath] = []
    /// New repositories inside the vault. They are left alone, and so are the files that they replaced.
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

  /// Returns the vault's files that git ignores.
  func ignored() async throws(GitError) -> Set<NotePath> {
    let call = GitCall(
      "ls-files", "-z", "--full-name", "--others", "--ignored", "--exclude-standard")
    return Set(
      try await run(with(call, vault)).entries().filter { $0.starts(with: prefix.utf8) }
        .map { NotePath(bytes: Array($0.dropFirst(prefix.utf8.count))) })
  }

  /// Updates the index for these files, and removes from it those that no longer exist. Each file
  /// is named, so git neither walks the vault again nor looks into repositories inside it.
  func stage(_ files: [NotePath]) async throws(GitError) {
    if files.isEmpty { return }
    var lines: [UInt8] = []
    for path in files { lines += Array(prefix.utf8) + path.bytes + [0] }
    _ = try await run(
      GitCall("update-index", "--add", "--remove", "--replace", "-z", "--stdin", input: lines))
  }
}

extension GitRepository {
  /// Returns the differences of two commits or trees within the vault; nil means a tree without files.
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
      // The entry is `:100644 100644 HASH HASH M`, then the path.
      let words = entries[index].dropFirst().split(separator: UInt8(ascii: " "))
      guard words.count == 5, index + 1 < entries.count,
        entries[index + 1].starts(with: prefix.utf8)
      else {
        let said = "“\(String(decoding: entries[index], as: UTF8.self))” is not a file change."
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
