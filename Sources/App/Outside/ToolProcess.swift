import CSystem
import Glibc
import Programs

/// Small programs that are given text, or asked for some, and are done in a moment.
enum ToolProcess {
  /// How long one may take in all, whatever it says meanwhile.
  private static let patience = Duration.seconds(2)
  /// Nobody pastes more than this by hand.
  static let mostOutput = 64 << 20

  /// Where a program stands in the folders of `PATH`.
  static func path(of name: String, in folders: [String]) -> String? {
    folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// Runs a command with this input; answers with what it printed, or nil where it failed.
  @concurrent
  static func run(
    _ command: [String], input: [UInt8] = [], takesOutput: Bool = false,
    atMost limit: Int = ToolProcess.mostOutput, within patience: Duration = ToolProcess.patience,
    in confinement: ChildStart.Confinement? = nil
  ) async -> [UInt8]? {
    let end = ContinuousClock.now + patience
    guard let writing = makePipe() else { return nil }
    guard let reading = makePipe() else {
      closeAll(writing.read, writing.write)
      return nil
    }
    let words = command.map { Array($0.utf8) }
    let process =
      if let confinement {
        ChildStart.start(words, input: writing.read, output: reading.write, in: confinement)
      } else {
        ChildStart.start(
          words, input: writing.read, output: takesOutput ? reading.write : nil, error: nil)
      }
    closeAll(writing.read, reading.write)
    guard let process else {
      closeAll(writing.write, reading.read)
      return nil
    }
    let isGiven = write(input, to: writing.write, until: end)
    close(writing.write)
    let output = takesOutput && isGiven ? read(from: reading.read, atMost: limit, until: end) : []
    close(reading.read)
    guard isGiven, let output else {
      kill(process, SIGKILL)
      _ = wait(for: process, until: end)
      return nil
    }
    return wait(for: process, until: end) == 0 ? output : nil
  }

  /// Starts a command that may stay as long as it likes, in a session of its own. False where it
  /// failed within a moment; one that is still there then is taken to be well.
  @concurrent
  static func begin(_ command: [String]) async -> Bool {
    guard
      let process = ChildStart.start(command.map { Array($0.utf8) }, hasOwnSession: true)
    else { return false }
    var status = Int32(0)
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      let found = waitpid(process, &status, WNOHANG)
      if found == process { return status == 0 }
      if found < 0, errno != EINTR { return false }
      poll(nil, 0, 1)
    }
    // Somebody has to ask how it ended, else the system keeps it in its list.
    Task.detached { waitpid(process, nil, 0) }
    return true
  }

  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    return (ends[0], ends[1])
  }

  private static func closeAll(_ files: Int32...) {
    for file in files { close(file) }
  }

  /// False where the program does not take it in time.
  private static func write(
    _ bytes: [UInt8], to file: Int32, until end: ContinuousClock.Instant
  ) -> Bool {
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        csystem_write_to_pipe(file, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard isReady(file, POLLOUT, until: end) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private static func read(
    from file: Int32, atMost limit: Int, until end: ContinuousClock.Instant
  ) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while output.count <= limit {
      guard isReady(file, POLLIN, until: end) else { return nil }
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return output }
      if count > 0 { output += buffer[..<count] } else if errno != EINTR { return nil }
    }
    return nil
  }

  private static func isReady(
    _ file: Int32, _ event: Int32, until end: ContinuousClock.Instant
  ) -> Bool {
    var entry = pollfd(fd: file, events: Int16(event), revents: 0)
    let left = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
    return left > 0 && poll(&entry, 1, Int32(left.rounded(.up))) > 0
  }

  /// What it ended with; one that does not end in time is ended.
  private static func wait(for process: pid_t, until end: ContinuousClock.Instant) -> Int32 {
    var status = Int32(0)
    var isEnded = false
    while true {
      let found = waitpid(process, &status, WNOHANG)
      if found == process { return status }
      if found < 0, errno != EINTR { return -1 }
      if !isEnded, ContinuousClock.now >= end {
        kill(process, SIGKILL)
        isEnded = true
      }
      poll(nil, 0, 1)
    }
  }
}
