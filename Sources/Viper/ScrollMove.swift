/// A way through lines of which a view shows some at a time, or through the rows of a list.
package enum ScrollMove: Equatable, Sendable {
  case lines(Int)
  case pages(Int)
  case halfPages(Int)
  case toStart
  case toEnd

  /// The first visible line after it, always one that fills the view as far as there are lines.
  package func first(from first: Int, of count: Int, visible: Int) -> Int {
    let last = max(0, count - visible)
    return switch self {
    // From what is visible: a larger view may have fewer lines to scroll.
    case .lines(let lines): max(0, min(min(first, last) + lines, last))
    // A page keeps a line of the one before, so that the eye finds its place.
    case .pages(let pages):
      ScrollMove.lines(pages * max(1, visible - 1)).first(from: first, of: count, visible: visible)
    case .halfPages(let halves):
      ScrollMove.lines(halves * max(1, visible / 2)).first(from: first, of: count, visible: visible)
    case .toStart: 0
    case .toEnd: last
    }
  }

  /// The row that is selected after it. Where it leads past an end, so does the answer.
  package func row(from row: Int, of count: Int, visible: Int) -> Int {
    switch self {
    case .lines(let lines): row + lines
    case .pages(let pages): row + pages * max(1, visible - 1)
    case .halfPages(let halves): row + halves * max(1, visible / 2)
    case .toStart: 0
    case .toEnd: count - 1
    }
  }
}
