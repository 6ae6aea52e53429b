import Glibc

/// A program that runs in a folder of its own, without a terminal, and is killed where it does not end.
struct JudgeProcess {
  private let child: pid_t

  /// The first of these programs that `accepts` finds to its liking.
  static func find(_ names: [String], accepts: (String) -> Bool) -> String? {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(
      separator: ":")
    for name in names {
      for folder in folders where access("\(folder)/\(name)", X_OK) == 0 {
        if accepts("\(folder)/\(name)") { return "\(folder)/\(name)" }
      }
    }
    return nil
  }

  init(_ command: [String], in folder: String, seconds: Int, output: String = "/dev/null")
    throws(JudgeFailure)
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    let words = ["timeout", "-s", "KILL", "\(seconds)"] + command
    let settings = [
      "PATH=/usr/bin:/bin", "HOME=\(folder)", "LC_ALL=C.UTF-8", "TERM=dumb", "FOLDER=\(folder)",
    ]
    let (arguments, environment) = (words.map { strdup($0) }, settings.map { strdup($0) })
    defer { for copy in arguments + environment { free(copy) } }
    var child = pid_t()
    let code = posix_spawnp(
      &child, "timeout", &actions, nil, arguments + [nil], environment + [nil])
    guard code == 0 else {
      throw JudgeFailure("\(command[0]) does not start: \(String(cString: strerror(code)))")
    }
    self.child = child
  }

  /// Its exit code.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
