import Comparing
import Services

/// The text that a note and its copy came of, as far as that can be proved by the versions of the note.
///
/// Which of the versions it was is not known. So a line that one of the two lacks counts as deleted
/// there only if every version that it could have been has that line; else the other one may have
/// typed it. What both texts have in common was in it, or is the same in both anyway. All other lines
/// are no part of it: a merge takes them for new ones, and keeps or marks them.
struct CopyBase {
  /// With more versions, and more bytes in them, than these, nothing is proved.
  static let mostVersions = 1_000
  static let mostBytes = 64 << 20

  private let note: TextLines
  private let copy: TextLines
  private let counts: [ArraySlice<UInt8>: (note: Int, copy: Int)]
  /// The newest of the versions: it says where the lines were.
  private var newest: (lines: TextLines, form: TextForm)?
  /// Lines that a side lacks, with how often every version has them.
  private var everywhere: [ArraySlice<UInt8>: Int]?
  /// No older version is what a side says now: that would be where it went on from.
  private var isBehindSides = false

  init(note: [UInt8], copy: [UInt8]) {
    (self.note, self.copy) = (Self.plain(note), Self.plain(copy))
    var counts: [ArraySlice<UInt8>: (note: Int, copy: Int)] = [:]
    for line in Self.lines(of: self.note) { counts[line, default: (0, 0)].note += 1 }
    for line in Self.lines(of: self.copy) { counts[line, default: (0, 0)].copy += 1 }
    self.counts = counts
  }

  /// Whether more versions can change nothing: no deletion is proved any more.
  var isSettled: Bool { everywhere?.isEmpty ?? false }

  /// Versions come the newest first. `isPast`: it was there before either text was written.
  mutating func consider(_ version: [UInt8], isPast: Bool) {
    let lines = Self.plain(version)
    // Each save leaves the text itself as a version: the two differ from what they came of.
    if !isBehindSides, lines.bytes == note.bytes || lines.bytes == copy.bytes { return }
    isBehindSides = true
    if newest == nil { newest = (lines, TextForm(of: version)) }
    guard isPast else { return proveNothing() }
    var found: [ArraySlice<UInt8>: Int] = [:]
    for line in Self.lines(of: lines) { found[line, default: 0] += 1 }
    everywhere = (everywhere ?? found).reduce(into: [:]) { common, line in
      let count = min(line.value, found[line.key] ?? 0)
      if count > least(of: line.key) { common[line.key] = count }
    }
  }

  /// There are versions that nothing is known of.
  mutating func proveNothing() { everywhere = [:] }

  /// Nil where there is no version.
  var bytes: [UInt8]? {
    guard let newest else { return nil }
    let common = self.common
    var left = proved(beside: common)
    var text: [UInt8] = []
    var next = 0
    for hunk in LineDifference.between(newest.lines, common) {
      text += newest.lines[next..<hunk.old.lowerBound]
      for line in hunk.old {
        let line = newest.lines[line..<line + 1]
        guard let count = left[line], count > 0 else { continue }
        left[line] = count - 1
        text += line
      }
      text += common[hunk.new]
      next = hunk.old.upperBound
    }
    text += newest.lines[next..<newest.lines.count]
    return newest.form.text(text, keepsReturns: false, endsInMark: false)
  }

  /// The lines that both texts have, in their order.
  private var common: TextLines {
    var common: [UInt8] = []
    var next = 0
    for hunk in LineDifference.between(note, copy) {
      common += note[next..<hunk.old.lowerBound]
      next = hunk.old.upperBound
    }
    return TextLines(common + note[next..<note.count])
  }

  /// Lines that were deleted, with how often they may be in the base besides those that both have.
  /// Never so often that a line goes which both have.
  private func proved(beside common: TextLines) -> [ArraySlice<UInt8>: Int] {
    guard var proved = everywhere else { return [:] }
    for (line, count) in proved {
      let most = counts[line].map { max($0.note, $0.copy) } ?? count
      proved[line] = min(count, most)
    }
    for line in Self.lines(of: common) {
      if let count = proved[line] { proved[line] = count - 1 }
    }
    return proved
  }

  private func least(of line: ArraySlice<UInt8>) -> Int {
    counts[line].map { min($0.note, $0.copy) } ?? 0
  }

  private static func plain(_ text: [UInt8]) -> TextLines {
    TextLines(TextForm(of: text).plain(text, keepsReturns: false))
  }

  private static func lines(of text: TextLines) -> some Sequence<ArraySlice<UInt8>> {
    (0..<text.count).lazy.map { text[$0..<$0 + 1] }
  }
}
