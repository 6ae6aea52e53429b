import Glibc
import TestSupport
import Testing

/// Debian's `age`.
enum OtherAge {
  static let isThere = run(["age", "--version"]) == 0 && run(["age-keygen", "--version"]) == 0
  static let whereToGet: Comment = "age is not installed: apt-get install age"

  /// Runs a program to its end; answers with its exit code. It has no terminal to ask on.
  static func run(_ command: [String], output: String = "/dev/null") -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = command.map { strdup($0) } + [nil]
    let path = "PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")
    var settings = [strdup(path), nil]
    defer { (words + settings).forEach { free($0) } }
    var child = pid_t()
    guard posix_spawnp(&child, command[0], &actions, nil, &words, &settings) == 0 else {
      return 127
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
