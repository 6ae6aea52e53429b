/// The history of cut and copied text.
package struct Registers: Equatable, Sendable {
  /// The number of entries that are remembered.
  static let depth = 30

  /// The newest first.
  package private(set) var ring: [Copied] = []
  /// Whether the last command cut a line: cutting line after line makes one text.
  private var isGrowing = false

  package init() {}

  /// The text for a paste.
  package var copied: Copied? { ring.first }

  /// Records the text that a command copied, if any.
  package mutating func note(_ invocation: Invocation, _ change: TextChange?) {
    let grows = invocation.command == .cutLine
    defer { isGrowing = grows }
    guard let copied = change?.copied else { return }
    if grows, isGrowing, let last = ring.first {
      ring[0] = last.followed(by: copied)
    } else {
      add(copied)
    }
  }

  /// Adds external text, for instance from the clipboard.
  package mutating func add(_ copied: Copied) {
    ring.insert(copied, at: 0)
    if ring.count > Self.depth { ring.removeLast() }
  }
}

extension Copied {
  /// Appends another copy, piece by piece if both have the same number of pieces.
  fileprivate func followed(by other: Copied) -> Copied {
    let areMatched = pieces.count == other.pieces.count && areLines == other.areLines
    let (left, right) = areMatched ? (pieces, other.pieces) : ([text], [other.text])
    return Copied(
      pieces: zip(left, right).map { left, right in
        var both = left
        both.append(right)
        return both
      }, areLines: areLines && other.areLines)
  }
}
