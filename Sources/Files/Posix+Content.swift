import CSystem
import Glibc

extension Posix {
  /// Reads a file to its end, or one byte past `size`, so that a caller sees that it grew.
  package static func read(_ file: Int32, size: Int) throws(SystemError) -> [UInt8] {
    try read(file, from: 0, atMost: size + 1)
  }

  /// What a file holds there, or less where it ends before.
  package static func read(
    _ file: Int32, from offset: Int, atMost count: Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try read(
          file, from: offset, into: UnsafeMutableRawBufferPointer(buffer), size: count)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads a file from an offset until it ends or the buffer is full; answers with how much it was.
  /// Where it is known to have `size` bytes there, no further read looks for more.
  package static func read(
    _ file: Int32, from offset: Int = 0, into buffer: UnsafeMutableRawBufferPointer, size: Int = 0
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count, filled == 0 || filled != size {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let got = try retrying { pread(file, rest.baseAddress, rest.count, off_t(offset + filled)) }
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  /// A small file of our own as a whole.
  package static func contents(
    _ path: [UInt8], in folder: Int32 = noFolder, limit: Int = 1 << 30
  ) throws(SystemError) -> [UInt8] {
    let file = try open(path, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    let facts = try facts(of: file.raw)
    guard facts.kind == .file else { throw SystemError(EINVAL) }
    guard facts.size <= limit else { throw SystemError(EFBIG) }
    return try read(file.raw, size: facts.size)
  }

  /// The names in a folder, without `.` and `..`, in no order.
  package static func names(in folder: Int32) throws(SystemError) -> [[UInt8]] {
    let reader = try FolderReader([UInt8(ascii: ".")], in: folder)
    var names: [[UInt8]] = []
    while let entry = try reader.next() { names.append(Array(entry.bytes)) }
    return names
  }
}

/// Calls about an open file as a whole, or a part of it.
extension Posix {
  /// Takes the lock of one byte, which this opening holds until it is closed, also against others of this
  /// process. Does not wait: below zero with `EAGAIN` or `EACCES` where another opening holds it.
  static func lockByte(_ offset: Int64, of file: Int32) -> Int32 {
    var byte: flock = .init(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: off_t(offset), l_len: 1, l_pid: 0)
    return fcntl(file, F_OFD_SETLK, &byte)
  }

  /// Lets the disk begin with what was written, without waiting for it. What that fails at, a flush tells.
  static func beginFlush(of part: Range<Int>, in file: Int32) {
    sync_file_range(file, part.lowerBound, part.count, UInt32(SYNC_FILE_RANGE_WRITE))
  }

  /// Asks the disk for room for a whole new file at once, which costs less than bit by bit; the
  /// file stays as long as it is. Many disks cannot, and a full one says so again when it is written to.
  static func reserve(_ count: Int, for file: Int32) {
    fallocate(file, FALLOC_FL_KEEP_SIZE, 0, count)
  }

  /// Whether the system knows, without reading it, that this open folder has no folder in it. Not every disk
  /// tells; then it is false.
  package static func hasNoSubfolders(_ folder: Int32) -> Bool {
    var facts = stat()
    return fstat(folder, &facts) == 0 && facts.st_nlink == 2
      && FileSystemKind(of: folder)?.countsSubfolders == true
  }

  /// The list of who may do what: without it a copy might be read by more people than the file.
  private static let accessList = Array("system.posix_acl_access".utf8)

  /// Copies what extended attributes it may. Throws `ENOTSUP` where it could not copy who may do what.
  static func copyAttributes(from old: Int32, to new: Int32) throws(SystemError) {
    let names = filled { flistxattr(old, $0?.assumingMemoryBound(to: CChar.self), $1) } ?? []
    for name in names.split(separator: 0) {
      let isCopied = try withPath(Array(name)) { name in
        guard let value = filled({ fgetxattr(old, name, $0, $1) }) else { return false }
        return fsetxattr(new, name, value, value.count, 0) == 0
      }
      // Others belong to the system or cannot be stored on this disk; the text matters more.
      if !isCopied, Array(name) == accessList { throw SystemError(ENOTSUP) }
    }
  }

  /// What a call writes that says how much that is where it is given no room; nil where it fails.
  private static func filled(
    _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: max(0, call(nil, 0)))
    let count = bytes.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }
}
