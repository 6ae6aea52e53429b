/// How a file that is read and written in the middle is kept so that only its owner can read it: in
/// blocks, each closed by itself and bound to its file and its place.
///
/// Both answer false where it cannot be done: for `open`, where the block is not the one that was
/// closed under this name and number. A closed block is `extra` bytes longer than its text.
package struct BlockSeal: Sendable {
  package static let extra = 40

  package typealias Work =
    @Sendable (
      _ name: UnsafeRawBufferPointer, _ block: UInt64, _ from: UnsafeRawBufferPointer,
      _ into: UnsafeMutableRawBufferPointer
    ) -> Bool

  package var close: Work
  package var open: Work

  package init(close: @escaping Work, open: @escaping Work) {
    self.close = close
    self.open = open
  }
}
