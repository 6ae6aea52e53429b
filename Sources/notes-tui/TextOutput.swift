import Commands
import Glibc

/// Standard output, written to its end or not at all.
enum TextOutput {
  /// Writes all bytes; answers with what went wrong, in the system's words.
  static func send(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { send($0) }.map { String(cString: strerror($0)) }
  }

  /// Writes all bytes; answers with the number of what went wrong.
  static func send(_ all: UnsafeRawBufferPointer) -> Int32? {
    var done = 0
    while done < all.count {
      let rest = UnsafeRawBufferPointer(rebasing: all[done...])
      let taken = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
      if taken >= 0 {
        done += taken
      } else if errno == EPIPE {
        // The reader has enough: end as any program in a pipe does.
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

  /// Writes a text and answers with the exit code that this deserves.
  static func write(_ text: String) -> Int32 {
    guard let reason = send(Array(text.utf8)) else { return ExitCode.done.rawValue }
    StandardError.write("notes-tui: the results could not be written: \(reason).")
    return ExitCode.failed.rawValue
  }
}
