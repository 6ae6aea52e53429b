import Bytes
import Files
import Glibc

/// A repository that contains a vault, used through the git program.
///
/// Canceling the task ends a running git, and the call throws `.cancelled`.
struct GitRepository: Sendable {
  package let program: GitProgram
  /// `/home/ann/notes/.git`
  let gitFolder: String
  /// The folder of the repository's files: `/home/ann/notes`.
  let root: String
  /// The vault's path inside it: empty, or `notes/`.
  package let prefix: String
  let isBare: Bool
  /// The settings at the time when the repository was found.
  let settings: GitSettings
  /// The repository's own lines that the person agreed to. If its lines are no longer exactly
  /// these, none is trusted.
  var agreed: [String] = []

  /// Finds the repository of a folder. Throws `.notARepository`, or `.unsafeOwner` where git refuses it.
  static func find(
    at folder: String, program: GitProgram
  ) async throws(GitError) -> GitRepository {
    let path: String
    do {
      path = String(decoding: try Posix.realPath(Array(folder.utf8)), as: UTF8.self)
    } catch {
      throw .failed(command: "rev-parse", code: 128, said: "\(folder): \(error.reason).")
    }
    // Git searches upward by itself, and checks the owner.
    let answer: GitAnswer
    do {
      answer = try await program.run(
        GitCall("-C", path, "rev-parse", "--is-bare-repository", "--absolute-git-dir"))
    } catch .notARepository {
      _ = try root(above: path, of: "")
      throw .notARepository
    }
    let lines = answer.text.split(separator: "\n", maxSplits: 1).map(String.init)
    guard lines.count == 2 else { throw .notARepository }
    let gitFolder = lines[1]
    // Git's own answer for the folder of files is not used: a setting could name any folder.
    guard let root = try root(above: path, of: gitFolder) else { throw .notARepository }
    let inner = path.dropFirst(root == "/" ? 1 : root.count + 1)
    return try await GitRepository(
      program: program, gitFolder: gitFolder, root: root,
      prefix: inner.isEmpty ? "" : inner + "/", isBare: lines[0] == "true", settings: GitSettings()
    ).again()
  }

  /// Returns the repository with its settings read again: a sync may have brought a file that they
  /// include.
  func again() async throws(GitError) -> GitRepository {
    let call = located(GitCall("config", "--list", "--show-scope", "-z"))
    return GitRepository(
      program: program, gitFolder: gitFolder, root: root, prefix: prefix, isBare: isBare,
      settings: GitSettings(zeroEnded: try await program.run(call).output), agreed: agreed)
  }

  /// Returns the folder whose `.git` is the one that git found. Throws if git skipped a damaged
  /// one: a repository further up is another one.
  private static func root(
    above path: String, of gitFolder: String
  ) throws(GitError) -> String? {
    var folder = path[...]
    while true {
      let git = Array("\(folder == "/" ? "" : folder)/.git".utf8)
      if let facts = try? Posix.facts(git, followingLink: true) {
        if facts.kind != .folder { return String(folder) }
        if let real = try? Posix.realPath(git), real.elementsEqual(gitFolder.utf8) {
          return String(folder)
        }
        try RepositoryDamage.check(String(decoding: git, as: UTF8.self))
      }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : folder[..<slash]
    }
  }

  /// Makes a repository in a folder that is not in one.
  package static func make(
    at folder: String, branch: String = "main", program: GitProgram
  ) async throws(GitError) -> GitRepository {
    // No template: it may have hooks.
    _ = try await program.run(
      GitCall("init", "-q", "--template=", "--initial-branch=\(branch)", "--", folder))
    return try await find(at: folder, program: program)
  }

  /// Makes a bare repository, for use as a remote, in an empty or missing folder.
  static func makeBare(
    at folder: String, branch: String = "main", program: GitProgram
  ) async throws(GitError) {
    _ = try await program.run(
      GitCall("init", "-q", "--bare", "--template=", "--initial-branch=\(branch)", "--", folder))
  }

  /// Runs git in this repository, without the programs that its own settings name. Any command that
  /// writes an index may compare files again, and would run their filters.
  func run(_ call: GitCall) async throws(GitError) -> GitAnswer {
    var call = located(call)
    call.settings += settings.overrides(isTrusted: isTrusted)
    if isLfsMissing { call.settings += Self.withoutLfs }
    call.ssh = settings.ssh(program.environment)
    return try await program.run(call)
  }

