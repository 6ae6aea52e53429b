extension ListWidget {
  /// The same for something of several rows: its first ones go before the last.
  package mutating func reveal(rows: Range<Int>?, count: Int, height: Int) {
    reveal(rows.map { $0.upperBound - 1 }, count: count, height: height)
    reveal(rows?.lowerBound, count: count, height: height)
  }

  /// What a mouse means to a list.
  package enum Gesture: Equatable, Sendable {
    /// The wheel was turned: so many rows down.
    case scroll(Int)
    case press(row: Int)
  }

  /// Nil where it means nothing to a list in this frame.
  package func gesture(_ mouse: MouseEvent, in frame: Rect, count: Int) -> Gesture? {
    switch mouse.action {
    case .wheelUp: .scroll(-3)
    case .wheelDown: .scroll(3)
    case .press:
      frame.contains(mouse.at)
        ? row(atLine: mouse.at.row - frame.row, count: count).map { .press(row: $0) } : nil
    case .release, .drag: nil
    }
  }
}
