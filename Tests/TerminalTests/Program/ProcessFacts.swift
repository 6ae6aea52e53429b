import Glibc
import TestSupport

/// Facts that the kernel knows of a process.
enum ProcessFacts {
  /// Counts how often each thread has gone to sleep, by the thread's number.
  static func sleeps(of process: pid_t) -> [String: Int] {
    var sleeps: [String: Int] = [:]
    for thread in threads(of: process) {
      let status = text("/proc/\(process)/task/\(thread)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      sleeps[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
    }
    return sleeps
  }

  /// Whether each of its threads waits for something.
  static func isAsleep(_ process: pid_t) -> Bool {
    threads(of: process).allSatisfy { thread in
      text("/proc/\(process)/task/\(thread)/status").contains("State:\tS")
    }
  }

  /// The peak memory of a process; 0 once it is gone, and until it runs its own program: a process
  /// that was just forked still has the memory of its parent.
  static func peakKilobytes(of process: pid_t) -> Int {
    if program(of: process) == program(of: getpid()) { return 0 }
    let line = text("/proc/\(process)/status").split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func program(of process: pid_t) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/exe", &path, path.count)
    return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func threads(of process: pid_t) -> [String] {
    folderNames("/proc/\(process)/task")
  }

  /// Reads a file of the kernel's, which has no size.
  static func text(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let count = read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
