/// Collects replacements from the start of a text to its end, for one edit.
package struct EditBuilder {
  private let text: Rope
  private var changes: [Edit.Change] = []
  private var removed: RopeBuilder
  private var inserted: RopeBuilder
  /// The growth of the text up to the last change.
  private var growth = 0

  package init(_ text: Rope) {
    self.text = text
    removed = RopeBuilder(limits: text.limits)
    inserted = RopeBuilder(limits: text.limits)
  }

  /// Adds a replacement, which must not start before the end of the last one.
  package mutating func replace(_ range: Range<ByteOffset>, with bytes: [UInt8]) {
    add(range, count: bytes.count)
    inserted.append(bytes)
  }

  /// Adds a replacement with a part of a text.
  package mutating func replace(
    _ range: Range<ByteOffset>, with new: Rope, _ part: Range<ByteOffset>
  ) {
    add(range, count: part.byteCount)
    inserted.append(new, part)
  }

  /// Returns all replacements as one edit and empties the builder.
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
