extension GitRepository {
  /// The branch that HEAD is on, with or without a commit.
  package func branch() async throws(GitError) -> String {
    let name = try await run(GitCall("symbolic-ref", "-q", "HEAD")).text
    let start = "refs/heads/"
    guard name.hasPrefix(start) else {
      throw .failed(command: "symbolic-ref", code: 0, said: "HEAD is at \(name), no branch.")
    }
    return String(name.dropFirst(start.count))
  }

  /// The commit that HEAD is at; nil before the first.
  package func head() async throws(GitError) -> String? { try await resolve("HEAD") }

  /// The commit that a name means; nil where there is none.
  package func resolve(_ reference: String) async throws(GitError) -> String? {
    let call = GitCall(
      "rev-parse", "-q", "--verify", "--end-of-options", "\(reference)^{commit}")
    let answer = try await run(with(call, codes: [0, 1]))
    return answer.code == 0 ? answer.text : nil
  }

  /// Writes a commit, which no branch names yet. Without a person it is by the one of git's settings;
  /// without a date it is of now.
  package func commit(
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
      // One zone, so that two devices can make the same commit.
      if let date { call.environment["GIT_\(role)_DATE"] = "@\(date) +0000" }
    }
    return try await run(call).text
  }

  /// Whether the person wants commits to be signed.
  var signsCommits: Bool {
    settings.lines.last { $0.key == "commit.gpgsign" }?.isTrue ?? false
  }

  package func commitFacts(_ hash: String) async throws(GitError) -> CommitFacts {
    let answer = try await run(GitCall("cat-file", "commit", try Self.checked(hash)))
    guard let facts = CommitFacts(answer.output) else {
      throw .failed(command: "cat-file", code: 0, said: "\(hash) is no commit that can be read.")
    }
    return facts
  }

  /// Throws `.branchMoved` where it is not at `old` any more; nil: where there is one.
  package func moveBranch(
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

  /// Sorted; none where the two have no common history.
  package func mergeBases(_ one: String, _ other: String) async throws(GitError) -> [String] {
    let call = GitCall("merge-base", "--all", try Self.checked(one), try Self.checked(other))
    let answer = try await run(with(call, codes: [0, 1]))
    return answer.text.split(separator: "\n").map(String.init).sorted()
  }

  /// A commit is its own ancestor too.
  package func isAncestor(_ one: String, of other: String) async throws(GitError) -> Bool {
    let call = GitCall(
      "merge-base", "--is-ancestor", try Self.checked(one), try Self.checked(other))
    return try await run(with(call, codes: [0, 1])).code == 0
  }

  /// How many commits `two` has that `one` has not.
  package func commits(from one: String, to two: String) async throws(GitError) -> Int {
    let call = GitCall("rev-list", "--count", try Self.checked(two), "^\(try Self.checked(one))")
    return Int(try await run(call).text) ?? 0
  }

  /// A hash, and nothing that git could take for an option or another name.
  static func checked(_ hash: String) throws(GitError) -> String {
    let isHash = [40, 64].contains(hash.utf8.count) && hash.allSatisfy(\.isHexDigit)
    guard isHash else {
      throw .failed(command: "rev-parse", code: 128, said: "“\(hash)” is no hash of git's.")
    }
    return hash
  }
}

/// What a commit says of itself.
package struct CommitFacts: Equatable, Sendable {
  package var tree: String
  package var parents: [String]
  package var author: String
  /// Seconds since 1970, when it was committed.
  package var date: Int
  package var message: String

  package init(tree: String, parents: [String], author: String, date: Int, message: String) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.date = date
    self.message = message
  }

  /// Reads what git keeps: lines of a word and a value, a blank line, the message.
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
      // A signature, whose lines begin with a blank.
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
