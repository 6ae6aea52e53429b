import Bytes

/// A change as a value: any number of simultaneous replacements. Can be applied, inverted and
/// combined, and maps offsets.
///
/// ```swift
/// let edit = Edit(in: text, replacing: matches, with: Array("new".utf8))
/// text.apply(edit)
/// cursor = edit.map(cursor, bias: .right)
/// text.apply(edit.inverse)
/// ```
package struct Edit: Equatable, Sendable {
  /// One replacement, as offsets in the text before and in the text after.
  package struct Change: Hashable, Sendable {
    package var before: Range<ByteOffset>
    package var after: Range<ByteOffset>
  }

  /// In order and not adjacent: changes that touch are merged.
  package let changes: [Change]
  /// The removed text of all changes, concatenated.
  package let removed: Rope
  /// The inserted text of all changes, concatenated.
  package let inserted: Rope
  /// The length of the text that the edit was made for.
  package let byteCountBefore: Int

  init(changes: [Change], removed: Rope, inserted: Rope, byteCountBefore: Int) {
    self.changes = changes
    self.removed = removed
    self.inserted = inserted
    self.byteCountBefore = byteCountBefore
  }

  /// Creates an edit with one replacement.
  package init(in text: Rope, replacing range: Range<ByteOffset>, with bytes: [UInt8]) {
    self.init(in: text, replacing: range, with: Rope(bytes))
  }

  /// Creates an edit with one replacement; shares the memory of both texts.
  package init(in text: Rope, replacing range: Range<ByteOffset>, with new: Rope) {
    text.check(range)
    let isEmpty = range.isEmpty && new.isEmpty
    let change = Change(before: range, after: range.lowerBound..<range.lowerBound + new.byteCount)
    self.init(
      changes: isEmpty ? [] : [change], removed: text[range], inserted: new,
      byteCountBefore: text.byteCount)
  }

  /// Replaces each range with the same bytes. The ranges are in order and do not overlap.
  package init(in text: Rope, replacing ranges: [Range<ByteOffset>], with bytes: [UInt8]) {
    var builder = EditBuilder(text)
    for range in ranges { builder.replace(range, with: bytes) }
    self = builder.takeEdit()
  }

  package var isEmpty: Bool { changes.isEmpty }

  package var byteCountAfter: Int {
    byteCountBefore - removed.byteCount + inserted.byteCount
  }

  /// The edit that undoes this one.
  package var inverse: Edit {
    Edit(
      changes: changes.map { Change(before: $0.after, after: $0.before) }, removed: inserted,
      inserted: removed, byteCountBefore: byteCountAfter)
  }

  /// Returns the same edit for a text that has grown at its end, for instance while it was read.
  package func withTextGrown(by bytes: Int) -> Edit {
    Edit(
      changes: changes, removed: removed, inserted: inserted,
      byteCountBefore: byteCountBefore + bytes)
  }

  /// The approximate memory, in bytes.
  var cost: Int {
    removed.byteCount + inserted.byteCount + changes.count * MemoryLayout<Change>.stride + 160
  }
}

extension Rope {
  /// Applies an edit, which must have been made for this text.
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

/// The side of inserted text to which an offset at the insertion point goes.
package enum Bias: Sendable {
  case left, right
}

extension Edit {
  /// Maps an offset from the text before to the text after. One inside a replacement goes to the
  /// side of the bias; the borders of a replaced range stay its borders.
  package func map(_ offset: ByteOffset, bias: Bias) -> ByteOffset {
    changes.map(offset, bias: bias)
  }

  /// Maps a range; text that is inserted at its borders stays outside.
  package func map(_ range: Range<ByteOffset>) -> Range<ByteOffset> {
    let low = map(range.lowerBound, bias: .right)
    return low..<max(low, map(range.upperBound, bias: .left))
  }
}

extension [Edit.Change] {
  /// Returns the last change that starts at or before an offset.
  private func last(atOrBefore offset: ByteOffset) -> Edit.Change? {
    let count = partitionPoint { $0.before.lowerBound > offset }
    return count == 0 ? nil : self[count - 1]
  }

  func map(_ offset: ByteOffset, bias: Bias) -> ByteOffset {
    guard let change = last(atOrBefore: offset) else { return offset }
    let (before, after) = (change.before, change.after)
    if offset > before.upperBound || (offset == before.upperBound && !before.isEmpty) {
      return after.upperBound + (offset - before.upperBound)
    }
    if offset == before.lowerBound, !before.isEmpty { return after.lowerBound }
    return bias == .left ? after.lowerBound : after.upperBound
  }
}

/// Edits as bytes, for a journal next to the text: the offset, length and new bytes of each change,
/// without the removed text.
extension Edit {
  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(byteCountBefore)
    writer.write(changes.count)
    var end = ByteOffset.zero
    for change in changes {
      writer.write(change.before.lowerBound - end)
      writer.write(change.before.byteCount)
      writer.write(change.after.byteCount)
      end = change.before.upperBound
    }
    writer.write(inserted)
    return writer.bytes
  }

  /// Decodes an edit of this text, which may have grown at its end. Nil if it is not valid.
  package init?(_ encoded: [UInt8], in text: Rope) {
    var reader = ByteReader(encoded[...])
    guard reader.number(atMost: text.byteCount) != nil,
      let count = reader.number(atMost: reader.left)
    else { return nil }
    var pieces: [(range: Range<ByteOffset>, byteCount: Int)] = []
    var end = ByteOffset.zero
    var inserted = 0
    for _ in 0..<count {
      guard let gap = reader.number(atMost: text.end - end),
        let taken = reader.number(atMost: text.end - end - gap),
        let given = reader.number(atMost: encoded.count)
      else { return nil }
      inserted += given
      pieces.append((end + gap..<end + gap + taken, given))
      end = end + gap + taken
    }
    guard inserted == reader.left, let bytes = reader.take(inserted) else { return nil }
    let new = Rope(Array(bytes))
    var builder = EditBuilder(text)
    var offset = ByteOffset.zero
    for piece in pieces {
      builder.replace(piece.range, with: new, offset..<offset + piece.byteCount)
      offset = offset + piece.byteCount
    }
    self = builder.takeEdit()
  }
}
