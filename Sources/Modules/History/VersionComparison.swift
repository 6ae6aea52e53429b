import Comparing
import Entities
import Services

/// A comparison between a version and another text.
struct VersionComparison: Sendable {
  private let version: TextLines
  /// The version before it; in a comparison since the version, the note's text at that time.
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

  /// Returns the note's text with one hunk set to the version's text. The note may have changed
  /// since: the hunk is searched for again, and found unless the change was within it.
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
  /// Numbers hunks as `LineDifference` does. There is an unchanged line between any two hunks, and
  /// at least one such line is always listed.
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

/// The counts of lines added and removed by a version.
struct VersionCount: Sendable {
  /// The largest text compared in advance; larger ones are compared only when shown.
  private static let largest = 1 << 20

  var added: Int?
  var removed: Int?
  /// Whether the note has this text now.
  var isNow = false

  /// Counts the first `count` of these versions, newest first. Each is compared with the next one,
  /// the oldest with an empty text. Unreadable versions are left uncounted.
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
