/// Bytes of any amount that are handed over piece by piece, so that they need not be in one array.
///
/// ```swift
/// let stamp = try await store.save(text, to: id, replacing: base.stamp)
/// ```
package protocol ByteSource: Sendable {
  var byteCount: Int { get }

  /// Hands over all bytes in order, the same ones each time, until `body` answers false; then it
  /// answers false too. A piece is valid inside `body` only.
  @discardableResult
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool
}

extension ByteSource {
  /// All of them in one array, for what is small.
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
