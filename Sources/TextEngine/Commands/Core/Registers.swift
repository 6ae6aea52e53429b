/// What was cut and copied: the last of it, and what came before.
package struct Registers: Equatable, Sendable {
  /// So much of what was cut is remembered.
  static let depth = 30

  /// The last first.
  package private(set) var ring: [Copied] = []
  /// The command that filled the last register: cutting line after line makes one text.
  private var isGrowing = false

  package init() {}

  /// What a paste puts in.
  package var copied: Copied? { ring.first }

  /// Takes note of a command that was done, and of what it copied.
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

  /// What came from the outside, for instance from the clipboard.
  package mutating func add(_ copied: Copied) {
    ring.insert(copied, at: 0)
    if ring.count > Self.depth { ring.removeLast() }
  }
}

extension Copied {
  /// Both, piece behind piece where they are as many.
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
