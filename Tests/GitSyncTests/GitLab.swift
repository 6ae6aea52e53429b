import Entities
import Glibc
@testable import GitSync
import Merging
import Programs
import TestSupport
import Testing

/// A folder with repositories in it, whose person has a home of their own.
final class GitLab: Sendable {
  let folder = TemporaryFolder()
  let program: GitProgram
  private let variables: [String: String]

  init(
    _ more: [String: String] = [:], change: (inout GitPatience) -> Void = { _ in }
  ) async throws {
    var variables = [
      "HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1",
    ]
    variables.merge(more) { $1 }
    self.variables = variables
    folder.makeFolder("home")
    folder.write(
      "home/.gitconfig",
      "[user]\n\tname = Ann\n\temail = ann@example.org\n[init]\n\tdefaultBranch = main\n")
    var patience = GitPatience()
    patience.lock = .milliseconds(200)
    change(&patience)
    program = try await GitProgram.find(environment: variables, patience: patience)
  }

  /// Plain git, as a person calls it. Answers with what it printed.
  @discardableResult
  func git(_ arguments: String..., in name: String = "vault") async throws -> String {
    try await plain(arguments, in: name).output
  }

  func plain(
    _ arguments: [String], in name: String = "vault"
  ) async throws -> (code: ProgramResult.Ending, output: String) {
    var start = ProgramStart(["/usr/bin/git", "-C", folder.path(name)] + arguments)
    start.environment = variables.map { Array("\($0.key)=\($0.value)".utf8) }
    let result = try #require(
      await ProgramRun.run(start, within: ProgramLimits(inAll: .seconds(60))))
    let text = String(decoding: result.output + result.errors, as: UTF8.self)
    return (result.ending, text.last == "\n" ? String(text.dropLast()) : text)
  }

  /// A repository with one note, and a bare one that is its remote.
  func vault(named name: String = "vault") async throws -> GitRepository {
    folder.write("\(name)/a.md", "one\n")
    try await git("init", "-q", in: name)
    try await git("add", "-A", in: name)
    try await git("commit", "-qm", "first", in: name)
    return try await GitRepository.find(at: folder.path(name), program: program)
  }

  func remote(of name: String = "vault") async throws {
    folder.makeFolder("remote.git")
    try await git("init", "-q", "--bare", in: "remote.git")
    try await git("remote", "add", "origin", folder.path("remote.git"), in: name)
    try await git("push", "-q", "origin", "main", in: name)
  }
}

extension GitRepository {
  func text(_ path: String, in commit: String) async throws -> String? {
    guard let entry = try await tree(of: commit)[NotePath(path)] else { return nil }
    return String(decoding: try blobs().bytes(of: entry.blob), as: UTF8.self)
  }

  /// Answers with the repositories within the vault.
  @discardableResult
  func stageAll() async throws -> [NotePath] {
    let unstaged = try await unstaged()
    try await stage(unstaged.files)
    return unstaged.nested
  }

  func snapshot(_ message: String = "snapshot") async throws -> String {
    try await stageAll()
    let old = try await head()
    let commit = try await commit(
      tree: try await writeIndexTree(), parents: old.map { [$0] } ?? [], message: message)
    try await moveBranch(try await branch(), to: commit, from: old)
    return commit
  }
}

/// What a call throws.
func problem(_ body: () async throws -> Void) async -> GitError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? GitError
  }
}
