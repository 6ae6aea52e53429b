extension Edit {
  /// Combines this edit with the next one, which was made for the text after this one.
  package func followed(by next: Edit) -> Edit {
    precondition(next.byteCountBefore == byteCountAfter, "the edit was made for another text")
    if isEmpty { return next }
    if next.isEmpty { return self }
    var composing = Composing(first: self, next: next)
    while composing.addCluster() {}
    return composing.edit
  }
}

extension [Edit] {
  /// All edits as one. Neighbors are joined first, so that each edit is joined only a few times.
  package var composed: Edit? {
    var edits = self
    while edits.count > 1 {
      edits = stride(from: 0, to: edits.count, by: 2).map {
        $0 + 1 < edits.count ? edits[$0].followed(by: edits[$0 + 1]) : edits[$0]
      }
    }
    return edits.first
  }
}

/// Merges two edits by walking the text between them. Changes that touch there are merged.
private struct Composing {
  let first: Edit
  let next: Edit
  private var changes: [Edit.Change] = []
  private var removed: RopeBuilder
  private var inserted: RopeBuilder
  /// The next change of each edit, and the offsets of its text in `removed` and `inserted`.
  private var left = Cursor()
  private var right = Cursor()

  private struct Cursor {
    var index = 0
    var removed = ByteOffset.zero
    var inserted = ByteOffset.zero
  }

  init(first: Edit, next: Edit) {
    self.first = first
    self.next = next
    removed = RopeBuilder(limits: first.removed.limits)
    inserted = RopeBuilder(limits: next.inserted.limits)
  }

  var edit: Edit {
    var (removed, inserted) = (removed, inserted)
    return Edit(
      changes: changes, removed: removed.takeRope(), inserted: inserted.takeRope(),
      byteCountBefore: first.byteCountBefore)
  }

  /// Adds the next changes that touch one another; false at the end.
  mutating func addCluster() -> Bool {
    let starts = [leftSpan?.lowerBound, rightSpan?.lowerBound].compactMap { $0 }
    guard let start = starts.min() else { return false }
    let (firstLeft, firstRight) = (left, right)
    var end = start
    while true {
      if let span = leftSpan, span.lowerBound <= end {
        end = max(end, span.upperBound)
        advance(&left, first)
      } else if let span = rightSpan, span.lowerBound <= end {
        end = max(end, span.upperBound)
        advance(&right, next)
      } else {
        break
      }
    }
    let before = shiftedBack(start, firstLeft)..<shiftedBack(end, left)
    let after = shiftedOn(start, firstRight)..<shiftedOn(end, right)
    addRemoved(from: firstLeft, firstRight, start..<end)
    addInserted(from: firstLeft, firstRight, start..<end)
    // Text that was typed and removed again is not a change.
    if !before.isEmpty || !after.isEmpty {
      changes.append(Edit.Change(before: before, after: after))
    }
    return true
  }

  private var leftSpan: Range<ByteOffset>? {
    left.index < first.changes.count ? first.changes[left.index].after : nil
  }

  private var rightSpan: Range<ByteOffset>? {
    right.index < next.changes.count ? next.changes[right.index].before : nil
  }

  private func advance(_ cursor: inout Cursor, _ edit: Edit) {
    let change = edit.changes[cursor.index]
    cursor.removed = cursor.removed + change.before.byteCount
    cursor.inserted = cursor.inserted + change.after.byteCount
    cursor.index += 1
  }

  /// Maps an offset outside all changes from the middle text to the text before the first edit.
  private func shiftedBack(_ offset: ByteOffset, _ left: Cursor) -> ByteOffset {
    offset + left.removed.value - left.inserted.value
  }

  /// Maps such an offset to the text after the second edit.
  private func shiftedOn(_ offset: ByteOffset, _ right: Cursor) -> ByteOffset {
    offset + right.inserted.value - right.removed.value
  }

  /// Adds the text that the cluster removed: that of the first edit and, in its gaps, that of the
  /// second, since only its changes can bridge the gaps.
  private mutating func addRemoved(
    from oldLeft: Cursor, _ oldRight: Cursor, _ cluster: Range<ByteOffset>
  ) {
    let bridges = next.changes[oldRight.index..<right.index]
    var gaps = Cover(bridges.map(\.before), from: oldRight.removed)
    var offset = cluster.lowerBound
    var taken = oldLeft.removed
    for change in first.changes[oldLeft.index..<left.index] {
      gaps.forEach(in: offset..<change.after.lowerBound) { removed.append(next.removed, $0) }
      removed.append(first.removed, taken..<taken + change.before.byteCount)
      taken = taken + change.before.byteCount
      offset = change.after.upperBound
    }
    gaps.forEach(in: offset..<cluster.upperBound) { removed.append(next.removed, $0) }
  }

  /// Adds the text that the cluster inserted, in the same way with the edits swapped.
  private mutating func addInserted(
    from oldLeft: Cursor, _ oldRight: Cursor, _ cluster: Range<ByteOffset>
  ) {
    let bridges = first.changes[oldLeft.index..<left.index]
    var gaps = Cover(bridges.map(\.after), from: oldLeft.inserted)
    var offset = cluster.lowerBound
    var given = oldRight.inserted
    for change in next.changes[oldRight.index..<right.index] {
      gaps.forEach(in: offset..<change.before.lowerBound) { inserted.append(first.inserted, $0) }
      inserted.append(next.inserted, given..<given + change.after.byteCount)
      given = given + change.after.byteCount
      offset = change.before.upperBound
    }
    gaps.forEach(in: offset..<cluster.upperBound) { inserted.append(first.inserted, $0) }
  }
}

/// Finds the bytes that an edit has for stretches of the middle text, which come in order.
private struct Cover {
  private let spans: [Range<ByteOffset>]
  private var index = 0
  /// The offset of the text of the span at `index` in the edit's own text.
  private var start: ByteOffset

  init(_ spans: [Range<ByteOffset>], from start: ByteOffset) {
    self.spans = spans
    self.start = start
  }

  mutating func forEach(in stretch: Range<ByteOffset>, _ body: (Range<ByteOffset>) -> Void) {
    while index < spans.count, spans[index].lowerBound < stretch.upperBound {
      let span = spans[index]
      let common = span.clamped(to: stretch)
      if !common.isEmpty {
        let low = start + (common.lowerBound - span.lowerBound)
        body(low..<low + common.byteCount)
      }
      if span.upperBound > stretch.upperBound { return }
      start = start + span.byteCount
      index += 1
    }
  }
}
