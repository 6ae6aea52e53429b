import CSystem
import Glibc

/// The calls that fail on a full or broken disk. Tests replace them to simulate one.
package struct Disk: Sendable {
  /// Returns the number of bytes written, or the negative error number.
  package var writeSome: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// Returns zero, or the negative error number.
  package var flush: @Sendable (_ file: Int32) -> Int32
  /// The same for everything that was written to the file's file system.
  package var flushAll: @Sendable (_ file: Int32) -> Int32

  /// `flushAll` defaults to `flush`.
  package init(
    writeSome: @escaping @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int,
    flush: @escaping @Sendable (_ file: Int32) -> Int32,
    flushAll: (@Sendable (_ file: Int32) -> Int32)? = nil
  ) {
    self.writeSome = writeSome
    self.flush = flush
    self.flushAll = flushAll ?? flush
  }

  package static let real = Disk(
    writeSome: { file, bytes in
      let taken = Glibc.write(file, bytes.baseAddress, bytes.count)
      return taken < 0 ? -Int(errno) : taken
    },
    flush: { file in fsync(file) < 0 ? -errno : 0 },
    flushAll: { file in syncfs(file) < 0 ? -errno : 0 })

  /// Writes everything, even if the system accepts only part at a time.
  package func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    try bytes.withRaw { (all) throws(SystemError) in try write(all, to: file) }
  }

  package func write(_ all: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) {
    var done = 0
    while done < all.count {
      // Linux accepts at most 2 GB in one call; smaller steps cost nothing.
      let part = UnsafeRawBufferPointer(rebasing: all[done..<min(all.count, done + (1 << 26))])
      let taken = writeSome(file, part)
      if taken > 0 {
        done += taken
      } else if taken == 0 {
        // This never happens on a real disk, but a loop without progress must end.
        throw SystemError(EIO)
      } else if taken != -Int(EINTR) {
        throw SystemError(Int32(-taken))
      }
    }
  }

  package func sync(_ file: Int32) throws(SystemError) { try retry { flush(file) } }

  /// Flushes everything that was written to the file's file system: one wait for many files.
  package func syncAll(_ file: Int32) throws(SystemError) { try retry { flushAll(file) } }

  private func retry(_ flush: () -> Int32) throws(SystemError) {
    while true {
      let answer = flush()
      if answer == 0 { return }
      if answer != -EINTR { throw SystemError(-answer) }
    }
  }
}

extension [UInt8] {
  /// Passes the bytes of the array to `body`, whose errors keep their type.
  package func withRaw<Value, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try span.bytes.withUnsafeBytes(body)
  }
}

/// The kind of a file system, by the system's number for it.
package struct FileSystemKind: Sendable {
  private let number: UInt32

  /// Nil if the system does not report it.
  package init?(of file: Int32) {
    var facts = statfs()
    guard fstatfs(file, &facts) == 0 else { return nil }
    number = UInt32(truncatingIfNeeded: facts.f_type)
  }

  package init?(ofFolder path: [UInt8]) {
    var facts = statfs()
    guard (try? Posix.withPath(path) { statfs($0, &facts) }) == 0 else { return nil }
    number = UInt32(truncatingIfNeeded: facts.f_type)
  }

  /// A description if other machines share it: then locks, times and change events involve more
  /// than one machine. Nil for a disk of this machine, as far as is known.
  package var network: String? {
    switch number {
    case 0x6969: "an NFS share"
    case 0x517b, 0xff53_4d42, 0xfe53_4d42: "a Windows share"
    case 0x0102_1997, 0x6a65_6a63, 0x786f_4256: "a shared folder of a virtual machine"
    case 0x6573_5546: "a mounted service (FUSE)"
    case 0x00c3_6400: "a Ceph file system"
    case 0x5346_414f: "an AFS share"
    default: nil
    }
  }

  /// Whether it is in memory and not on a disk.
  var isMemory: Bool { number == Self.temporary || number == 0x8584_58f6 }

  /// Whether a folder's link count is two plus the number of its subfolders.
  var countsSubfolders: Bool {
    // Ext 2 to 4, XFS.
    number == 0xef53 || number == 0x5846_5342 || number == Self.temporary
  }

  private static let temporary: UInt32 = 0x0102_1994
}
