import Glibc

/// The files of a folder that this process has open, held a second time: as a program holds them that
/// was started just now and does not run yet.
package final class HeldFiles {
  private var files: [Int32] = []

  package init(in folder: String) {
    for file in 0..<Int32(8_192) {
      var target = [CChar](repeating: 0, count: 4_096)
      guard readlink("/proc/self/fd/\(file)", &target, target.count - 1) > 0 else { continue }
      let path = String(
        decoding: target.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
      if path.hasPrefix(folder) { files.append(fcntl(file, F_DUPFD_CLOEXEC, 0)) }
    }
  }

  package var count: Int { files.count }

  deinit { for file in files { close(file) } }
}
