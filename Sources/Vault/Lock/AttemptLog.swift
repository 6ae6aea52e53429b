package import Entities
import Files
import Glibc
import Synchronization

/// How often a wrong passphrase was tried on a vault, or on a note, in a file of the state folder:
/// starting the program again waits all the same.
package struct AttemptLog: Sendable {
  struct Tries: Equatable, Sendable {
    var count = 0
    /// When the last of them was, in milliseconds.
    var last: Int64 = 0

    /// 1, 2, 4… seconds, and never more than a minute: who forgot a word can go on trying.
    var pause: Int64 { count == 0 ? 0 : min(60, 1 << Int64(min(count - 1, 6))) * 1000 }
  }

  private static let folderName = "/tries"
  /// Of a line, and the most that a file of them has.
  private static let length = 64

  private let folder: [UInt8]
  private let disk: Disk
  /// What a disk that cannot be written would forget.
  private let known: Known

  private final class Known: Sendable {
    let tries = Mutex<[VaultID: Tries]>([:])
  }

  /// Keeps its files in `<stateFolder>/tries`.
  package init(stateFolder: [UInt8]) { self.init(stateFolder: stateFolder, disk: .real) }

  init(stateFolder: [UInt8], disk: Disk) {
    folder = stateFolder + Array(Self.folderName.utf8)
    self.disk = disk
    known = Known()
  }

  /// How long no try is allowed, in milliseconds.
  package func wait(before vault: VaultID, now: Int64) -> Int64 {
    var tries = tries(of: vault)
    if tries.last > now {
      // The clock was put back: do not wait for the old time.
      tries.last = now
      keep(tries, of: vault)
    }
    return max(0, tries.last + tries.pause - now)
  }

  /// Makes one try, unless one has to wait first. One at a time, of all programs: those that begin
  /// together would else all find that there is no wait. Counted before it is made, so that nothing
  /// is gained by ending the program in the middle. Only the right one resets the count; one that
  /// failed for another reason does not count.
  package func trying<Value: Sendable, Failure: Error>(
    _ vault: VaultID, now: () -> Int64, isWrong: (Failure) -> Bool,
    tooSoon: (_ seconds: Int) -> Failure, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let turn = await turn(for: vault) else { throw tooSoon(1) }
    defer { withExtendedLifetime(turn) {} }
    let wait = wait(before: vault, now: now())
    if wait > 0 { throw tooSoon(Int((wait + 999) / 1000)) }
    let before = tries(of: vault)
    keep(Tries(count: before.count + 1, last: now()), of: vault)
    do throws(Failure) {
      let value = try await body()
      forget(vault)
      return value
    } catch {
      // What has to be waited begins now.
      let after = Tries(count: before.count + 1, last: now())
      keep(isWrong(error) ? after : before, of: vault)
      throw error
    }
  }

  /// While it lives no other try is made at the same vault.
  private final class Turn: Sendable {
    let file: Descriptor?

    init(_ file: consuming Descriptor?) { self.file = file }
  }

  /// Nil where another try takes very long. Where nothing can be locked there is no wait.
  @concurrent
  private func turn(for vault: VaultID) async -> Turn? {
    guard let folder = try? PrivateFolder.open(folder, making: true),
      let file = try? Posix.open(
        name(of: vault), in: folder.raw, O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW, mode: 0o600)
    else { return Turn(nil) }
    for _ in 0..<500 {
      if flock(file.raw, LOCK_EX | LOCK_NB) == 0 { return Turn(file) }
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: usleep(10_000)
      default: return Turn(nil)
      }
    }
    return nil
  }

  /// It opened: earlier tries no longer count. Should that not reach the disk, the worst is
  /// one try too many that is remembered.
  private func forget(_ vault: VaultID) {
    known.tries.withLock { $0[vault] = nil }
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return }
    try? overwrite(Tries(), of: vault, in: folder.raw, isDurable: false)
  }

  private func tries(of vault: VaultID) -> Tries {
    let known = known.tries.withLock { $0[vault] } ?? Tries()
    let written = read(vault) ?? Tries()
    return written.count > known.count ? written : known
  }

  private func keep(_ tries: Tries, of vault: VaultID) {
    known.tries.withLock { $0[vault] = tries }
    // Where it cannot be written, this run remembers it at least.
    try? write(tries, of: vault)
  }

  private func name(of vault: VaultID) -> [UInt8] {
    Array(ShortName.of(vault.path.bytes).utf8)
  }

  private func read(_ vault: VaultID) -> Tries? {
    guard let folder = try? PrivateFolder.open(folder, making: false),
      let bytes = try? Posix.contents(name(of: vault), in: folder.raw, limit: Self.length)
    else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let count = Int(words[0]), let last = Int64(words[1]),
      (0...1_000_000).contains(count), last >= 0, last < 1 << 60
    else { return nil }
    return Tries(count: count, last: last)
  }

  private func write(_ tries: Tries, of vault: VaultID) throws(SystemError) {
    let folder = try PrivateFolder.open(folder, making: true)
    if (try? overwrite(tries, of: vault, in: folder.raw, isDurable: true)) != nil { return }
    try NewFile.put(Self.line(tries), as: name(of: vault), in: folder.raw, disk: disk)
  }

  /// In place, which takes the disk a tenth of the time that another file would: a person waits for
  /// it. The line is so short that it is written as a whole or not at all.
  private func overwrite(
    _ tries: Tries, of vault: VaultID, in folder: Int32, isDurable: Bool
  ) throws(SystemError) {
    let file = try Posix.open(
      name(of: vault), in: folder, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
    let facts = try Posix.facts(of: file.raw)
    // What is no file of ours is replaced.
    guard facts.kind == .file, facts.size <= Self.length else { throw SystemError(EINVAL) }
    try disk.write(Self.line(tries), to: file.raw)
    if isDurable { try disk.sync(file.raw) }
  }

  /// Always as long as any other, so that nothing of an older one is left after it.
  private static func line(_ tries: Tries) -> [UInt8] {
    let words = Array("\(tries.count) \(tries.last)".utf8)
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: max(0, length - 1 - words.count))
    return words + blanks + [UInt8(ascii: "\n")]
  }
}
