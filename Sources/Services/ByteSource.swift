/// Bytes that are passed on piece by piece, so that they need not be in one array.
///
/// ```swift
/// let stamp = try await store.save(text, to: id, replacing: base.stamp)
/// ```
package protocol ByteSource: Sendable {
  var byteCount: Int { get }

  /// Passes all bytes to `body` in order, the same ones each time, until `body` returns false; then
  /// it returns false too. A piece is valid inside `body` only.
  @discardableResult
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool
}

extension ByteSource {
  /// All bytes in one array, for small sources.
  package var gathered: [UInt8] {
    if let bytes = self as? [UInt8] { return bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    forEachPiece {
      bytes += $0
      return true
    }
    return bytes
  }
}

extension [UInt8]: ByteSource {
  package var byteCount: Int { count }

  @discardableResult
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    withUnsafeBytes { $0.isEmpty || body($0) }
  }
}
