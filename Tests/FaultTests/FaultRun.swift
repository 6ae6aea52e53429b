import Glibc
import TestSupport

/// One run of `FaultProbe` with a fault in it.
struct FaultRun {
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  var ending: Ending
  /// Whether the run came as far as the call that was to fail.
  var wasHit: Bool
  /// What it said to a person.
  var said: String

  /// Runs one operation in which the call of this number, counted from 0, meets with `kind`.
  init(
    _ operation: String, _ bench: FaultBench, _ kind: String, at call: Int,
    meddling: String? = nil
  ) throws {
    let notes = bench.notes
    notes.remove("hit")
    var environment = [
      "LD_PRELOAD=\(try Shim.path.get())", "FAULT_KIND=\(kind)", "FAULT_AT=\(call)",
      "FAULT_HIT=\(notes.path("hit"))", "FAULT_TRACE=\(notes.path("trace"))",
    ]
    if let meddling { environment.append("FAULT_MEDDLE=\(bench.vault.path(meddling))") }
    if let libraries = getenv("LD_LIBRARY_PATH") {
      environment.append("LD_LIBRARY_PATH=\(String(cString: libraries))")
    }
    ending = try Self.spawn(
      [try Self.probe, operation, bench.vault.path, bench.state.path], environment,
      error: notes.path("said"))
    wasHit = notes.exists("hit")
    said = notes.text("said") ?? ""
  }

  /// Beside the tests, where the package is built.
  private static var probe: String {
    get throws {
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/exe", &name, name.count)
      let own = String(
        decoding: name.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
      for place in [own] + CommandLine.arguments {
        guard let slash = place.lastIndex(of: "/") else { continue }
        let path = place[..<slash] + "/FaultProbe"
        if access(String(path), X_OK) == 0 { return String(path) }
      }
      throw Failure("FaultProbe is not built")
    }
  }

  static func spawn(
    _ command: [String], _ environment: [String], error: String
  ) throws -> Ending {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    let arguments = command.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for copy in arguments + variables { free(copy) } }
    var id = pid_t()
    let code = posix_spawnp(
      &id, command[0], &actions, nil, arguments + [nil], variables + [nil])
    guard code == 0 else {
      throw Failure("\(command[0]) does not start: \(String(cString: strerror(code)))")
    }
    var status = Int32(0)
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure("\(command[0]) is lost") }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
  }
}

/// The library that makes calls fail, made once for all tests.
enum Shim {
  static let path: Result<String, Failure> = {
    let source = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    for compiler in ["cc", "clang", "gcc"] {
      let ending = try? FaultRun.spawn(
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

struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
