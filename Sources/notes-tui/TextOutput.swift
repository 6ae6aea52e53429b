import Commands
import Glibc

/// Writes standard output completely or fails.
enum TextOutput {
  /// Writes all bytes; returns the system's error message if that fails.
  static func send(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { send($0) }.map { String(cString: strerror($0)) }
  }

  /// Writes all bytes; returns the error's code if that fails.
  static func send(_ all: UnsafeRawBufferPointer) -> Int32? {
    var done = 0
    while done < all.count {
      let rest = UnsafeRawBufferPointer(rebasing: all[done...])
      let taken = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
      if taken >= 0 {
        done += taken
      } else if errno == EPIPE {
        // The reader has closed the pipe: end like any program in a pipe.
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      } else if errno == EAGAIN {
        var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Writes a text and returns the exit code for the outcome.
  static func write(_ text: String) -> Int32 {
    guard let reason = send(Array(text.utf8)) else { return ExitCode.done.rawValue }
    StandardError.write("notes-tui: the results could not be written: \(reason).")
    return ExitCode.failed.rawValue
  }
}
