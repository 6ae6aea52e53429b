import Bytes

/// What two texts without a common past may have come of: the lines that both have.
///
/// Two daily notes were made of one template, and what both still have of it was in it. Texts that only
/// share some lines by chance came of nothing: their lines are not to be mixed.
package enum CommonLines {
  package static func base(of one: [UInt8], _ other: [UInt8]) -> [UInt8] {
    let (lines, others) = (TextLines(one), TextLines(other))
    var common: [UInt8] = []
    var next = 0
    for hunk in LineDifference.between(lines, others) {
      common += lines[next..<hunk.old.lowerBound]
      next = hunk.old.upperBound
    }
    common += lines[next..<lines.count]
    let shorter = min(words(in: lines), words(in: others))
    return 2 * words(in: TextLines(common)) >= shorter ? common : []
  }

  /// How many lines say something.
  private static func words(in text: TextLines) -> Int {
    (0..<text.count).count { !text[$0..<($0 + 1)].allSatisfy(Byte.isBlank) }
  }
}
