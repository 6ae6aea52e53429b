import Comparing
import Services
import TextEngine

/// Two texts that came of one, brought together: line by line where what was changed lies near enough
/// together to be compared so, and as two stretches far from each other else.
enum RopeMerge {
  /// The merged text; nil where both changed the same lines, or lines that touch, and where that
  /// is unknown because the texts are too large.
  static func merge(base: Rope, mine: Rope, theirs: Rope) -> Rope? {
    let their = TextSpan(from: base, to: theirs)
    if their.isEmpty { return mine }
    let my = TextSpan(from: base, to: mine)
    if my.isEmpty { return theirs }
    if mine == theirs { return mine }
    let (myLines, theirLines) = (my.onWholeLines(of: base), their.onWholeLines(of: base))
    let stretch =
      min(
        myLines.old.lowerBound, theirLines.old.lowerBound)..<max(
        myLines.old.upperBound, theirLines.old.upperBound)
    let (head, tail) = (stretch.lowerBound, base.end - stretch.upperBound)
    let (inMine, inTheirs) = (head..<mine.end - tail, head..<theirs.end - tail)
    if max(stretch.byteCount, inMine.byteCount, inTheirs.byteCount) <= TextSize.merged {
      let (old, my, their) = (
        base.bytes(in: stretch), mine.bytes(in: inMine), theirs.bytes(in: inTheirs)
      )
      // Marks that both changed may not come between one another.
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
    // What is mine before their stretch moved it.
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
