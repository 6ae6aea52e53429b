import CSystem
import Glibc
import Secrets

/// Starts programs with the default signal handling of a shell: they must not inherit which signals
/// this program ignores or catches.
package enum ChildStart {
  /// `POSIX_SPAWN_SETSID`, which the module of the C library lacks.
  private static let newSession: Int16 = 0x80

  /// Returns the process ID; nil if it could not be started. A nil file means `/dev/null`; with
  /// `sharesTerminal` all three are this program's own. With `hasOwnSession` it outlives the terminal,
  /// and its process ID ends everything that it starts. The default environment is this program's own.
  package static func start(
    _ command: [[UInt8]], environment: [[UInt8]]? = nil, input: Int32? = nil,
    output: Int32? = nil, error: Int32? = nil, sharesTerminal: Bool = false,
    hasOwnSession: Bool = false
  ) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !sharesTerminal {
      for (number, file) in [input, output, error].enumerated() {
        if let file {
          posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
        } else {
          posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
        }
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | (hasOwnSession ? newSession : 0))
    var process = pid_t()
    let path = String(decoding: command[0], as: UTF8.self)
    let code = withWords(command) { words in
      guard let environment else {
        return Dumps.withChildLimits {
          posix_spawn(&process, path, &actions, &attributes, words, environ)
        }
      }
      return withWords(environment) { own in
        Dumps.withChildLimits { posix_spawn(&process, path, &actions, &attributes, words, own) }
      }
    }
    return code == 0 ? process : nil
  }

  /// The limits of a program that reads untrusted data.
  package struct Confinement: Sendable {
    /// In bytes, and in seconds of CPU time.
    package var memory: Int
    package var seconds: Int
    package var environment: [String]

    package init(memory: Int, seconds: Int, environment: [String]) {
      self.memory = memory
      self.seconds = seconds
      self.environment = environment
    }
  }

  /// The same for a program that cannot write to any file and has no network: see
  /// `csystem_start_confined`.
  package static func start(
    _ command: [[UInt8]], input: Int32, output: Int32, in confinement: Confinement
  ) -> Int32? {
    let limits = csystem_limits(
      memory: Int64(confinement.memory), seconds: Int64(confinement.seconds))
    let process = withWords(command) { words in
      withWords(confinement.environment.map { Array($0.utf8) }) { environment in
        csystem_start_confined(words[0], words, environment, input, output, limits)
      }
    }
    return process > 0 ? process : nil
  }

  /// Passes the words to `body` as C strings, valid only during the call.
  private static func withWords<Value>(
    _ words: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = words.map { word in
      (word.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer(Self.copied)
    }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  private static func copied(
    _ word: UnsafeBufferPointer<CChar>
  ) -> UnsafeMutablePointer<CChar>? {
    word.baseAddress.flatMap { strdup($0) }
  }
}
