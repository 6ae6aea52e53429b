/// Which side a place goes to that text is put in at.
package enum Bias: Sendable {
  case left, right
}

extension Edit {
  /// Where a place of the text before is in the text after. What stood inside of a replacement goes
  /// to its side; the borders of what was replaced stay its borders.
  package func map(_ place: ByteOffset, bias: Bias) -> ByteOffset {
    changes.map(place, bias: bias)
  }

  /// A range, so that what is typed at its borders stays outside of it.
  package func map(_ range: Range<ByteOffset>) -> Range<ByteOffset> {
    let low = map(range.lowerBound, bias: .right)
    return low..<max(low, map(range.upperBound, bias: .left))
  }
}

extension [Edit.Change] {
  /// The last change that starts at or before a place.
  private func last(atOrBefore place: ByteOffset) -> Edit.Change? {
    let count = leadingCount { $0.before.lowerBound <= place }
    return count == 0 ? nil : self[count - 1]
  }

  func map(_ place: ByteOffset, bias: Bias) -> ByteOffset {
    guard let change = last(atOrBefore: place) else { return place }
    let (before, after) = (change.before, change.after)
    if place > before.upperBound || (place == before.upperBound && !before.isEmpty) {
      return after.upperBound + (place - before.upperBound)
    }
    if place == before.lowerBound, !before.isEmpty { return after.lowerBound }
    return bias == .left ? after.lowerBound : after.upperBound
  }
}
