import Services
import TextEngine

/// What to change in a text so that it becomes another one, as small edits: places in lines that
/// nobody touched stay where they are.
struct TextPatch: Equatable, Sendable {
  struct Change: Equatable, Sendable {
    var range: TextRange
    var bytes: [UInt8]
  }

  /// From the bottom up, so that the places of each are still true when its turn comes.
  private(set) var changes: [Change] = []

  init() {}

  init(from old: [UInt8], to new: [UInt8]) {
    let (oldLines, newLines) = (TextLines(old), TextLines(new))
    changes = LineDifference.between(oldLines, newLines).reversed().map { hunk in
      let part = Self.narrowed(Array(oldLines[hunk.old]), Array(newLines[hunk.new]))
      let start = Self.position(part.skipped, after: hunk.old.lowerBound, in: oldLines)
      let end = Self.position(part.skipped + part.removed, after: hunk.old.lowerBound, in: oldLines)
      return Change(range: TextRange(start, end), bytes: part.inserted)
    }
  }

  var isEmpty: Bool { changes.isEmpty }

  /// Does the changes to the text they were made for; answers with the edits in their order.
  func apply(to text: inout TextBuffer) -> [TextEdit] {
    changes.map { text.replace($0.range, with: $0.bytes) }
  }

  private static func position(
    _ offset: Int, after line: Int, in lines: TextLines
  ) -> TextPosition {
    var (line, rest) = (line, offset)
    while line < lines.count, rest >= lines.range(of: line).count {
      rest -= lines.range(of: line).count
      line += 1
    }
    if line < lines.count { return TextPosition(line: line, byte: rest) }
    // Behind the last line: a line of its own only if that one ends.
    guard lines.count > 0, lines.bytes.last != UInt8(ascii: "\n") else {
      return TextPosition(line: lines.count, byte: 0)
    }
    return TextPosition(line: lines.count - 1, byte: lines.range(of: lines.count - 1).count)
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
