import CSystem
import Glibc

/// Runs other programs and waits for them.
enum ChildProcess {
  /// Runs a program in a folder. Returns standard output followed by standard error, and the exit
  /// code.
  static func run(
    _ binary: String, _ arguments: [String], in folder: String, environment: [String]
  ) throws(SystemError) -> (output: String, exitCode: Int32) {
    let (output, error) = (try makePipe(), try makePipe())
    defer { for end in [output.read, error.read] { close(end) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    posix_spawn_file_actions_adddup2(&actions, error.write, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var process = pid_t()
    let code = spawn(
      &process, binary, arguments, in: folder, environment: environment, &actions, &attributes)
    for end in [output.write, error.write] { close(end) }
    guard code == 0 else { throw SystemError("start", binary, code: code) }
    let texts = readAll([output.read, error.read])
    return (texts.joined(), wait(for: process))
  }

  /// Returns 0 or the error's code. A shell changes the folder, because Swift cannot see the call
  /// that would do so on spawn.
  static func spawn(
    _ process: inout pid_t, _ binary: String, _ arguments: [String], in folder: String,
    environment: [String], _ actions: inout posix_spawn_file_actions_t,
    _ attributes: inout posix_spawnattr_t
  ) -> Int32 {
    let shell = "/bin/sh"
    let start = [shell, "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder, binary]
    return withCStrings(start + arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&process, shell, &actions, &attributes, arguments, environment)
      }
    }
  }

  /// Waits for the end, and kills the process after 10 s. A signal counts as 128 plus its number,
  /// as in shells.
  static func wait(for process: pid_t) -> Int32 {
    var raw = Int32(0)
    let deadline = ContinuousClock.now.advanced(by: .seconds(10))
    while true {
      let found = waitpid(process, &raw, WNOHANG)
      if found == process { break }
      if found < 0, errno != EINTR { return 127 }
      if ContinuousClock.now > deadline { kill(process, SIGKILL) }
      // A program that closed its output is about to end.
      poll(nil, 0, 1)
    }
    let signal = raw & 0x7f
    return signal == 0 ? (raw >> 8) & 0xff : 128 + signal
  }

  private static func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError("open", "a pipe") }
    return (ends[0], ends[1])
  }

  private static func readAll(_ files: [Int32]) -> [String] {
    var bytes = files.map { _ in [UInt8]() }
    var open = Set(files.indices)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !open.isEmpty {
      // For a closed file, -1 makes `poll` skip the entry.
      var entries = files.indices.map {
        pollfd(fd: open.contains($0) ? files[$0] : -1, events: Int16(POLLIN), revents: 0)
      }
      if poll(&entries, nfds_t(entries.count), 10_000) == 0 { break }
      for index in open where entries[index].revents != 0 {
        let count = read(files[index], &buffer, buffer.count)
        if count > 0 { bytes[index] += buffer[..<count] }
        if count == 0 || (count < 0 && errno != EINTR) { open.remove(index) }
      }
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
