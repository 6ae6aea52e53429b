import Glibc

enum StandardFiles {
  /// What is opened first takes the number of a standard file that is closed, and would be read as what
  /// was typed, or get the results. Opened the wrong way round, reading and writing fail as they do
  /// without.
  static func reserveDescriptors() {
    for file in 0...2 as ClosedRange<Int32> where fcntl(file, F_GETFD) < 0 && errno == EBADF {
      _ = open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
