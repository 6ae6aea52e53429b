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

  /// The note's text once one hunk says what the version says there. The note may have changed since:
  /// the hunk is searched again, and found unless the change was in it.
  func taking(_ number: Int, into present: [UInt8]) -> Taken {
    let (old, new) = isSince ? (version, other) : (other, version)
    let hunks = LineDifference.between(old, new)
    guard hunks.indices.contains(number) else { return .refused(.differs) }
    let hunk = hunks[number]
    let (range, lines) = isSince ? (hunk.new, hunk.old) : (hunk.old, hunk.new)
    var taken = Array(other[0..<range.lowerBound])
    taken += version[lines]
    taken += other[range.upperBound..<other.count]
    let merge = ThreeWayMerge.merge(base: other.bytes, mine: taken, theirs: present)
    if !merge.isClean { return .refused(.differs) }
    return merge.bytes == present ? .refused(.isThere) : .text(merge.bytes)
  }
}

extension HistoryLine {
  /// Hunks are numbered as `LineDifference` numbers them: between two of them is a line that is
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

/// How many lines came and went with a version.
struct VersionCount: Sendable {
  /// Larger texts are compared only when someone looks at them.
  private static let largest = 1 << 20

  var added: Int?
  var removed: Int?
  /// Whether the note says this now.
  var isNow = false

  /// For the first `count` of these versions, the newest first; each is compared with the next, the
  /// oldest of all with nothing. What cannot be read is left uncounted.
  @concurrent
  static func counts(
    of pieces: [NoteVersion], in versions: any NoteVersions, upTo count: Int, present: [UInt8]?
  ) async -> [VersionCount] {
    var counts: [VersionCount] = []
    var text: [UInt8]?
    if let first = pieces.first { text = await bytes(of: first, in: versions) }
    for index in 0..<count {
      var made = VersionCount()
      let isOldest = index + 1 >= pieces.count
      let old = isOldest ? [] : await bytes(of: pieces[index + 1], in: versions)
      if let text, let old {
        let lines = LineDifference.counts(from: old, to: text)
        (made.added, made.removed) = (lines.added, lines.removed)
      }
      made.isNow = index == 0 && text != nil && text == present
      counts.append(made)
      text = old
    }
    return counts
  }

  private static func bytes(
    of version: NoteVersion, in versions: any NoteVersions
  ) async -> [UInt8]? {
    version.size <= largest ? try? await versions.bytes(of: version) : nil
  }
}
