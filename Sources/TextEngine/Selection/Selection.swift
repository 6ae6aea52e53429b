/// What is selected: from the anchor, which stays, to the head, which moves and is the cursor.
package struct Selection: Hashable, Sendable {
  package var anchor: ByteOffset
  package var head: ByteOffset
  /// The cell that moves up and down want to be in, also where a line is too short for it.
  package var goal: Column?

  package init(anchor: ByteOffset, head: ByteOffset, goal: Column? = nil) {
    self.anchor = anchor
    self.head = head
    self.goal = goal
  }

  /// A cursor and nothing selected.
  package init(at place: ByteOffset, goal: Column? = nil) {
    self.init(anchor: place, head: place, goal: goal)
  }

  package var range: Range<ByteOffset> { min(anchor, head)..<max(anchor, head) }
  package var isEmpty: Bool { anchor == head }
  package var isBackwards: Bool { head < anchor }

  /// The same after an edit. With `.right`, a cursor goes behind what is put in where it stands; what
  /// is put in at the borders of selected text stays outside.
  package func mapped(through edit: Edit, bias: Bias = .right) -> Selection {
    if isEmpty { return Selection(at: edit.map(head, bias: bias), goal: goal) }
    let range = edit.map(range)
    return isBackwards
      ? Selection(anchor: range.upperBound, head: range.lowerBound, goal: goal)
      : Selection(anchor: range.lowerBound, head: range.upperBound, goal: goal)
  }

  func clamped(to text: Range<ByteOffset>) -> Selection {
    Selection(
      anchor: min(max(anchor, text.lowerBound), text.upperBound),
      head: min(max(head, text.lowerBound), text.upperBound), goal: goal)
  }
}
