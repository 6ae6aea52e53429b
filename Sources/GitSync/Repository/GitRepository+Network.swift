import Files
import Glibc

extension GitRepository {
  func remotes() async throws(GitError) -> [String] {
    try await run(GitCall("remote")).text.split(separator: "\n").map(String.init)
  }

  /// Returns the remote's address, without a password in it.
  package func address(of remote: String) -> String? {
    let line = settings.lines.last {
      $0.section == "remote" && $0.middle == remote && $0.name == "url"
    }
    return line?.value.map(GitAddress.withoutPassword)
  }

  /// Returns all addresses that git fetches from and pushes to, after its rewriting settings.
  func addresses(of remote: String) async throws(GitError) -> [String] {
    var addresses: [String] = []
    for arguments in [[], ["--push"]] {
      let call = with(GitCall("remote", "get-url", "--all"), arguments + ["--", remote])
      addresses += try await run(call).text.split(separator: "\n").map(String.init)
    }
    return addresses
  }

  func addRemote(_ name: String, address: String) async throws(GitError) {
    _ = try await run(GitCall("remote", "add", "--", name, address))
  }

  func removeRemote(_ name: String) async throws(GitError) {
    _ = try await run(GitCall("remote", "remove", "--", name))
  }

  /// Whether nothing was ever fetched from it or sent to it.
  func hasNothing(of remote: String) async throws(GitError) -> Bool {
    try await run(GitCall("for-each-ref", "--count=1", "refs/remotes/\(remote)/")).output.isEmpty
  }

  /// Writes to the repository's own settings.
  func set(_ setting: GitSetting) async throws(GitError) {
    _ = try await run(GitCall("config", "--local", "--", setting.key, setting.value))
  }

  /// Updates `refs/remotes/REMOTE/` to the branches of the remote.
  func fetch(
    _ remote: String, options: NetworkOptions = .automatic
  ) async throws(GitError) {
    let isLocal = try await isLocal(remote, forPush: false)
    var call = GitCall(
      "fetch", "--progress", "--no-tags", "--no-recurse-submodules",
      "--no-write-fetch-head", "--no-auto-maintenance", "--prune", "--no-prune-tags", "--refmap=",
      "--upload-pack=\(serving("upload-pack", isLocal))", "--", remote,
      "+refs/heads/*:refs/remotes/\(remote)/*")
    call.network = options
    call.mostReceived = options.mostReceived
    let before = PartlyReceived.files(in: gitFolder)
    do {
      _ = try await run(call)
    } catch {
      PartlyReceived.remove(from: gitFolder, but: before)
      throw meant(error, isLocal)
    }
  }

  /// Sends a commit to the branch of the remote; never forced.
  func push(
    _ commit: String, to remote: String, branch: String, options: NetworkOptions = .automatic
  ) async throws(GitError) -> PushOutcome {
    let isLocal = try await isLocal(remote, forPush: true)
    var call = GitCall(
      "push", "--porcelain", "--progress", "--no-verify", "--no-signed", "--no-follow-tags",
      "--recurse-submodules=no", "--receive-pack=\(serving("receive-pack", isLocal))", "--", remote,
      "\(try Self.checked(commit)):refs/heads/\(branch)")
    call.network = options
    call.codes = [0, 1]
    let answer: GitAnswer
    do {
      answer = try await run(call)
    } catch {
      throw meant(error, isLocal)
    }
    if answer.code == 0 { return .pushed }
    guard let line = answer.text.split(separator: "\n").first(where: { $0.hasPrefix("!") }) else {
      throw meant(answer.complaint.error(command: "push", code: answer.code), isLocal)
    }
    // A lock in a server's own files is nothing that the person could remove.
    if isLocal, let lock = answer.complaint.lock { return .locked(lock) }
    let reason = line.split(separator: "\t").last.map(String.init) ?? ""
    // Others pushed before us, or at the same time.
    let races = [
      "fetch first", "non-fast-forward", "cannot lock ref", "incorrect old value",
      "reference already exists", "failed to update ref", "needs force",
    ]
    if races.contains(where: { reason.contains($0) }) {
      return .behind(GitComplaint(Array(reason.utf8)).said)
    }
    return .refused(GitComplaint(Array(reason.utf8)).said)
  }

  /// The program at the other end. It is named here because a setting that names another one would
  /// override any setting of ours. In a folder on this computer, it also runs no hook and no
  /// program of that repository, which may have come with this one.
  private func serving(_ name: String, _ isLocal: Bool) -> String {
    guard isLocal else { return "git-\(name)" }
    let settings = [
      "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=true",
      "receive.autogc=false", "receive.denyCurrentBranch=refuse", "receive.fsckObjects=true",
      "core.fsync=added,reference",
    ]
    let git = "'" + program.path.replacing("'", with: "'\\''") + "'"
    return ([git] + settings.map { "-c \($0)" } + [name]).joined(separator: " ")
  }

  private func isLocal(_ remote: String, forPush: Bool) async throws(GitError) -> Bool {
    let arguments = forPush ? ["--push"] : []
    let call = with(GitCall("remote", "get-url", "--all"), arguments + ["--", remote])
    return try await run(call).text.split(separator: "\n").contains {
      GitAddress.isLocal(String($0))
    }
  }

  /// Returns the error as the person should see it: a missing folder is a removed stick.
  private func meant(_ error: GitError, _ isLocal: Bool) -> GitError {
    if isLocal, case .notFoundThere(let said) = error { return .offline(said) }
    return error
  }
}

/// The partial packs that an interrupted fetch leaves: large, and of no use to git.
enum PartlyReceived {
  private static let start = Array("tmp_pack_".utf8)

  static func files(in gitFolder: String) -> Set<[UInt8]> {
    guard let folder = try? Posix.openFolder(packFolder(gitFolder)),
      let names = try? Posix.names(in: folder.raw)
    else { return [] }
    return Set(names.filter { $0.starts(with: start) })
  }

  /// Removes new partial packs, except those that another git is receiving now.
  static func remove(from gitFolder: String, but known: Set<[UInt8]>) {
    for name in files(in: gitFolder).subtracting(known) {
      let path = packFolder(gitFolder) + [UInt8(ascii: "/")] + name
      if isHeld(String(decoding: path, as: UTF8.self)) { continue }
      try? Posix.remove(path, in: Posix.noFolder)
    }
  }

  /// Whether a program has the file open. An ended git may hold it for a moment.
  private static func isHeld(_ path: String) -> Bool {
    for _ in 0..<20 {
      if LockHolder.find(path).process == nil { return false }
      usleep(20_000)
    }
    return true
  }

  private static func packFolder(_ gitFolder: String) -> [UInt8] {
    Array("\(gitFolder)/objects/pack".utf8)
  }
}
