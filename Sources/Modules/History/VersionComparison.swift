import Comparing
import Entities
import Services

/// A version and another text as someone sees them compared.
struct VersionComparison: Sendable {
  private let version: TextLines
  /// The version before it or, where it is a comparison since, the note as it was then.
  private let other: TextLines
  private let isSince: Bool
  let lines: [HistoryLine]

  init(of version: [UInt8], with other: [UInt8], isSince: Bool) {
    self.version = TextLines(version)
    self.other = TextLines(other)
    self.isSince = isSince
    let (old, new) = isSince ? (self.version, self.other) : (self.other, self.version)
    lines = HistoryLine.lines(LineDifference.listing(of: old, new, around: 3))
  }

  enum Taken: Equatable {
    case text([UInt8])
    case refused(HunkRefusal)
  }

  /// What a note becomes that says in one of these places what the version says there. The note may
  /// have changed since: the place is found again, unless it is there that it changed.
  func taking(_ number: Int, into present: [UInt8]) -> Taken {
    let (old, new) = isSince ? (version, other) : (other, version)
    let hunks = LineDifference.between(old, new)
    guard hunks.indices.contains(number) else { return .refused(.differs) }
    let hunk = hunks[number]
    let (place, lines) = isSince ? (hunk.new, hunk.old) : (hunk.old, hunk.new)
    var taken = Array(other[0..<place.lowerBound])
    taken += version[lines]
    taken += other[place.upperBound..<other.count]
    let merge = ThreeWayMerge.merge(base: other.bytes, mine: taken, theirs: present)
    if !merge.isClean { return .refused(.differs) }
    return merge.bytes == present ? .refused(.isThere) : .text(merge.bytes)
  }
}

extension HistoryLine {
  /// Hunks are numbered as `LineDifference` numbers them: between two of them stands a line that is
  /// equal, and of those some are always listed.
  static func lines(_ listing: [DifferenceLine]) -> [HistoryLine] {
    var hunk = -1
    var isInside = false
    return listing.map { line in
      switch line.kind {
      case .same: isInside = false
      case .added, .removed:
        if !isInside { hunk += 1 }
        isInside = true
      case .gap: break
      }
      let number = isInside ? hunk : nil
      return switch line.kind {
      case .same: HistoryLine(.same, line.text)
      case .added: HistoryLine(.added, line.text, hunk: number)
      case .removed: HistoryLine(.removed, line.text, hunk: number)
      case .gap: HistoryLine(.remark, "… \(line.text)", hunk: number)
      }
    }
  }
}
