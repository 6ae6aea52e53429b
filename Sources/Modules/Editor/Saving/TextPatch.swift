import Services
import TextEngine

/// What to change in a text so that it becomes another one, as small edits: places in lines that
/// nobody touched stay where they are.
struct TextPatch: Equatable, Sendable {
  struct Change: Equatable, Sendable {
    /// In the old text.
    var range: Range<Int>
    var bytes: [UInt8]
  }

  /// In the order of the text.
  private(set) var changes: [Change] = []

  init() {}

  init(from old: [UInt8], to new: [UInt8]) {
    let (oldLines, newLines) = (TextLines(old), TextLines(new))
    changes = LineDifference.between(oldLines, newLines).map { hunk in
      let part = Self.narrowed(Array(oldLines[hunk.old]), Array(newLines[hunk.new]))
      let first = hunk.old.lowerBound
      let start = first < oldLines.count ? oldLines.range(of: first).lowerBound : old.count
      let low = start + part.skipped
      return Change(range: low..<low + part.removed, bytes: part.inserted)
    }
  }

  var isEmpty: Bool { changes.isEmpty }

  /// All changes as one edit of the text they were made for.
  func edit(of text: Rope) -> Edit {
    var builder = EditBuilder(text)
    for change in changes {
      builder.replace(
        ByteOffset(change.range.lowerBound)..<ByteOffset(change.range.upperBound),
        with: change.bytes)
    }
    return builder.takeEdit()
  }

  /// Without what both begin and end with, but never half a character or half a line ending.
  private static func narrowed(
    _ old: [UInt8], _ new: [UInt8]
  ) -> (skipped: Int, removed: Int, inserted: [UInt8]) {
    let shared = min(old.count, new.count)
    var head = 0
    while head < shared, old[head] == new[head] { head += 1 }
    while head > 0, splits(old, at: head) || splits(new, at: head) { head -= 1 }
    var tail = 0
    while tail < shared - head, old[old.count - tail - 1] == new[new.count - tail - 1] { tail += 1 }
    while tail > 0, splits(old, at: old.count - tail) || splits(new, at: new.count - tail) {
      tail -= 1
    }
    return (head, old.count - tail - head, Array(new[head..<(new.count - tail)]))
  }

  private static func splits(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place < bytes.count else { return false }
    if bytes[place] & 0xc0 == 0x80 { return true }
    return bytes[place] == UInt8(ascii: "\n") && place > 0
      && bytes[place - 1] == UInt8(ascii: "\r")
  }
}
