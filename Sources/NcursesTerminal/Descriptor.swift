import CSystem
import Glibc

/// A file descriptor of a terminal: what the driver asks of it beside ncurses.
struct Descriptor {
  enum Reading: Equatable {
    case bytes
    case nothing
    case closed
  }

  let number: Int32

  var isTerminal: Bool { isatty(number) == 1 }

  /// The window's size as the kernel has it; nil where it says nothing.
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
    // What is on its way is waited for, but by a program that is ending not for ever.
    while !TerminalOutput.isStalled {
      if tcsetattr(number, TCSADRAIN, &settings) == 0 || errno != EINTR { return }
      if csystem_is_ending() != 0 { break }
    }
    tcsetattr(number, TCSANOW, &settings)
  }

  /// A parent may have left it so, and ncurses loses output then.
  func makeBlocking() {
    let flags = fcntl(number, F_GETFL)
    if flags >= 0, flags & O_NONBLOCK != 0 { _ = fcntl(number, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// What is there to read, without waiting and without a flag that others who share the terminal
  /// would find set. `bytes` is what was read.
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

  /// Writes all of it; gives up where the terminal is gone.
  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { TerminalOutput.write($0, to: number) }
  }
}

extension Duration {
  /// A clock that no one sets.
  static var sinceBoot: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// A variable of the process's environment; an empty one is none.
@Sendable func environmentValue(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
