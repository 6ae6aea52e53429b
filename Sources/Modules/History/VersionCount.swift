import Comparing
import Entities
import Services

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
