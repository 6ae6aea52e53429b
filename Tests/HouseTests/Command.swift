import Dispatch
import Glibc

/// A program run to its end, with all that it printed.
struct Command {
  let status: Int32
  let output: String

  /// Finds the program on PATH. It gets no input, and of the environment only what is passed and
  /// what any program needs: a `make` above must not hand its flags down.
  ///
  /// It waits on a thread of its own: a build takes minutes, and other tests need the pool.
  static func run(_ arguments: [String], environment: [String: String] = [:]) async -> Command {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: runNow(arguments, environment: environment))
      }
    }
  }

  /// The same on the caller's thread, for what ends at once.
  static func runNow(_ arguments: [String], environment: [String: String] = [:]) -> Command {
    // A file and not a pipe: a pipe's end could slip into a child that another test starts at the
    // same moment, and would then stay open as long as that child lives.
    var pattern = Array("/tmp/notes-tui-output-XXXXXX".utf8CString)
    let file = mkstemp(&pattern)
    guard file >= 0 else { return failure("mkstemp", errno) }
    defer { close(file) }
    let path = pattern.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_APPEND, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)

    let names: [String] = ["PATH", "HOME", "LANG", "TMPDIR", "CC"]
    let passed: [(String, String)] = names.compactMap { name in
      getenv(name).map { (name, String(cString: $0)) }
    }
    let variables = Dictionary(passed, uniquingKeysWith: { $1 })
      .merging(environment, uniquingKeysWith: { $1 })
    var words = arguments.map { strdup($0) } + [nil]
    var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + settings).forEach { free($0) } }

    var child = pid_t()
    let error = posix_spawnp(&child, arguments[0], &actions, nil, &words, &settings)
    // The child has it open by now, and nothing is left even if this process is killed.
    unlink(path)
    guard error == 0 else { return failure(arguments[0], error) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let output = readAll(file)
    // The low bits name a signal; without one the next byte is what it exited with.
    let signal = status & 0x7f
    return Command(status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: output)
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<count]
    }
  }

  private static func failure(_ what: String, _ error: Int32) -> Command {
    Command(status: 127, output: "\(what): \(String(cString: strerror(error)))")
  }
}
