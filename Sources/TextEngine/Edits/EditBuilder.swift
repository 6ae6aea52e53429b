/// Gathers replacements of one text, from its start to its end, for one edit.
package struct EditBuilder {
  private let text: Rope
  private var changes: [Edit.Change] = []
  private var removed: RopeBuilder
  private var inserted: RopeBuilder
  /// How much longer the text has become up to the last change.
  private var growth = 0

  package init(_ text: Rope) {
    self.text = text
    removed = RopeBuilder(limits: text.limits)
    inserted = RopeBuilder(limits: text.limits)
  }

  /// The next replacement: not before the end of the last one.
  package mutating func replace(_ range: Range<ByteOffset>, with bytes: [UInt8]) {
    add(range, count: bytes.count)
    inserted.append(bytes)
  }

  /// The next replacement, with a part of a text.
  package mutating func replace(
    _ range: Range<ByteOffset>, with new: Rope, _ part: Range<ByteOffset>
  ) {
    add(range, count: part.byteCount)
    inserted.append(new, part)
  }

  /// All replacements as one edit; then the builder is empty again.
  package mutating func takeEdit() -> Edit {
    defer {
      changes = []
      growth = 0
    }
    return Edit(
      changes: changes, removed: removed.takeRope(), inserted: inserted.takeRope(),
      byteCountBefore: text.byteCount)
  }

  private mutating func add(_ range: Range<ByteOffset>, count: Int) {
    text.check(range)
    if range.isEmpty, count == 0 { return }
    removed.append(text, range)
    let start = range.lowerBound + growth
    growth += count - range.byteCount
    if let last = changes.last {
      precondition(range.lowerBound >= last.before.upperBound, "replacements come in order")
      if range.lowerBound == last.before.upperBound {
        changes[changes.count - 1] = Edit.Change(
          before: last.before.lowerBound..<range.upperBound,
          after: last.after.lowerBound..<start + count)
        return
      }
    }
    changes.append(Edit.Change(before: range, after: start..<start + count))
  }
}
