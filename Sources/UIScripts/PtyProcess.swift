import CSystem
import Glibc
import Terminal

/// A program in its own pseudo-terminal and session.
final class PtyProcess {
  private let master: Int32
  private let process: pid_t
  private var status: Int32?

  init(
    _ binary: String, _ arguments: [String], in folder: String, environment: [String], size: Size
  ) throws(SystemError) {
    guard access(binary, X_OK) == 0 else { throw SystemError("start", binary) }
    var name = [CChar](repeating: 0, count: 128)
    let (master, slave) = try Self.makeTerminal(size, &name)
    _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
    // Turns off echo and line buffering, because input may arrive before the program takes the
    // terminal.
    var settings = termios()
    tcgetattr(slave, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(slave, TCSANOW, &settings)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Opened by name after the new session began, so that it becomes the session's controlling
    // terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // glibc has POSIX_SPAWN_SETSID (0x80), but defines it only with _GNU_SOURCE.
    posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK))

    var process = pid_t()
    let code = ChildProcess.spawn(
      &process, binary, arguments, in: folder, environment: environment, &actions, &attributes)
    close(slave)
    guard code == 0 else {
      close(master)
      throw SystemError("start", binary, code: code)
    }
    self.master = master
    self.process = process
  }

  /// Opens the terminal's side and the program's side, and returns the latter's name. Close-on-exec
  /// is set in the same call, because another thread may start a program in between.
  private static func makeTerminal(
    _ size: Size, _ name: inout [CChar]
  ) throws(SystemError) -> (master: Int32, slave: Int32) {
    let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw SystemError("open", "a pseudo-terminal") }
    var window = winsize(
      ws_row: UInt16(clamping: size.rows), ws_col: UInt16(clamping: size.columns), ws_xpixel: 0,
      ws_ypixel: 0)
    if grantpt(master) == 0, unlockpt(master) == 0, ptsname_r(master, &name, name.count) == 0,
      ioctl(master, UInt(TIOCSWINSZ), &window) == 0,
      case let slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC), slave >= 0
    {
      return (master, slave)
    }
    let error = SystemError("open", "a pseudo-terminal")
    close(master)
    throw error
  }

  deinit {
    close(master)
    if status == nil {
      kill(process, SIGKILL)
      _ = ChildProcess.wait(for: process)
    }
  }

  func resize(to size: Size) {
    var window = Self.windowSize(size)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  /// Writes all bytes. Passes output to `reading` meanwhile, because a program that writes may not
  /// read.
  func write(_ bytes: [UInt8], reading: ([UInt8]) -> Void) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      var entry = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&entry, 1, 10_000) > 0 else {
        throw SystemError("the app has not read its keys for 10 s")
      }
      if entry.revents & Int16(POLLIN) != 0 {
        guard let output = readOnce() else { return }
        reading(output)
      } else if entry.revents & Int16(POLLOUT) == 0 {
        return  // It has ended; the next read finds out.
      }
      if entry.revents & Int16(POLLOUT) != 0 {
        let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        if count < 0, errno != EINTR, errno != EAGAIN { return }
      }
    }
  }

  enum Read {
    case bytes([UInt8])
    case ended
    case late
  }

  func read(until deadline: ContinuousClock.Instant) -> Read {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      if left <= .zero { return .late }
      let (seconds, attoseconds) = left.components
      let milliseconds = Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
      var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return .late }
      return readOnce().map { .bytes($0) } ?? .ended
    }
  }

  /// Waits for the end, which follows the end of the output, and returns the exit code. A signal
  /// counts as 128 plus its number, as in shells.
  func wait() -> Int32 {
    if let status { return status }
    let code = ChildProcess.wait(for: process)
    status = code
    return code
  }

  /// Returns nil at the end: on Linux, reading a pseudo-terminal without a program fails.
  private func readOnce() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }

  private static func windowSize(_ size: Size) -> winsize {
    winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
