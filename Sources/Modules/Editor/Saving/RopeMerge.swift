import Comparing
import Services
import TextEngine

/// Two texts that came of one, brought together: line by line where what was changed lies near enough
/// together to be compared so, and as two stretches far from each other else.
enum RopeMerge {
  /// The merged text; nil where both changed the same lines, or lines that touch, and where that
  /// cannot be told of texts so large.
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
      let merge = ThreeWayMerge.merge(
        base: base.bytes(in: stretch), mine: mine.bytes(in: inMine),
        theirs: theirs.bytes(in: inTheirs))
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
}
