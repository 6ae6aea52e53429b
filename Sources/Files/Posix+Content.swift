import CSystem
import Glibc

extension Posix {
  /// Reads a file to its end, or one byte past `size`, so that the caller notices growth.
  package static func read(_ file: Int32, size: Int) throws(SystemError) -> [UInt8] {
    try read(file, from: 0, atMost: size + 1)
  }

  /// Returns the bytes at an offset; fewer if the file ends earlier.
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

  /// Reads a file from an offset until it ends or the buffer is full; returns the number of bytes.
  /// If `size` bytes are known to be there, no further read checks for more.
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

  /// Returns the whole contents of a small file.
  package static func contents(
    _ path: [UInt8], in folder: Int32 = noFolder, limit: Int = 1 << 30
  ) throws(SystemError) -> [UInt8] {
    let file = try open(path, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    let facts = try facts(of: file.raw)
    guard facts.kind == .file else { throw SystemError(EINVAL) }
    guard facts.size <= limit else { throw SystemError(EFBIG) }
    return try read(file.raw, size: facts.size)
  }

  /// Returns the names in a folder, without `.` and `..`, unordered.
  package static func names(in folder: Int32) throws(SystemError) -> [[UInt8]] {
    let reader = try FolderReader([UInt8(ascii: ".")], in: folder)
    var names: [[UInt8]] = []
    while let entry = try reader.next() { names.append(Array(entry.bytes)) }
    return names
  }
}

/// Calls for an open file.
extension Posix {
  /// Locks one byte for this descriptor until it is closed, also against others of this process. It does
  /// not wait: the result is negative, with `EAGAIN` or `EACCES`, if another one holds the lock.
  static func lockByte(_ offset: Int64, of file: Int32) -> Int32 {
    var byte: flock = .init(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: off_t(offset), l_len: 1, l_pid: 0)
    return fcntl(file, F_OFD_SETLK, &byte)
  }

  /// Lets the disk begin to write, without waiting. A later flush reports failures.
  static func beginFlush(of part: Range<Int>, in file: Int32) {
    sync_file_range(file, part.lowerBound, part.count, UInt32(SYNC_FILE_RANGE_WRITE))
  }

  /// Reserves space for a whole new file, which is faster than in steps; the file's size stays the
  /// same. Many disks cannot, and a full one reports that again on the write.
  static func reserve(_ count: Int, for file: Int32) {
    fallocate(file, FALLOC_FL_KEEP_SIZE, 0, count)
  }

  /// Whether the file system knows, without a read, that this open folder has no subfolders. False
  /// on disks that do not report it.
  package static func hasNoSubfolders(_ folder: Int32) -> Bool {
    var facts = stat()
    return fstat(folder, &facts) == 0 && facts.st_nlink == 2
      && FileSystemKind(of: folder)?.countsSubfolders == true
  }

  /// The access control list: without it, more people might be able to read a copy than the file.
  private static let accessList = Array("system.posix_acl_access".utf8)

  /// Copies the permitted extended attributes. Throws `ENOTSUP` if the access control list cannot
  /// be copied.
  static func copyAttributes(from old: Int32, to new: Int32) throws(SystemError) {
    let names = filled { flistxattr(old, $0?.assumingMemoryBound(to: CChar.self), $1) } ?? []
    for name in names.split(separator: 0) {
      let isCopied = try withPath(Array(name)) { name in
        guard let value = filled({ fgetxattr(old, name, $0, $1) }) else { return false }
        return fsetxattr(new, name, value, value.count, 0) == 0
      }
      // Other attributes belong to the system, or this disk cannot store them; the text matters more.
      if !isCopied, Array(name) == accessList { throw SystemError(ENOTSUP) }
    }
  }

  /// Returns the output of a call that reports the needed size when called without a buffer; nil if
  /// it fails.
  private static func filled(
    _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: max(0, call(nil, 0)))
    let count = bytes.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }
}
