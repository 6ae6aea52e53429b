import Comparing
package import TextEngine

/// The difference of two texts as small edits, so that cursors in unchanged lines stay in place.
package enum RopePatch {
  /// Returns the edit that makes the new text of the old one; empty if they are equal. The common start
  /// and end are skipped first, so that a small change in a gigabyte is still found line by line.
  package static func edit(in old: Rope, becoming new: Rope) -> Edit {
    let span = TextSpan(from: old, to: new)
    guard !span.isEmpty, max(span.old.byteCount, span.new.byteCount) <= TextSize.merged else {
      return Edit(in: old, replacing: span.old, with: new[span.new])
    }
    let lines = span.onWholeLines(of: old)
    let (oldLines, newLines) = (
      TextLines(old.bytes(in: lines.old)), TextLines(new.bytes(in: lines.new))
    )
    var builder = EditBuilder(old)
    for hunk in LineDifference.between(oldLines, newLines) {
      let (one, other) = (Rope(Array(oldLines[hunk.old])), Rope(Array(newLines[hunk.new])))
      let part = TextSpan(from: one, to: other)
      let start = lines.old.lowerBound + oldLines.offset(of: hunk.old.lowerBound)
      builder.replace(
        start + part.old.lowerBound.value..<start + part.old.upperBound.value,
        with: other, part.new)
    }
    return builder.takeEdit()
  }
}

extension TextLines {
  /// The start of a line; the end of the text for the line after the last.
  fileprivate func offset(of line: Int) -> Int {
    line < count ? range(of: line).lowerBound : bytes.count
  }
}

/// The single range in which two texts differ. It never ends inside a character or a line ending.
package struct TextSpan: Equatable {
  package var old: Range<ByteOffset>
  package var new: Range<ByteOffset>

  package init(from one: Rope, to other: Rope) {
    var head = one.sharedPrefix(with: other)
    while head > 0, Self.splits(one, head) || Self.splits(other, head) { head -= 1 }
    var tail = one.sharedSuffix(with: other, atMost: min(one.byteCount, other.byteCount) - head)
    while tail > 0,
      Self.splits(one, one.byteCount - tail) || Self.splits(other, other.byteCount - tail)
    {
      tail -= 1
    }
    old = ByteOffset(head)..<one.end - tail
    new = ByteOffset(head)..<other.end - tail
  }

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// Extends the span to whole lines. The added bytes are the same in both texts.
  package func onWholeLines(of text: Rope) -> TextSpan {
    let before = old.lowerBound - text.start(of: text.line(at: old.lowerBound))
    let after = text.range(of: text.line(at: old.upperBound)).upperBound - old.upperBound
    var span = self
    span.old = old.lowerBound - before..<old.upperBound + after
    span.new = new.lowerBound - before..<new.upperBound + after
    return span
  }

  private static func splits(_ text: Rope, _ offset: Int) -> Bool {
    guard offset > 0, offset < text.byteCount else { return false }
    let byte = text[ByteOffset(offset)]
    if byte & 0xc0 == 0x80 { return true }
    return byte == UInt8(ascii: "\n") && text[ByteOffset(offset - 1)] == UInt8(ascii: "\r")
  }
}
