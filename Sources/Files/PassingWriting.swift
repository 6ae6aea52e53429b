import Bytes
import Glibc
import Services

/// Writes a large new text to the disk past the system's cache.
///
/// By the cache the system would have to find memory for all of the text once more, which takes
/// longer than the disk does, and to push out what others read. While the disk takes one block here,
/// the next is gathered and its digest made.
struct PassingWriting: Sendable {
  private let file: Int32
  private let disk: Disk

  /// From this size on the disk's time is what counts.
  static let least = 16 << 20
  /// Disks are at their best with blocks of about this size, one after the other.
  static let block = 1 << 20
  /// What memory, places and lengths must be multiples of; more than any usual disk asks for.
  private static let grain = 4 << 10

  /// Nil where the file cannot be written so. Its place must be its start.
  init?(file: Int32, disk: Disk) {
    // Over a network one block after the other is slow.
    guard FileSystemKind(of: file)?.network == nil, Posix.setPassingCache(true, of: file) else {
      return nil
    }
    self.file = file
    self.disk = disk
  }

  /// Answers with the digest of the text.
  func write(_ text: any ByteSource) throws(SystemError) -> UInt64 {
    let rooms = [room(), room()]
    defer { for room in rooms { room.deallocate() } }
    var digest = RunningDigest()
    var (turn, filled) = (0, 0)
    Posix.reserve(text.byteCount, for: file)
    try BlockLine.run(put) { hand in
      let isWhole = text.forEachPiece { piece in
        var rest = piece[...]
        while !rest.isEmpty {
          let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.block - filled))
          digest.add(part)
          UnsafeMutableRawBufferPointer(rebasing: rooms[turn][filled...]).copyMemory(from: part)
          filled += part.count
          rest = rest.dropFirst(part.count)
          if filled == Self.block {
            guard hand(UnsafeRawBufferPointer(rooms[turn])) else { return false }
            (turn, filled) = (1 - turn, 0)
          }
        }
        return true
      }
      if isWhole { _ = hand(UnsafeRawBufferPointer(rebasing: rooms[turn][..<filled])) }
    }
    return digest.value
  }

  private func room() -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: Self.block, alignment: Self.grain)
  }

  /// Only the last block may be shorter, and it ends in the cache, where lengths are free.
  @Sendable private func put(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let whole = bytes.count / Self.grain * Self.grain
    let start = try place()
    do throws(SystemError) {
      try disk.write(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), to: file)
    } catch  where error.code == EINVAL {
      // This disk asks for more, or has taken an odd part of the block.
    }
    let done = try place() - start
    guard done < bytes.count else { return }
    _ = Posix.setPassingCache(false, of: file)
    try disk.write(UnsafeRawBufferPointer(rebasing: bytes[done...]), to: file)
  }

  private func place() throws(SystemError) -> Int {
    let file = file
    return Int(try Posix.retrying { lseek(file, 0, SEEK_CUR) })
  }
}
