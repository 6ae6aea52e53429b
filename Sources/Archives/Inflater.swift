import CMinizip

/// Undoes zlib's compression, part by part, and gives no part larger than the caller's own.
final class Inflater {
  enum Form {
    /// As zips have it: nothing but the compressed bytes.
    case bare
    /// As `gzip` writes it; several one behind the other are one.
    case gzip
  }

  private let form: Form
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer
  /// What was compressed has come to its end.
  private(set) var hasEnded = false

  /// Nil where there is no memory for it.
  init?(_ form: Form) {
    self.form = form
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: sourcePart, alignment: 16)
    let window = form == .gzip ? MAX_WBITS + 16 : -MAX_WBITS
    guard
      inflateInit2_(stream, window, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else {
      // What a failed start leaves has nothing to end, and `inflateEnd` sees that.
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Gives `body` what these bytes become; false where they are damaged. What is behind the end is no
  /// part of it.
  func take(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) -> Bool {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    // The buffer lives as long as this call; the library must not see it later.
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
      // With a full buffer behind it, a call may have nothing left to do.
      if answer == Z_BUF_ERROR { return true }
      guard answer == Z_OK || answer == Z_STREAM_END else { return false }
    }
    return true
  }
}
