/// A change as a value: any number of replacements that happen at once. It can be done, taken back,
/// joined with the next, and asked where a place went.
///
/// ```swift
/// let edit = Edit(in: text, replacing: matches, with: Array("new".utf8))
/// text.apply(edit)
/// cursor = edit.map(cursor, bias: .right)
/// text.apply(edit.inverse)
/// ```
package struct Edit: Equatable, Sendable {
  /// One replacement, in the places of the text before and of the text after.
  package struct Change: Hashable, Sendable {
    package var before: Range<ByteOffset>
    package var after: Range<ByteOffset>
  }

  /// In order. Between two there is text that stays: what touches is one change.
  package let changes: [Change]
  /// What all changes took out, one after the other.
  package let removed: Rope
  /// What all changes put in, one after the other.
  package let inserted: Rope
  /// How long the text is that the edit was made for.
  package let byteCountBefore: Int

  init(changes: [Change], removed: Rope, inserted: Rope, byteCountBefore: Int) {
    self.changes = changes
    self.removed = removed
    self.inserted = inserted
    self.byteCountBefore = byteCountBefore
  }

  /// One replacement.
  package init(in text: Rope, replacing range: Range<ByteOffset>, with bytes: [UInt8]) {
    self.init(in: text, replacing: range, with: Rope(bytes))
  }

  /// One replacement; what goes and what comes are shared with their texts.
  package init(in text: Rope, replacing range: Range<ByteOffset>, with new: Rope) {
    text.check(range)
    let isEmpty = range.isEmpty && new.isEmpty
    let change = Change(before: range, after: range.lowerBound..<range.lowerBound + new.byteCount)
    self.init(
      changes: isEmpty ? [] : [change], removed: text[range], inserted: new,
      byteCountBefore: text.byteCount)
  }

  /// The same bytes in the place of each range. The ranges are in order and do not overlap.
  package init(in text: Rope, replacing ranges: [Range<ByteOffset>], with bytes: [UInt8]) {
    var builder = EditBuilder(text)
    for range in ranges { builder.replace(range, with: bytes) }
    self = builder.takeEdit()
  }

  package var isEmpty: Bool { changes.isEmpty }

  package var byteCountAfter: Int {
    byteCountBefore - removed.byteCount + inserted.byteCount
  }

  /// The edit that takes this one back.
  package var inverse: Edit {
    Edit(
      changes: changes.map { Change(before: $0.after, after: $0.before) }, removed: inserted,
      inserted: removed, byteCountBefore: byteCountAfter)
  }

  /// The same edit for the text with more behind its end, for instance what was read meanwhile.
  package func withTextGrown(by bytes: Int) -> Edit {
    Edit(
      changes: changes, removed: removed, inserted: inserted,
      byteCountBefore: byteCountBefore + bytes)
  }

  /// What it takes out of memory, about.
  var cost: Int {
    removed.byteCount + inserted.byteCount + changes.count * MemoryLayout<Change>.stride + 160
  }
}

extension Rope {
  /// Does an edit that was made for this very text.
  package mutating func apply(_ edit: Edit) {
    precondition(edit.byteCountBefore == byteCount, "the edit was made for another text")
    if edit.changes.count == 1 {
      replace(edit.changes[0].before, with: edit.inserted)
      return
    }
    if edit.changes.isEmpty { return }
    var start = 0
    let splices = edit.changes.map { change in
      let end = start + change.after.byteCount
      defer { start = end }
      return RopeRewrite.Splice(range: change.before.values, inserted: start..<end)
    }
    rewrite(splices, from: edit.inserted)
  }
}
