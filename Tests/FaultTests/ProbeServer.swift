import Glibc
import Synchronization
import TestSupport

/// A `FaultProbe` that is loaded once and forked for each run, which the preloaded library does.
/// It ends with the tests, when their ends of its pipes are closed.
struct ProbeServer: Sendable {
  private let folder = TemporaryFolder()
  private let requests: Int32
  private let answers: Int32

  /// Servers that no run is using.
  private static let idle = Mutex<[ProbeServer]>([])

  /// Runs the probe to its end; its output goes to the file `said`.
  static func run(_ environment: [String], said: String) throws -> SpawnedProgram.Ending {
    let server = try idle.withLock { $0.popLast() } ?? ProbeServer()
    let ending = try server.run(environment, said: said)
    idle.withLock { $0.append(server) }
    return ending
  }

  private init() throws {
    requests = try Self.pipe(folder.path("requests"))
    answers = try Self.pipe(folder.path("answers"))
    var environment = ["FAULT_SERVER=1", "LD_PRELOAD=\(try FaultShim.path.get())"]
    if let libraries = getenv("LD_LIBRARY_PATH") {
      environment.append("LD_LIBRARY_PATH=\(String(cString: libraries))")
    }
    _ = try SpawnedProgram.start(
      [try SpawnedProgram.beside("FaultProbe")], environment, input: folder.path("requests"),
      output: folder.path("answers"), error: "/dev/null")
  }

  /// Open for both, so that the probe finds the other end open.
  private static func pipe(_ path: String) throws -> Int32 {
    let file = mkfifo(path, 0o600) == 0 ? open(path, O_RDWR | O_CLOEXEC) : -1
    if file < 0 { throw Failure("no pipe: \(String(cString: strerror(errno)))") }
    return file
  }

  private func run(_ environment: [String], said: String) throws -> SpawnedProgram.Ending {
    let texts = ([said] + environment).map { $0 + "\0" }.joined()
    let request = withUnsafeBytes(of: UInt32(texts.utf8.count)) { [UInt8]($0) } + Array(texts.utf8)
    guard write(requests, request, request.count) == request.count else {
      throw Failure("the probe takes no request")
    }
    var status = Int32(0)
    while true {
      let count = read(answers, &status, 4)
      if count == 4 { return .init(status: status) }
      guard count < 0, errno == EINTR else { throw Failure("the probe does not answer") }
    }
  }
}
