import CSQLite
import Files
import Glibc

/// The right to build an index, or to go through the whole vault, which one process has at a time.
/// It ends with its holder, however that ends.
struct IndexLock: ~Copyable, Sendable {
  fileprivate let file: Descriptor

  /// At once: a program that is started just now holds the file, too, until it runs.
  deinit { flock(file.raw, LOCK_UN) }
}

/// The folder that holds one vault's index.
///
/// Each index is built under a name of its own, and the file `current` names the one in use. What a
/// process still has open keeps its own log that way: a new database under the old name
/// would be given the old one's log and be damaged by it.
struct IndexFolder: Sendable {
  /// Which index is in use.
  struct Current: Equatable, Sendable {
    var name: [UInt8]
    fileprivate var inode: UInt64
    fileprivate var changed: Int64
  }

  let path: [UInt8]
  /// What seals the databases; nil for plain ones.
  var files: SealedFiles?

  private static let current = Array("current".utf8)
  private static let lockName = Array("lock".utf8)
  private static let start = Array("index-".utf8)
  private static let end = Array(".db".utf8)

  var text: String { String(decoding: path, as: UTF8.self) }

  func path(of name: [UInt8]) -> [UInt8] { path + [slash] + name }

  /// Nil without an index. `known` saves reading it again as long as it is the same.
  func current(known: Current?) -> Current? {
    (try? inUse(known: known)) ?? nil
  }

  /// The same, and throws where that is unknown: what is not known to be out of use stays.
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

  /// An empty file under a new name, for this user's eyes alone.
  func makeFile() throws(SystemError) -> [UInt8] {
    let name = Self.start + Hex.digits(UInt64.random(in: .min ... .max)) + Self.end
    _ = try Posix.open(path(of: name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    return name
  }

  func sync(_ name: [UInt8]) throws(SystemError) {
    let file = try Posix.open(path(of: name), O_RDWR | O_NOFOLLOW)
    try Disk.real.sync(file.raw)
  }

  /// Throws `EWOULDBLOCK` while another process has it.
  func lock() throws(SystemError) -> IndexLock {
    _ = try PrivateFolder.open(path, making: true)
    let file = try Posix.open(
      path(of: Self.lockName), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    let raw = file.raw
    try Posix.retrying { flock(raw, LOCK_EX | LOCK_NB) }
    return IndexLock(file: file)
  }

  /// Of a file that was made for a while. What cannot be removed now goes with the next `clear`.
  func remove(_ name: [UInt8]) {
    guard let folder = try? Posix.openFolder(path) else { return }
    try? Posix.remove(name, in: folder.raw)
  }

  /// No index is in use from now on.
  func forget(_ lock: borrowing IndexLock) throws(SystemError) {
    let folder = try Posix.openFolder(path)
    try ifThere(Posix.remove(Self.current, in: folder.raw))
  }

  /// Removes what builds left behind that did not end, and indexes that were replaced: all but the
  /// current one with its log. There is no other build meanwhile.
  func clear(_ lock: borrowing IndexLock) {
    guard let folder = try? Posix.openFolder(path), let names = try? Posix.names(in: folder.raw),
      let current = try? inUse(known: nil).map(\.name) ?? []
    else { return }
    let live = current.isEmpty ? nil : current
    for name in names where name.starts(with: Self.start) || TemporaryName.matches(name) {
      // A log is part of it. A journal is not: it stays where SQLite could not remove it after packing.
      if let live, name.starts(with: live), name != live + Self.journalEnd { continue }
      // A file that cannot be removed now does no harm; the next start tries again.
      try? Posix.remove(name, in: folder.raw)
    }
  }

  /// How many bytes the index takes.
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

/// Lets SQLite keep its files in closed blocks: the database, its log, its temporary files. Nothing of
/// their content can be read on the disk, and what was changed there is damage.
///
/// Each `Database` that was opened through it keeps it alive.
final class SealedFiles: Sendable {
  /// What `sqlite3_open_v2` knows it by.
  let name: String
  private let seal: BlockSeal

  /// Where memory is too short for it, opening a database fails: nothing is ever stored unsealed.
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