  func located(_ call: GitCall) -> GitCall {
    var call = call
    call.arguments.insert(contentsOf: ["-C", root], at: 0)
    call.environment["GIT_DIR"] = gitFolder
    call.environment["GIT_WORK_TREE"] = root
    return call
  }

  /// The repository's own lines that are not known to be harmless: `core.sshcommand=…`.
  var foreignSettings: [String] { settings.foreign(root: root) }

  var isTrusted: Bool { !agreed.isEmpty && agreed == foreignSettings }

  /// Returns the repository with the lines that the person agreed to, if they have not changed.
  func trusted(by trust: SyncTrust) async throws(GitError) -> GitRepository {
    let lines = foreignSettings
    var new = self
    new.agreed = []
    if lines.isEmpty { return new }
    if try await trust.allows(.trusted, self, lines) { new.agreed = lines }
    return new
  }

  /// Returns a digest of such lines. An attacker cannot make two lists with the same digest.
  func digest(ofSettings lines: [String]) async throws(GitError) -> String {
    let text = lines.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
    return try await run(GitCall("hash-object", "--stdin", input: Array(text.utf8))).text
  }

  /// Returns the folder for the program's own files, which is never among the vault's files.
  func ownFolder() throws(GitError) -> String {
    let folder = gitFolder + "/notes-tui"
    do {
      try PrivateFolder.make(Array(folder.utf8), mode: 0o700)
    } catch {
      throw .failed(command: "mkdir", code: error.code, said: "\(folder): \(error.reason).")
    }
    return folder
  }

  /// The arguments that restrict a command to the vault; none for the whole repository.
  var vault: [String] { prefix.isEmpty ? [] : ["--", prefix] }
}

/// A damaged `.git` folder that git skips: it would use a repository further up, or let a new one
/// be made.
private enum RepositoryDamage {
  /// Throws `.damaged`. A folder that contains nothing of a repository does not count.
  static func check(_ git: String) throws(GitError) {
    guard let folder = try? Posix.openFolder(Array(git.utf8)),
      let names = try? Posix.names(in: folder.raw)
    else { return }
    let known = Set(names.map { String(decoding: $0, as: UTF8.self) })
    guard !known.isDisjoint(with: ["objects", "refs", "config"]) else { return }
    if !known.contains("objects") {
      throw .damaged(
        folder: git, "its folder objects is missing",
        mending: "move it away, mv '\(git)' '\(git).damaged', and set the sync up again: what the"
          + " remote has is merged with what is here.")
    }
    if !known.contains("refs") {
      throw .damaged(
        folder: git, "its folder refs is missing", mending: "mkdir '\(git)/refs', then sync again.")
    }
    let head = try? Posix.contents(Array("HEAD".utf8), in: folder.raw, limit: 1 << 12)
    if let head, isReadable(head) { return }
    let what = head == nil ? "missing" : head == [] ? "empty" : "not readable"
    throw .damaged(
      folder: git, "its file HEAD is \(what)",
      mending: "echo 'ref: refs/heads/\(branch(git))' > '\(git)/HEAD', then sync again.")
  }

  private static func isReadable(_ head: [UInt8]) -> Bool {
    head.starts(with: "ref: refs/".utf8)
      || head.prefix { Hex.isLowercaseDigit($0) }.count >= 40
  }

  /// Returns the only branch, or the usual name.
  private static func branch(_ git: String) -> String {
    var names: Set<String> = []
    if let folder = try? Posix.openFolder(Array("\(git)/refs/heads".utf8)) {
      for name in (try? Posix.names(in: folder.raw)) ?? [] {
        names.insert(String(decoding: name, as: UTF8.self))
      }
    }
    let packed = (try? Posix.contents(Array("\(git)/packed-refs".utf8), limit: 1 << 20)) ?? []
    for line in packed.split(separator: Byte.lineFeed) {
      let text = String(decoding: line, as: UTF8.self)
      guard let name = text.split(separator: " ").last, name.hasPrefix("refs/heads/") else {
        continue
      }
      names.insert(String(name.dropFirst("refs/heads/".count)))
    }
    // The name becomes part of a command that a person may copy.
    let plain = names.filter { name in
      name.utf8.allSatisfy {
        Byte.isLetter($0) || Byte.isDigit($0) || [Byte.dash, Byte.dot].contains($0)
      } && !name.hasSuffix(".lock")
    }
    return plain.count == 1 ? plain.first ?? "main" : plain.contains("master") ? "master" : "main"
  }
}
