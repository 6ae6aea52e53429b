/// Reads bytes one by one or piece by piece, in any order; steps to near places cost next to nothing.
///
/// It keeps the text alive that it reads, as it was when the reader was made.
package struct RopeReader {
  package let text: Rope
  private var leaf = RopeNode.empty
  private var leafStart = 0

  package init(_ text: Rope) { self.text = text }

  /// The byte at a place, or nil outside the text.
  package mutating func byte(at place: ByteOffset) -> UInt8? {
    guard place >= .zero, place < text.end else { return nil }
    find(place.value)
    return leaf.bytes[place.value - leafStart]
  }

  /// Hands over the piece that holds a place, and where it starts; nil outside the text.
  package mutating func withChunk<Result>(
    at place: ByteOffset, _ body: (UnsafeBufferPointer<UInt8>, ByteOffset) -> Result
  ) -> Result? {
    guard place >= .zero, place < text.end else { return nil }
    find(place.value)
    return withExtendedLifetime(text) { body(leaf.bytes, ByteOffset(leafStart)) }
  }

  /// The piece that holds a place, which must exist, and where it starts. Its bytes stay as long as
  /// somebody holds the text.
  mutating func chunk(holding offset: Int) -> (bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    find(offset)
    return (leaf.bytes, leafStart)
  }

  private mutating func find(_ offset: Int) {
    if offset >= leafStart, offset < leafStart + leaf.byteCount { return }
    (leaf, leafStart) = text.root.leaf(holding: offset)
  }
}
