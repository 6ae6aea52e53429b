import CMinizip
package import Entities
package import Files
import Glibc

/// Writes an archive, file by file.
package protocol ArchiveWriter: AnyObject {
  /// Begins a file, which is then written part by part, and ended.
  func begin(_ path: NotePath, size: Int, modified: Timestamp) throws(SystemError)
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError)
  func end() throws(SystemError)
  /// Writes the end of the archive.
  func finish() throws(SystemError)
}

extension ArchiveWriter {
  /// Adds a file from memory.
  package func add(
    _ path: NotePath, _ bytes: [UInt8], modified: Timestamp
  ) throws(SystemError) {
    try begin(path, size: bytes.count, modified: modified)
    try write(all: bytes)
    try end()
  }

  func write(all bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// Writes a zip of files in the given order: the same files give the same bytes.
///
/// Names are UTF-8, times are in UTC, and a file may have any size.
package final class ZipWriter: ArchiveWriter {
  private var zip: zipFile?

  /// Writes into an open, empty file, which stays open.
  package init(into file: Int32) throws(SystemError) {
    zip = zipOpen64("/proc/self/fd/\(file)", APPEND_STATUS_CREATE)
    guard zip != nil else { throw SystemError.last }
  }

  deinit {
    if let zip { zipClose(zip, nil) }
  }

  /// Adds a file from memory.
  package func add(
    _ path: NotePath, _ bytes: [UInt8], modified: Timestamp, isStored: Bool
  ) throws(SystemError) {
    try begin(path, size: bytes.count, modified: modified, isStored: isStored)
    try write(all: bytes)
    try end()
  }

  package func begin(
    _ path: NotePath, size: Int, modified: Timestamp
  ) throws(SystemError) {
    try begin(path, size: size, modified: modified, isStored: false)
  }

  private func begin(
    _ path: NotePath, size: Int, modified: Timestamp, isStored: Bool
  ) throws(SystemError) {
    let time = CivilCalendar.civil(modified)
    var facts = zip_fileinfo()
    facts.tmz_date = tm_zip(
      tm_sec: UInt32(time.second), tm_min: UInt32(time.minute), tm_hour: UInt32(time.hour),
      tm_mday: UInt32(time.day), tm_mon: UInt32(time.month - 1),
      tm_year: UInt32(min(max(time.year, 1980), 2107)))
    facts.external_fa = UInt(S_IFREG | 0o644) << 16
    var name = path.bytes.map { CChar(bitPattern: $0) } + [0]
    // The time in UTC: the zip's own time has no time zone.
    let seconds = UInt32(truncatingIfNeeded: modified.seconds)
    var extra: [UInt8] = [0x55, 0x54, 5, 0, 1]
    extra += (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (8 * $0)) }
    // The `mimetype` file of an EPUB must not have an extra field.
    let count = isStored ? 0 : UInt32(extra.count)
    let isLarge: Int32 = size >= Int(UInt32.max) ? 1 : 0
    try check(
      zipOpenNewFileInZip4_64(
        zip, &name, &facts, &extra, count, &extra, count, nil,
        isStored ? 0 : Z_DEFLATED, Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, nil,
        0, Self.madeOnUnix, Self.namesAreUTF8, isLarge))
  }

  private static let madeOnUnix: UInt = 3 << 8 | 45
  private static let namesAreUTF8: UInt = 1 << 11
  private static let mostAtOnce = 1 << 24

  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = min(rest.count, Self.mostAtOnce)
      try check(zipWriteInFileInZip(zip, rest.baseAddress, UInt32(count)))
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  package func end() throws(SystemError) { try check(zipCloseFileInZip(zip)) }

  package func finish() throws(SystemError) {
    let zip = zip
    self.zip = nil
    try check(zipClose(zip, nil))
  }

  private func check(_ answer: Int32) throws(SystemError) {
    if answer != ZIP_OK { throw SystemError(errno == 0 ? EIO : errno) }
  }
}
