import CSystem
import Glibc

/// The calls that a full or broken disk refuses. Tests replace them by such a disk.
package struct Disk: Sendable {
  /// How many bytes were taken, or the negative number of the error.
  package var writeSome: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// Zero, or the negative number of the error.
  package var flush: @Sendable (_ file: Int32) -> Int32
  /// The same for all that was written to the file system of a file.
  package var flushAll: @Sendable (_ file: Int32) -> Int32

  /// Without `flushAll` it is as `flush`.
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

  /// Writes everything, however little the system takes at a time.
  package func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    try bytes.withRaw { (all) throws(SystemError) in try write(all, to: file) }
  }

  package func write(_ all: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) {
    var done = 0
    while done < all.count {
      // Linux takes at most 2 GB in one call; a smaller step costs nothing.
      let part = UnsafeRawBufferPointer(rebasing: all[done..<min(all.count, done + (1 << 26))])
      let taken = writeSome(file, part)
      if taken > 0 {
        done += taken
      } else if taken == 0 {
        // Never seen from a disk, but a loop without progress must end.
        throw SystemError(EIO)
      } else if taken != -Int(EINTR) {
        throw SystemError(Int32(-taken))
      }
    }
  }

  package func sync(_ file: Int32) throws(SystemError) { try retry { flush(file) } }

  /// Waits for all that was written to the file system of a file: once, where many files were.
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
  /// The bytes of an array, for a body whose errors keep their type.
  package func withRaw<Value, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try span.bytes.withUnsafeBytes(body)
  }
}

/// What a file or a folder lies on, by the number that the system gives each kind of file system.
package struct FileSystemKind: Sendable {
  private let number: UInt32

  /// Nil where the system does not say.
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

  /// In words, where other machines share it: then neither locks, times nor notices of changes are those
  /// of one machine. Nil on a disk of this machine, as far as is known.
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

  /// Whether it is memory and no disk.
  var isMemory: Bool { number == Self.temporary || number == 0x8584_58f6 }

  /// Whether a folder has a link for its name, one for its own dot, and one for each subfolder's two dots.
  var countsSubfolders: Bool {
    // Ext 2 to 4, XFS.
    number == 0xef53 || number == 0x5846_5342 || number == Self.temporary
  }

  private static let temporary: UInt32 = 0x0102_1994
}
