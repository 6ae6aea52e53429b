import CSystem
import Glibc

/// A terminal's file descriptor, for the driver's calls that bypass ncurses.
struct Descriptor {
  enum Reading: Equatable {
    case bytes
    case nothing
    case closed
  }

  let number: Int32

  var isTerminal: Bool { isatty(number) == 1 }

  /// The window's size according to the kernel, or nil.
  var windowSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  var settings: termios? {
    var settings = termios()
    return tcgetattr(number, &settings) == 0 ? settings : nil
  }

  func apply(_ settings: termios) {
    var settings = settings
    // Waits for pending output to drain, but not forever when the program is ending.
    while !TerminalOutput.isStalled {
      if tcsetattr(number, TCSADRAIN, &settings) == 0 || errno != EINTR { return }
      if csystem_is_ending() != 0 { break }
    }
    tcsetattr(number, TCSANOW, &settings)
  }

  /// Makes output blocking: a parent may have changed that, and ncurses then loses output.
  func makeBlocking() {
    let flags = fcntl(number, F_GETFL)
    if flags >= 0, flags & O_NONBLOCK != 0 { _ = fcntl(number, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Reads the available input into `bytes` without waiting. It does not use `O_NONBLOCK`, which
  /// other processes on the same terminal would inherit.
  func readAvailable(limit: Int, into bytes: inout [UInt8]) -> Reading {
    guard canRead else { return .nothing }
    var failure: Int32 = 0
    bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = read(number, buffer.baseAddress, limit)
      failure = result < 0 ? errno : 0
      count = max(0, result)
    }
    if !bytes.isEmpty { return .bytes }
    return failure == EINTR || failure == EAGAIN ? .nothing : .closed
  }

  private var canRead: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Writes all bytes, unless the terminal is gone.
  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { TerminalOutput.write($0, to: number) }
  }
}

extension Duration {
  /// The time of a clock that no one can set.
  static var sinceBoot: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Returns an environment variable, or nil if it is empty.
@Sendable func environmentValue(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
