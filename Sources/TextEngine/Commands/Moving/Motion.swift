/// A way for the cursor to go, or for the end of what is selected.
package struct Motion: Sendable {
  /// Where a motion goes; with a goal where the next move up or down wants the same column.
  package struct Destination: Equatable, Sendable {
    package var place: ByteOffset
    package var goal: Column?

    package init(_ place: ByteOffset, goal: Column? = nil) {
      self.place = place
      self.goal = goal
    }
  }

  package enum Side: Sendable { case left, right }

  package let id: CommandID
  package let summary: String
  /// Where a move goes that selects nothing while something is selected: only to that end of it.
  package let leaves: Side?
  /// Whether `go` looks at the count itself; else it is called as often.
  package let countsItself: Bool
  /// From a place, with the selection for its goal; nil where there is no way.
  package let go: @Sendable (EditContext, Selection) -> Destination?

  init(
    _ id: CommandID, _ summary: String, leaves: Side? = nil, countsItself: Bool = false,
    go: @escaping @Sendable (EditContext, Selection) -> Destination?
  ) {
    self.id = id
    self.summary = summary
    self.leaves = leaves
    self.countsItself = countsItself
    self.go = go
  }

  /// The same for motions that need only the place.
  init(
    _ id: CommandID, _ summary: String, leaves: Side? = nil,
    to: @escaping @Sendable (Rope, ByteOffset) -> ByteOffset?
  ) {
    self.init(id, summary, leaves: leaves) {
      context, selection in
      to(context.text, selection.head).map { Destination($0) }
    }
  }

  /// As often as the count says; nil if not even once.
  package func destination(from selection: Selection, in context: EditContext) -> Destination? {
    if countsItself { return go(context, selection) }
    var selection = selection
    var last: Destination?
    for _ in 0..<context.times {
      guard let next = go(context, selection) else { break }
      last = next
      if next.place == selection.head { break }
      selection.head = next.place
      selection.goal = next.goal
    }
    return last
  }

  /// Every cursor moved, or every selection extended.
  package func moved(_ context: EditContext) -> TextChange? {
    let moved = context.selections.map { selection in
      if !context.extends, !selection.isEmpty, context.count == nil, let leaves {
        return Selection(
          at: leaves == .left ? selection.range.lowerBound : selection.range.upperBound)
      }
      guard let there = destination(from: selection, in: context) else {
        return context.extends ? selection : Selection(at: selection.head, goal: selection.goal)
      }
      return context.extends
        ? Selection(anchor: selection.anchor, head: there.place, goal: there.goal)
        : Selection(at: there.place, goal: there.goal)
    }
    let snapped = moved.snapped(in: context.text)
    return snapped == context.selections ? nil : TextChange(selections: snapped)
  }

  package static let all: [Motion] = characters + lines + screen + blocks + sentences
}
