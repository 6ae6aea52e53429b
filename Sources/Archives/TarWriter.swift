package import Entities
package import Files
import Glibc

/// Writes a tar of files in the given order: the same files give the same bytes.
package final class TarWriter: ArchiveWriter {
  private let file: Int32
  private var rest = 0
  private var padding = 0

  private static let block = 512
  private static let longestName = 100
  private static let largestInDigits = 1 << 33

  /// Writes into an open, empty file, which stays open.
  package init(into file: Int32) { self.file = file }

  package func begin(
    _ path: NotePath, size: Int, modified: Timestamp
  ) throws(SystemError) {
    guard path.bytes.count <= Self.longestName else { throw SystemError(ENAMETOOLONG) }
    var head = [UInt8](repeating: 0, count: Self.block)
    func write(_ bytes: some Sequence<UInt8>, at offset: Int) {
      for (index, byte) in bytes.enumerated() { head[offset + index] = byte }
    }
    write(path.bytes, at: 0)
    write(Self.octal(0o644, 7), at: 100)
    write(Self.octal(0, 7), at: 108)
    write(Self.octal(0, 7), at: 116)
    if size < Self.largestInDigits {
      write(Self.octal(size, 11), at: 124)
    } else {
      write([0x80], at: 124)
      write((0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }, at: 128)
    }
    // The format has no times before 1970.
    write(Self.octal(min(max(0, Int(modified.seconds)), Self.largestInDigits - 1), 11), at: 136)
    write("        0".utf8, at: 148)
    write("ustar\u{0}00".utf8, at: 257)
    write(Self.octal(head.reduce(0) { $0 + Int($1) }, 6) + [0], at: 148)
    try Disk.real.write(head, to: file)
    rest = size
    padding = (Self.block - size % Self.block) % Self.block
  }

  private static func octal(_ number: Int, _ digits: Int) -> [UInt8] {
    (0..<digits).reversed().map { UInt8(ascii: "0") + UInt8(number >> (3 * $0) & 7) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    guard bytes.count <= rest else { throw SystemError(EOVERFLOW) }
    rest -= bytes.count
    try Disk.real.write(bytes, to: file)
  }

  /// Ends a file; throws unless all announced bytes were written.
  package func end() throws(SystemError) {
    guard rest == 0 else { throw SystemError(EOVERFLOW) }
    try Disk.real.write([UInt8](repeating: 0, count: padding), to: file)
  }

  /// Writes the end of the archive.
  package func finish() throws(SystemError) {
    try Disk.real.write([UInt8](repeating: 0, count: 2 * Self.block), to: file)
  }
}
