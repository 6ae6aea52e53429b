import CSQLite
import Files
import Glibc

/// The right to build an index, or to check the whole vault, which one process has at a time. The
/// system releases it however the process ends.
struct IndexLock: ~Copyable, Sendable {
  fileprivate let file: Descriptor

  /// Unlocks explicitly: a program that is just being started also holds the file until it runs.
  deinit { flock(file.raw, LOCK_UN) }
}

/// The folder with one vault's index.
///
/// Each index is built under a unique name, and the file `current` names the one in use. An index
/// that a process still has open thus keeps its own log: a new database under the old name would
/// get the old one's log and be damaged by it.
struct IndexFolder: Sendable {
  /// The index in use.
  struct Current: Equatable, Sendable {
    var name: [UInt8]
    fileprivate var inode: UInt64
    fileprivate var changed: Int64
  }

  let path: [UInt8]
  /// Encrypts the databases; nil for plain ones.
  var files: SealedFiles?

  private static let current = Array("current".utf8)
  private static let lockName = Array("lock".utf8)
  private static let start = Array("index-".utf8)
  private static let end = Array(".db".utf8)

  var text: String { String(decoding: path, as: UTF8.self) }

  func path(of name: [UInt8]) -> [UInt8] { path + [slash] + name }

  /// Returns nil without an index. If `known` is unchanged, it is returned without being read.
  func current(known: Current?) -> Current? {
    (try? inUse(known: known)) ?? nil
  }

  /// Returns the index in use, or throws if that is unknown, so that it is not removed.
  private func inUse(known: Current?) throws(SystemError) -> Current? {
    do throws(SystemError) {
      let facts = try Posix.facts(path(of: Self.current))
      guard facts.kind == .file else { return nil }
      let changed = facts.changed.wholeNanoseconds
      if let known, known.inode == facts.inode, known.changed == changed { return known }
      var name = try Posix.contents(path(of: Self.current), limit: 64)
      guard name.popLast() == 0x0a, Self.isIndex(name) else { return nil }
      return Current(name: name, inode: facts.inode, changed: changed)
    } catch {
      if error.code == ENOENT || error.code == EFBIG { return nil }
      throw error
    }
  }

  func makeCurrent(_ name: [UInt8]) throws(SystemError) {
    let folder = try Posix.openFolder(path)
    try NewFile.put(name + [0x0a], as: Self.current, in: folder.raw)
  }

  /// Makes an empty file with a new name, readable only by this user.
  func makeFile() throws(SystemError) -> [UInt8] {
    let name = Self.start + Hex.digits(UInt64.random(in: .min ... .max)) + Self.end
    _ = try Posix.open(path(of: name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    return name
  }

  func sync(_ name: [UInt8]) throws(SystemError) {
    let file = try Posix.open(path(of: name), O_RDWR | O_NOFOLLOW)
    try Disk.real.sync(file.raw)
  }

  /// Throws `EWOULDBLOCK` while another process has the lock.
  func lock() throws(SystemError) -> IndexLock {
    _ = try PrivateFolder.open(path, making: true)
    let file = try Posix.open(
      path(of: Self.lockName), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    let raw = file.raw
    try Posix.retrying { flock(raw, LOCK_EX | LOCK_NB) }
    return IndexLock(file: file)
  }

  /// Removes a temporary file. If that fails, the next `clear` removes it.
  func remove(_ name: [UInt8]) {
    guard let folder = try? Posix.openFolder(path) else { return }
    try? Posix.remove(name, in: folder.raw)
  }

  /// Stops using any index.
  func forget(_ lock: borrowing IndexLock) throws(SystemError) {
    let folder = try Posix.openFolder(path)
    try ifThere(Posix.remove(Self.current, in: folder.raw))
  }

  /// Removes leftovers of unfinished builds and replaced indexes: everything except the current one
  /// with its log. No other build may run meanwhile.
  func clear(_ lock: borrowing IndexLock) {
    guard let folder = try? Posix.openFolder(path), let names = try? Posix.names(in: folder.raw),
      let current = try? inUse(known: nil).map(\.name) ?? []
    else { return }
    let live = current.isEmpty ? nil : current
    for name in names where name.starts(with: Self.start) || TemporaryName.matches(name) {
      // The log is part of the index; a journal is only a leftover of compacting.
      if let live, name.starts(with: live), name != live + Self.journalEnd { continue }
      // A file that cannot be removed now does no harm; the next start tries again.
      try? Posix.remove(name, in: folder.raw)
    }
  }

  /// Returns the size of the index in bytes.
  func size(of name: [UInt8]) -> Int {
    ["", "-wal"].reduce(0) { sum, ending in
      sum + ((try? Posix.facts(path(of: name + Array(ending.utf8))))?.size ?? 0)
    }
  }

  private static let journalEnd = Array("-journal".utf8)

  private static func isIndex(_ name: [UInt8]) -> Bool {
    name.count == start.count + 16 + end.count && name.starts(with: start)
      && name.suffix(end.count).elementsEqual(end)
      && name.dropFirst(start.count).prefix(16).allSatisfy(Hex.isLowercaseDigit)
  }
}

/// Lets SQLite store its files in encrypted blocks: the database, its log, its temporary files.
/// Their content cannot be read on the disk, and any change there counts as damage.
///
/// Each `Database` opened through it keeps it alive.
final class SealedFiles: Sendable {
  /// The name for `sqlite3_open_v2`.
  let name: String
  private let seal: BlockSeal

  /// If there is not enough memory, opening a database fails: nothing is ever stored in plain text.
  init(_ seal: BlockSeal) {
    self.seal = seal
    name = "sealed-" + String(UInt64.random(in: .min ... .max), radix: 16)
    _ = csqlite_sealed_make(
      name, Unmanaged.passUnretained(self).toOpaque(),
      { owner, name, block, bytes, count, closed in
        SealedFiles.run(\.close, owner, name, block, bytes, Int(count), closed, BlockSeal.extra)
      },
      { owner, name, block, closed, count, bytes in
        SealedFiles.run(\.open, owner, name, block, closed, Int(count), bytes, -BlockSeal.extra)
      })
  }

  deinit { sqlite3_vfs_find(name).map { csqlite_sealed_remove($0) } }

  private static func run(
    _ work: KeyPath<BlockSeal, BlockSeal.Work>, _ owner: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<CChar>?, _ block: UInt64, _ from: UnsafePointer<UInt8>?, _ count: Int,
    _ into: UnsafeMutablePointer<UInt8>?, _ grows: Int
  ) -> Int32 {
    guard let owner, let name, let from, let into else { return 1 }
    let files = Unmanaged<SealedFiles>.fromOpaque(owner).takeUnretainedValue()
    let done = files.seal[keyPath: work](
      UnsafeRawBufferPointer(start: name, count: strlen(name)), block,
      UnsafeRawBufferPointer(start: from, count: count),
      UnsafeMutableRawBufferPointer(start: into, count: count + grows))
    return done ? 0 : 1
  }
}
