import CSystem
import Glibc

/// The calls that a full or broken disk refuses. Tests put such a disk in their place.
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
