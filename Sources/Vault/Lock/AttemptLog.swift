package import Entities
import Files
import Glibc
import Synchronization

/// The number of wrong passphrases for a vault or note, in a file of the state folder: restarting
/// the program does not end the wait.
package struct AttemptLog: Sendable {
  struct Tries: Equatable, Sendable {
    var count = 0
    /// The time of the last attempt, in milliseconds.
    var last: Int64 = 0

    /// The wait is 1, 2, 4… seconds, at most a minute: a person who forgot a word can go on trying.
    var pause: Int64 { count == 0 ? 0 : min(60, 1 << Int64(min(count - 1, 6))) * 1000 }
  }

  private static let folderName = "/tries"
  /// The length of the line in a file; more is not read.
  private static let length = 64

  private let folder: [UInt8]
  private let disk: Disk
  /// The attempts of this run, in case the disk cannot be written.
  private let known: Known

  private final class Known: Sendable {
    let tries = Mutex<[VaultID: Tries]>([:])
  }

  /// Stores its files in `<stateFolder>/tries`.
  package init(stateFolder: [UInt8]) { self.init(stateFolder: stateFolder, disk: .real) }

  init(stateFolder: [UInt8], disk: Disk) {
    folder = stateFolder + Array(Self.folderName.utf8)
    self.disk = disk
    known = Known()
  }

  /// Returns the time until another attempt is allowed, in milliseconds.
  package func wait(before vault: VaultID, now: Int64) -> Int64 {
    var tries = tries(of: vault)
    if tries.last > now {
      // The clock was set back: do not wait for the old time.
      tries.last = now
      keep(tries, of: vault)
    }
    return max(0, tries.last + tries.pause - now)
  }

  /// Makes one attempt, unless a wait is due. Only one runs at a time among all programs: several
  /// that start together would all find no wait due. It is counted before it is made, so that
  /// ending the program in the middle gains nothing. Only a correct one resets the count; one that
  /// fails for another reason does not count.
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
      // The wait begins now.
      let after = Tries(count: before.count + 1, last: now())
      keep(isWrong(error) ? after : before, of: vault)
      throw error
    }
  }

  /// Prevents other attempts at the same vault while it exists.
  private final class Turn: Sendable {
    let file: Descriptor?

    init(_ file: consuming Descriptor?) { self.file = file }
  }

  /// Returns nil if another attempt takes very long. If nothing can be locked, there is no wait.
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

  /// Resets the count after a correct attempt. If that does not reach the disk, one attempt too
  /// many is remembered.
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
    // If this fails, at least this run remembers it.
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

  /// Overwrites the file, which takes the disk a tenth of the time of a new file: a person is
  /// waiting. The line is so short that it is written completely or not at all.
  private func overwrite(
    _ tries: Tries, of vault: VaultID, in folder: Int32, isDurable: Bool
  ) throws(SystemError) {
    let file = try Posix.open(
      name(of: vault), in: folder, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
    let facts = try Posix.facts(of: file.raw)
    // Anything else is replaced with a new file.
    guard facts.kind == .file, facts.size <= Self.length else { throw SystemError(EINVAL) }
    try disk.write(Self.line(tries), to: file.raw)
    if isDurable { try disk.sync(file.raw) }
  }

  /// Returns a line of fixed length, so that nothing of an older one remains.
  private static func line(_ tries: Tries) -> [UInt8] {
    let words = Array("\(tries.count) \(tries.last)".utf8)
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: max(0, length - 1 - words.count))
    return words + blanks + [UInt8(ascii: "\n")]
  }
}
