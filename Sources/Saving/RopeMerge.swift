import Comparing
package import TextEngine

/// Merges two texts with a common origin: line by line if the changes are near each other, otherwise as
/// two separate ranges.
package enum RopeMerge {
  /// Returns the merged text. Nil if both changed the same or adjacent lines, or if the texts are too
  /// large to know.
  package static func merge(base: Rope, mine: Rope, theirs: Rope) -> Rope? {
    let their = TextSpan(from: base, to: theirs)
    if their.isEmpty { return mine }
    let my = TextSpan(from: base, to: mine)
    if my.isEmpty { return theirs }
    if mine == theirs { return mine }
    let (myLines, theirLines) = (my.onWholeLines(of: base), their.onWholeLines(of: base))
    let start = min(myLines.old.lowerBound, theirLines.old.lowerBound)
    let stretch = start..<max(myLines.old.upperBound, theirLines.old.upperBound)
    let (head, tail) = (start, base.end - stretch.upperBound)
    let (inMine, inTheirs) = (head..<mine.end - tail, head..<theirs.end - tail)
    if max(stretch.byteCount, inMine.byteCount, inTheirs.byteCount) <= TextSize.merged {
      let (old, my, their) = (
        base.bytes(in: stretch), mine.bytes(in: inMine), theirs.bytes(in: inTheirs)
      )
      // Conflict marks that both changed must not be mixed.
      let marks = ConflictText.marks(in: old)
      if marks != ConflictText.marks(in: my), marks != ConflictText.marks(in: their) {
        return marked(base, mine, theirs)
      }
      let merge = ThreeWayMerge.merge(base: old, mine: my, theirs: their)
      guard merge.isClean else { return nil }
      var merged = mine
      merged.replace(inMine, with: merge.bytes)
      return merged
    }
    let isBefore = theirLines.old.upperBound < myLines.old.lowerBound
    guard isBefore || myLines.old.upperBound < theirLines.old.lowerBound else { return nil }
    // My change before theirs moved their range.
    let moved = isBefore ? 0 : my.new.byteCount - my.old.byteCount
    var merged = mine
    merged.replace(
      their.old.lowerBound + moved..<their.old.upperBound + moved, with: theirs[their.new])
    return merged
  }

  private static func marked(_ base: Rope, _ mine: Rope, _ theirs: Rope) -> Rope? {
    guard max(base.byteCount, mine.byteCount, theirs.byteCount) <= TextSize.merged else {
      return nil
    }
    let merged = MarkedLines.merge(
      base.bytes, mine.bytes, theirs.bytes, names: ConflictMarks.names)
    return merged.conflicts == 0 ? Rope(merged.bytes) : nil
  }
}
