/// A selection from the anchor, which stays, to the head, which moves and is the cursor.
package struct Selection: Hashable, Sendable {
  package var anchor: ByteOffset
  package var head: ByteOffset
  /// The column for moves up and down, even if a line is too short for it.
  package var goal: Column?

  package init(anchor: ByteOffset, head: ByteOffset, goal: Column? = nil) {
    self.anchor = anchor
    self.head = head
    self.goal = goal
  }

  /// Creates a cursor without a selection.
  package init(at offset: ByteOffset, goal: Column? = nil) {
    self.init(anchor: offset, head: offset, goal: goal)
  }

  package var range: Range<ByteOffset> { min(anchor, head)..<max(anchor, head) }
  package var isEmpty: Bool { anchor == head }
  package var isBackwards: Bool { head < anchor }

  /// Returns the selection after an edit. With `.right`, a cursor goes after text that is inserted
  /// at it; text inserted at the borders of a selection stays outside.
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

/// One or more selections, in order and without overlaps; the screen follows the main one.
package struct Selections: Hashable, Sendable {
  package private(set) var all: [Selection]
  package private(set) var mainIndex: Int

  package init(_ selection: Selection) {
    all = [selection]
    mainIndex = 0
  }

  /// Sorts selections, and merges those that overlap or meet. Nil if `main` is not a valid index.
  package init?(_ selections: [Selection], main: Int) {
    guard selections.indices.contains(main) else { return nil }
    self.init(merging: selections, main: main)
  }

  private init(merging selections: [Selection], main: Int) {
    all = []
    mainIndex = 0
    let marked = selections.enumerated().map { (selection: $1, isMain: $0 == main) }
    for (selection, isMain) in marked.sorted(by: { Self.isBefore($0.selection, $1.selection) }) {
      guard let last = all.last, Self.meet(last.range, selection.range) else {
        all.append(selection)
        if isMain { mainIndex = all.count - 1 }
        continue
      }
      // A merged main selection keeps its direction and its goal.
      all[all.count - 1] = Self.union(last, selection, like: isMain ? selection : last)
      if isMain { mainIndex = all.count - 1 }
    }
  }

  package var main: Selection { all[mainIndex] }
  package var count: Int { all.count }
  /// Whether there is one cursor and no selected text.
  package var isOneCursor: Bool { all.count == 1 && all[0].isEmpty }

  /// The main selection alone.
  package var onlyMain: Selections { Selections(main) }

  /// Adds a selection as the main one.
  package func adding(_ selection: Selection) -> Selections {
    Selections(merging: all + [selection], main: all.count)
  }

  /// Changes each selection, and merges those that meet afterwards.
  package func map(_ change: (Selection) -> Selection) -> Selections {
    Selections(merging: all.map(change), main: mainIndex)
  }

  /// Returns the selections after an edit, as `Selection.mapped` does.
  package func mapped(through edit: Edit, bias: Bias = .right) -> Selections {
    edit.isEmpty ? self : map { $0.mapped(through: edit, bias: bias) }
  }

  /// Limits the selections to a text of `count` bytes.
  package func clamped(toByteCount count: Int) -> Selections {
    map { $0.clamped(to: .zero..<ByteOffset(count)) }
  }

  private static func isBefore(_ left: Selection, _ right: Selection) -> Bool {
    let (one, other) = (left.range, right.range)
    return (one.lowerBound, one.upperBound) < (other.lowerBound, other.upperBound)
  }

  /// Whether selections are merged: adjacent selected text is not, a cursor at its border is.
  private static func meet(_ first: Range<ByteOffset>, _ second: Range<ByteOffset>) -> Bool {
    second.lowerBound < first.upperBound
      || (second.lowerBound == first.upperBound && (first.isEmpty || second.isEmpty))
  }

  private static func union(
    _ first: Selection, _ second: Selection, like model: Selection
  ) -> Selection {
    let low = min(first.range.lowerBound, second.range.lowerBound)
    let high = max(first.range.upperBound, second.range.upperBound)
    // A cursor has no direction of its own.
    let isBackwards = model.isEmpty ? first.isBackwards || second.isBackwards : model.isBackwards
    return Selection(
      anchor: isBackwards ? high : low, head: isBackwards ? low : high, goal: model.goal)
  }
}
