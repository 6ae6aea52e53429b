import Glibc

/// The entries of an open folder, one by one, without copies of their names.
package struct FolderReader: ~Copyable {
  package struct Entry {
    /// Zero-terminated, and valid until the next entry is read.
    package let name: UnsafePointer<CChar>
    package let length: Int
    package let type: Int

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: name, count: length) }
    package var isHidden: Bool { bytes.first == UInt8(ascii: ".") }
  }

  private let stream: OpaquePointer

  /// The descriptor of the folder, for calls with its entries.
  package var raw: Int32 { dirfd(stream) }

  package init(
    _ path: [UInt8], in folder: Int32 = Posix.noFolder, followingLink: Bool = true
  ) throws(SystemError) {
    try self.init(Posix.openFolder(path, in: folder, followingLink: followingLink))
  }

  /// Reads a folder that is already open, from its first entry on.
  package init(_ folder: borrowing Descriptor) throws(SystemError) {
    // The stream closes this duplicate, so the descriptor must not.
    let open = folder.raw
    let raw = try Posix.retrying { fcntl(open, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(raw) else {
      let error = SystemError.last
      close(raw)
      throw error
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// Returns the next entry that is neither `.` nor `..`; nil after the last.
  package func next() throws(SystemError) -> Entry? {
    while true {
      // Only this distinguishes the end from an error.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError.last }
        return nil
      }
      // Reading `d_name` itself would copy it as a tuple of 256 bytes.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
      let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let found = Entry(name: name, length: strlen(name), type: Int(entry.pointee.d_type))
      if found.length > 2 || !found.bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) { return found }
    }
  }
}
