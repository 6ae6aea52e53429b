import Glibc

enum StandardFiles {
  /// Opens placeholders for closed standard descriptors. Otherwise the next opened file would get
  /// such a number, and would be read as input or overwritten with results. The placeholders are
  /// opened in the wrong direction, so that reading and writing fail as they would without them.
  static func reserveDescriptors() {
    for file in 0...2 as ClosedRange<Int32> where fcntl(file, F_GETFD) < 0 && errno == EBADF {
      _ = open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
