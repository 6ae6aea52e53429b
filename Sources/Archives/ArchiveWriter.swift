package import Entities
package import Files

/// Makes an archive, file by file.
package protocol ArchiveWriter: AnyObject {
  /// A file that is written part by part, and then ended.
  func begin(_ path: NotePath, size: Int, modified: Timestamp) throws(SystemError)
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError)
  func end() throws(SystemError)
  /// Nothing comes after it.
  func finish() throws(SystemError)
}

extension ArchiveWriter {
  /// A file that is in memory.
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
