import Services

/// A text in pieces of given lengths, each at a place of its own in memory.
package struct PiecedText: ByteSource {
  private let pieces: [[UInt8]]

  package init(_ pieces: [[UInt8]]) { self.pieces = pieces }

  /// Cut at random places, some of them twice, so that there are empty pieces too.
  package init(_ bytes: [UInt8], cuts: Int, _ random: inout SeededRandom) {
    let places =
      [0] + (0..<cuts).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
      + [bytes.count]
    pieces = zip(places, places.dropFirst()).map { Array(bytes[$0..<$1]) }
  }

  package var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

  @discardableResult
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    pieces.allSatisfy { $0.withUnsafeBytes(body) }
  }
}
