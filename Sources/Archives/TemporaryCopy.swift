import CMinizip
import Files
import Glibc

/// A copy of an archive inside another, in a file without a name: nothing of it remains, however
/// the program ends.
enum TemporaryCopy {
  static func of(
    _ entry: SourceTree.Entry, in source: SourceTree
  ) throws(SourceFailure) -> Descriptor {
    let copy = try file(in: folder, for: entry.path)
    let raw = copy.raw
    try source.stream(entry) { part throws(SourceFailure) in
      try append(part, to: raw, for: entry.path)
    }
    return copy
  }

  /// Returns the tar that is compressed in a file, if any.
  static func ofTar(
    packedIn packed: Int32, named name: String
  ) throws(SourceFailure) -> Descriptor? {
    let whole = FilePart(file: packed, offset: 0, count: .max)
    guard try isTar(packedIn: packed, named: name) else { return nil }
    guard let inflater = Inflater(.gzip) else { throw .unreadable(name, reason: "no memory") }
    let copy = try file(in: folder, for: name)
    let raw = copy.raw
    var (count, read) = (UInt64(0), UInt64(0))
    try whole.stream(named: name) { part throws(SourceFailure) in
      read += UInt64(part.count)
      let isSound = try inflater.take(part) { bytes throws(SourceFailure) in
        count += UInt64(bytes.count)
        guard count <= ZipSource.smallEnough || count / ZipSource.largestRatio <= read else {
          let ratio = "more than \(ZipSource.largestRatio) times larger than its file"
          throw .refused(name, reason: "it becomes \(ratio)")
        }
        try append(bytes, to: raw, for: name)
      }
      guard isSound else { throw .malformed(name, reason: "it cannot be uncompressed") }
    }
    return copy
  }

  private static func isTar(packedIn packed: Int32, named name: String) throws(SourceFailure)
    -> Bool
  {
    var (head, isSound) = ([UInt8](), false)
    guard let inflater = Inflater(.gzip) else { return false }
    try FilePart(file: packed, offset: 0, count: 4096).stream(named: name) {
      part throws(SourceFailure) in
      guard part.starts(with: [0x1f, 0x8b]) else { return }
      isSound = try inflater.take(part) { bytes throws(SourceFailure) in
        head += bytes.prefix(TarSource.block - head.count)
      }
    }
    return isSound && TarSource.begins(head)
  }

  private static var folder: [UInt8] {
    getenv("TMPDIR").map { Array(String(cString: $0).utf8) } ?? Array("/var/tmp".utf8)
  }

  private static func append(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, for path: String
  ) throws(SourceFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let chunk = rest
      do throws(SystemError) {
        let count = try Posix.retrying { write(file, chunk.baseAddress, chunk.count) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } catch {
        throw .unreadable(
          path,
          reason: "no copy of it in \(String(decoding: folder, as: UTF8.self)): \(error.reason)")
      }
    }
  }

  /// `O_TMPFILE`, a macro that Swift cannot import.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  private static func file(
    in folder: [UInt8], for path: String
  ) throws(SourceFailure) -> Descriptor {
    do throws(SystemError) {
      return try Posix.open(folder, withoutName | O_RDWR, mode: 0o600)
    } catch {
      throw .unreadable(
        path,
        reason: "no file can be made in \(String(decoding: folder, as: UTF8.self)): \(error.reason)"
      )
    }
  }
}

/// Decompresses zlib data part by part, in buffers of limited size.
final class Inflater {
  enum Form {
    /// The form in zips: only the compressed bytes.
    case bare
    /// The form of `gzip`; several consecutive ones count as one.
    case gzip
  }

  private let form: Form
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer
  /// Whether the compressed data has ended.
  private(set) var hasEnded = false

  /// Nil if there is not enough memory.
  init?(_ form: Form) {
    self.form = form
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: sourcePart, alignment: 16)
    let window = form == .gzip ? MAX_WBITS + 16 : -MAX_WBITS
    guard
      inflateInit2_(stream, window, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else {
      // After a failed start, `inflateEnd` does nothing.
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Passes the decompressed bytes to `body`; returns false if they are damaged. Data after the end
  /// is ignored.
  func take(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) -> Bool {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    // The buffer is valid only during this call, so the library must not keep the address.
    defer { (stream.pointee.next_in, stream.pointee.avail_in) = (nil, 0) }
    var isFull = false
    while stream.pointee.avail_in > 0 || isFull {
      if hasEnded {
        guard form == .gzip, stream.pointee.next_in?.pointee == 0x1f else { return true }
        inflateReset(stream)
        hasEnded = false
      }
      stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(buffer.count)
      let answer = inflate(stream, Z_NO_FLUSH)
      let count = buffer.count - Int(stream.pointee.avail_out)
      if count > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      isFull = count == buffer.count
      hasEnded = answer == Z_STREAM_END
      if hasEnded { isFull = false }
      // After a full buffer, a call may find nothing left to do.
      if answer == Z_BUF_ERROR { return true }
      guard answer == Z_OK || answer == Z_STREAM_END else { return false }
    }
    return true
  }
}

/// The library that reads zips; minizip is part of it.
package enum ArchiveLibrary {
  package static var version: String { "zlib \(String(cString: zlibVersion()))" }
}
