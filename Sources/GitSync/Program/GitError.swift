import Files

/// Why git failed.
enum GitError: Error, Equatable, Sendable {
  case notInstalled
  /// With the version found.
  case tooOld(String)
  case notARepository
  /// There is a repository that git does not recognize. With the problem, and the command that
  /// repairs it.
  case damaged(folder: String, String, mending: String)
  /// The repository belongs to another user, so git refuses it. With its folder.
  case unsafeOwner(String)
  /// The remote could not be reached. With git's message.
  case offline(String)
  /// The remote asked for a password or a key that it did not get.
  case refusedCredentials(String)
  /// The remote's key is not among the known hosts.
  case unknownHost(String)
  /// The remote's host key changed. With the host's name, and the file and line of the known key.
  case changedHost(String, known: String)
  /// The remote has no such repository, or hides it.
  case notFoundThere(String)
  /// With the command that was running, and the time that it had.
  case timedOut(command: String, seconds: Int)
  case cancelled
  /// Another program has held the repository's lock for too long.
  case locked(LockHolder)
  case noSpace(String)
  /// Another program moved the branch in the meantime.
  case branchMoved(String)
  /// Neither the repository's nor the person's settings name an author for commits.
  case noName
  /// The remote sent data that is damaged or malicious.
  case badObjects(String)
  case tooMuch(megabytes: Int)
  case failed(command: String, code: Int32, said: String)

  package var message: String {
    switch self {
    case .notInstalled: "git was not found. Install it, then sync again."
    case .tooOld(let version): "git \(version) is too old. Sync needs git 2.38 or newer."
    case .notARepository: "This vault is not in a git repository. Set one up with: git init"
    case .damaged(let folder, let what, let mending):
      "The repository \(folder) is damaged: \(what). Your notes are as they were. To mend it: \(mending)"
    case .unsafeOwner(let folder):
      "\(folder) belongs to another user, and git refuses to work there. If you trust it: "
        + "git config --global --add safe.directory '\(folder)'"
    case .offline(let said): "The remote cannot be reached: \(said)"
    case .refusedCredentials(let said):
      "The remote did not let you in: \(said) Check your key or password, then sync again."
    case .unknownHost(let said):
      "The remote's host key is not known here: \(said) Connect once with ssh, and compare the key."
    case .changedHost(let host, let known):
      "The host key of \(host) is not the one in \(known). Another computer may pose as it: nothing was "
        + "sent. Only if its owner says that the key was changed, remove that line: "
        + "ssh-keygen -R '\(host)'"
    case .notFoundThere(let said):
      "The remote has no such repository: \(said) Check its address with: git remote -v"
    case .timedOut(let command, let seconds):
      "git \(command) did not get on for \(seconds) seconds and was ended. Try again later."
    case .cancelled: "git was stopped."
    case .locked(let holder): holder.message
    case .noSpace(let said): "The disk is full: \(said) Free some space, then sync again."
    case .branchMoved(let name): "Another program moved the branch \(name) just now. Sync again."
    case .noName:
      "git does not know your name for commits. Set it with: "
        + "git config --global user.name NAME, and user.email ADDRESS"
    case .badObjects(let said):
      "The remote sent data that git rejects: \(said) Nothing of it was taken. Have the remote "
        + "looked at with: git fsck"
    case .tooMuch(let megabytes):
      "git wrote more than \(megabytes) MB, which was not expected. Sync again."
    case .failed(let command, let code, let said):
      "git \(command) ended with \(code)\(said.isEmpty ? "." : ": \(said)") Your notes are safe."
        + " Try again; if it keeps failing, run: git fsck"
    }
  }
}

/// The holder of a lock in the repository.
struct LockHolder: Equatable, Sendable {
  /// The lock file: `/home/ann/notes/.git/index.lock`.
  package var path: String
  /// The program that has the lock open, if it is this user's: `git`, 4711. Nil: the lock was left
  /// behind, or belongs to another user.
  package var program: String?
  var process: Int32?

  package var message: String {
    if let program, let process {
      return "\(program) (process \(process)) works in this repository and holds \(path). "
        + "Wait until it is done, then sync again."
    }
    return "A program that ended early left \(path). "
      + "If no git is running here, remove it with: rm '\(path)'"
  }

  /// Returns the message for a lock in a remote's folder.
  func message(at remote: String) -> String {
    if let program, let process {
      return
        "\(program) (process \(process)) works in \(remote) and holds \(path). Your changes are "
        + "saved. Wait until it is done, then sync again."
    }
    return "\(remote) is locked: a program that ended early left \(path). Your changes are saved. "
      + "If no git works in that folder, here or on another computer, sync again after: rm '\(path)'"
  }
}

extension LockHolder {
  /// Searches this user's programs for the one that has the file open.
  static func find(_ path: String) -> LockHolder {
    let wanted = Array(path.utf8)
    for name in (try? names("/proc")) ?? [] {
      guard let process = Int32(String(decoding: name, as: UTF8.self)) else { continue }
      let folder = "/proc/\(process)/fd"
      guard let files = try? names(folder) else { continue }
      let holds = files.contains { file in
        let target = try? Posix.linkTarget(
          Array("\(folder)/".utf8) + file, in: Posix.noFolder)
        return target == wanted
      }
      guard holds else { continue }
      let said = (try? Self.start(of: "/proc/\(process)/comm")) ?? []
      let words = String(decoding: said.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return LockHolder(path: path, program: words.isEmpty ? "A program" : words, process: process)
    }
    return LockHolder(path: path)
  }

  /// Whether a git process of this user works in a folder or below it.
  static func isGitRunning(in root: String) -> Bool {
    let folder = Array(root.utf8)
    return ((try? names("/proc")) ?? []).contains { name in
      let process = "/proc/\(String(decoding: name, as: UTF8.self))"
      guard let said = try? start(of: "\(process)/comm"), said.elementsEqual("git\n".utf8),
        let path = try? Posix.linkTarget(Array("\(process)/cwd".utf8), in: Posix.noFolder)
      else { return false }
      return path.starts(with: folder)
    }
  }

  private static func start(of path: String) throws(SystemError) -> [UInt8] {
    let file = try Posix.open(Array(path.utf8), 0)
    return try Posix.read(file.raw, from: 0, atMost: 64)
  }

  private static func names(_ folder: String) throws(SystemError) -> [[UInt8]] {
    let open = try Posix.openFolder(Array(folder.utf8))
    return try Posix.names(in: open.raw)
  }
}
