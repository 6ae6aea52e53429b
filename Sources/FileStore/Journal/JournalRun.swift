import Files
import Glibc

/// One run of the program in the journal's folder: a file that is locked as long as the process
/// lives, because the system unlocks it however the process dies. A process number is not enough,
/// because the system reuses numbers.
struct JournalRun: ~Copyable, Sendable {
  /// `<process>-<random>`, part of the name of each file of the run.
  let name: String
  private let lock: Descriptor

  init(in folder: Int32) throws(SystemError) {
    while true {
      let random = String(decoding: Hex.digits(.random(in: .min ... .max)), as: UTF8.self)
      let name = "\(getpid())-\(random)"
      let file = Self.lockFile(name)
      let lock = try Posix.open(file, in: folder, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      let raw = lock.raw
      // Some network folders have no locks; then the process number has to do.
      try Posix.lock(raw)
      // Another run may have removed the file as an ended run's before it was locked.
      let held = try Posix.facts(of: raw)
      if let listed = try? Posix.facts(file, in: folder), listed.inode == held.inode {
        self.name = name
        self.lock = lock
        return
      }
    }
  }

  /// Unlocks explicitly: a program that is just being started also holds the file until it runs.
  deinit { flock(lock.raw, LOCK_UN) }

  static func lockFile(_ run: String) -> [UInt8] { Array("run-\(run)".utf8) }

  /// Whether the run has ended; false if that is unknown.
  static func hasEnded(_ run: String, in folder: Int32) -> Bool {
    do {
      let file = try Posix.open(lockFile(run), in: folder, O_RDWR | O_NOFOLLOW)
      let raw = file.raw
      while true {
        if flock(raw, LOCK_SH | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        if errno != EINTR { break }
      }
    } catch  where error.code == ENOENT {
      return true
    } catch {}
    guard let process = run.split(separator: "-").first.flatMap({ pid_t($0) }) else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
