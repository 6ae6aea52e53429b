import Glibc

extension Posix {
  /// Reads a file to its end, or one byte past `size`, so that a caller sees that it grew.
  package static func read(_ file: Int32, size: Int) throws(SystemError) -> [UInt8] {
    try read(file, from: 0, atMost: size + 1)
  }

  /// What a file holds there, or less where it ends before.
  package static func read(
    _ file: Int32, from place: Int, atMost count: Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try read(
          file, from: place, into: UnsafeMutableRawBufferPointer(buffer), size: count)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads a file from a place until it ends or the buffer is full; answers with how much it was.
  /// Where it is known to have `size` bytes there, nobody asks whether there are more.
  package static func read(
    _ file: Int32, from place: Int = 0, into buffer: UnsafeMutableRawBufferPointer, size: Int = 0
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count, filled == 0 || filled != size {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let got = try retrying { pread(file, rest.baseAddress, rest.count, off_t(place + filled)) }
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
