import Glibc
import TestSupport

/// A process in its own session, whose terminal is the first of its descriptors that is one.
final class SpawnedProcess {
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  enum Stream {
    case terminal
    case file(String)
  }

  let id: pid_t
  private(set) var ending: Ending?

  init(
    _ command: [String], environment: [String], terminal: String,
    input: Stream, output: Stream, error: Stream
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [input, output, error].enumerated() {
      // A terminal opened by name after the session began becomes the session's own.
      let (path, flags) =
        switch stream {
        case .terminal: (terminal, O_RDWR)
        case .file(let path): (path, number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC)
        }
      posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o644)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // glibc has POSIX_SPAWN_SETSID (0x80), but shows it to _GNU_SOURCE alone.
    posix_spawnattr_setflags(
      &attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var id = pid_t()
    let arguments = command.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for copy in arguments + variables { free(copy) } }
    let code = posix_spawn(
      &id, command[0], &actions, &attributes, arguments + [nil], variables + [nil])
    guard code == 0 else {
      throw Failure("\(command[0]) does not start: \(String(cString: strerror(code)))")
    }
    self.id = id
  }

  deinit {
    if look() == nil {
      kill(id, SIGKILL)
      var status = Int32(0)
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// Returns how the process ended, if it has.
  @discardableResult
  func look() -> Ending? {
    var status = Int32(0)
    if ending == nil, waitpid(id, &status, WNOHANG) == id {
      let signal = status & 0x7f
      ending = signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
    }
    return ending
  }
}
