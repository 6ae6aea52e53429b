/// Takes places of older snapshots to the text of now: for marks, search results, folds, and whatever
/// was worked out behind while somebody typed.
///
/// ```swift
/// let version = mapper.version          // together with a snapshot
/// mapper.record(edit)
/// let now = mapper.map(place, from: version, bias: .left)
/// ```
package struct EditMapper: Sendable {
  /// Names a text in a row of edits.
  package struct Version: Hashable, Comparable, Sendable {
    fileprivate var number: Int

    package static func < (left: Version, right: Version) -> Bool { left.number < right.number }
  }

  /// The text of now.
  package private(set) var version = Version(number: 0)
  private var edits: [[Edit.Change]] = []
  private var changeCount = 0
  private let limit: Int

  /// Keeps at least the last edit, and at most `limit` changes else.
  package init(limit: Int = 200_000) { self.limit = limit }

  /// Takes note of the edit that made the text of now.
  package mutating func record(_ edit: Edit) {
    version.number += 1
    edits.append(edit.changes)
    changeCount += edit.changes.count + 1
    if changeCount > limit { forgetOldest() }
  }

  /// The oldest text whose places can still be followed.
  package var oldestVersion: Version { Version(number: version.number - edits.count) }

  /// Nobody will ask for texts before this one any more.
  package mutating func forget(before version: Version) {
    let count = version.number - oldestVersion.number
    if count > 0 { drop(min(count, edits.count)) }
  }

  /// Where a place of a version's text is now; nil if that version was forgotten.
  package func map(_ place: ByteOffset, from version: Version, bias: Bias) -> ByteOffset? {
    guard version >= oldestVersion, version <= self.version else { return nil }
    var place = place
    for edit in edits[(version.number - oldestVersion.number)...] {
      place = edit.map(place, bias: bias)
    }
    return place
  }

  /// A range, so that what was typed at its borders stays outside of it.
  package func map(_ range: Range<ByteOffset>, from version: Version) -> Range<ByteOffset>? {
    guard let low = map(range.lowerBound, from: version, bias: .right),
      let high = map(range.upperBound, from: version, bias: .left)
    else { return nil }
    return low..<max(low, high)
  }

  /// Half at once, so that each edit costs little in the end.
  private mutating func forgetOldest() {
    var count = 0
    var kept = changeCount
    while count + 1 < edits.count, kept > limit / 2 {
      kept -= edits[count].count + 1
      count += 1
    }
    drop(count)
  }

  private mutating func drop(_ count: Int) {
    for edit in edits[..<count] { changeCount -= edit.count + 1 }
    edits.removeFirst(count)
  }
}
