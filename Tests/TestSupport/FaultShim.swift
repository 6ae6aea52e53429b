import Glibc

/// A program that a test runs to its end.
package enum SpawnedProgram {
  /// The release where it was built after the tests, as `make check` does: it takes half as long to start,
  /// tens of thousands of times. One that is older may be of other sources.
  package static let program = Result {
    let debug = try beside("notes-tui")
    let folder = debug.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    let release = folder.joined(separator: "/") + "/release/notes-tui"
    var (old, new) = (stat(), stat())
    let isNewer =
      stat(debug, &old) == 0 && stat(release, &new) == 0
      && (new.st_mtim.tv_sec, new.st_mtim.tv_nsec) > (old.st_mtim.tv_sec, old.st_mtim.tv_nsec)
    return isNewer ? release : debug
  }

  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)

    /// What the system says of a process that has ended.
    package init(status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
    }
  }

  /// What it says to a person goes to the file `error`.
  package static func run(
    _ command: [String], _ environment: [String], error: String
  ) throws -> Ending {
    try wait(for: try start(command, environment, error: error))
  }

  /// Answers with its process; what it reads is the file `input`. Without `output` it prints where the
  /// test does.
  package static func start(
    _ command: [String], _ environment: [String], input: String = "/dev/null",
    output: String? = nil, error: String
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    for (descriptor, path) in [(Int32(1), output), (2, error)] {
      guard let path else { continue }
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    }
    let arguments = command.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for copy in arguments + variables { free(copy) } }
    var id = pid_t()
    let code = posix_spawnp(
      &id, command[0], &actions, nil, arguments + [nil], variables + [nil])
    guard code == 0 else {
      throw Failure("\(command[0]) does not start: \(String(cString: strerror(code)))")
    }
    return id
  }

  package static func wait(for id: Int32) throws -> Ending {
    var status = Int32(0)
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure("process \(id) is lost") }
    }
    return Ending(status: status)
  }

  /// One that is built with the tests, beside them.
  package static func beside(_ name: String) throws -> String {
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &link, link.count)
    let own = String(
      decoding: link.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    for place in [own] + CommandLine.arguments {
      guard let slash = place.lastIndex(of: "/") else { continue }
      let path = String(place[..<slash]) + "/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    throw Failure("\(name) is not built")
  }
}

/// The library that makes calls fail, made once for all tests.
package enum FaultShim {
  package static let path: Result<String, Failure> = {
    let source = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    for compiler in ["cc", "clang", "gcc"] {
      let ending = try? SpawnedProgram.run(
        [
          compiler, "-shared", "-fPIC", "-o", folder.path("faults.so"),
          "/\(source)/Shim/faults.c", "-ldl",
        ], ["PATH=\(getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")"],
        error: folder.path("said"))
      if ending == .exit(0) { return .success(folder.path("faults.so")) }
    }
    return .failure(Failure("no C compiler: \(folder.text("said") ?? "")"))
  }()

  private static let folder = TemporaryFolder()
}

/// Why a test cannot go on.
package struct Failure: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}
