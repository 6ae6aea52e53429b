import TestSupport

@testable import TextEngine

/// Texts and edits chosen to challenge the code under test: short pieces, hostile bytes, deep trees.
enum RandomEdits {
  static let pieces: [[UInt8]] =
    ["a", "bc ", "\n", "\r\n", "\r", "é", "日本", "x\ny\nz", "", "", "some more words"]
    .map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0x00]]

  static func text(_ random: inout SeededRandom) -> Rope {
    let count = Int.random(in: 0...60, using: &random)
    let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    return Rope(bytes, limits: RopeTests.small)
  }

  /// Up to five replacements, often near one another, touching, or empty.
  static func edit(in text: Rope, _ random: inout SeededRandom) -> Edit {
    var builder = EditBuilder(text)
    var offset = Int.random(in: 0...text.byteCount, using: &random)
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let high = min(text.byteCount, offset + Int.random(in: 0...6, using: &random))
      builder.replace((offset..<high).offsets, with: pieces.randomElement(using: &random) ?? [])
      offset = min(text.byteCount, high + Int.random(in: 0...8, using: &random))
    }
    return builder.takeEdit()
  }

  /// Whether changes are ordered and separate, and their sums are right.
  static func isSound(_ edit: Edit) -> Bool {
    var growth = 0
    var end = -1
    var (removed, inserted) = (0, 0)
    for change in edit.changes {
      if change.before.lowerBound.value <= end { return false }
      if change.before.isEmpty, change.after.isEmpty { return false }
      if change.after.lowerBound - change.before.lowerBound != growth { return false }
      removed += change.before.byteCount
      inserted += change.after.byteCount
      growth = inserted - removed
      end = change.before.upperBound.value
    }
    return end <= edit.byteCountBefore && removed == edit.removed.byteCount
      && inserted == edit.inserted.byteCount
  }
}
