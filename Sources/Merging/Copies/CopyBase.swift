import Comparing

/// The common origin of a note and its copy, as far as the note's versions prove it.
///
/// It is unknown which of the versions it was. So a line that one text lacks counts as deleted only if
/// every possible version has it; otherwise the other side may have added it. Lines in both texts belong
/// to the base. All other lines do not: a merge treats them as new, and keeps or marks them.
struct CopyBase {
  /// With more versions, or more bytes in them, nothing is proved.
  static let mostVersions = 1_000
  static let mostBytes = 64 << 20

  private let note: TextLines
  private let copy: TextLines
  private let counts: [ArraySlice<UInt8>: (note: Int, copy: Int)]
  /// The newest version that differs from both texts: it shows the order of the lines.
  private var newest: (lines: TextLines, form: TextForm)?
  /// Lines that a side lacks, with the number of times that every version has them.
  private var everywhere: [ArraySlice<UInt8>: Int]?
  /// Whether a version was found that differs from both texts; newer ones do not count.
  private var isBehindSides = false

  init(note: [UInt8], copy: [UInt8]) {
    (self.note, self.copy) = (Self.plain(note), Self.plain(copy))
    var counts: [ArraySlice<UInt8>: (note: Int, copy: Int)] = [:]
    for line in Self.lines(of: self.note) { counts[line, default: (0, 0)].note += 1 }
    for line in Self.lines(of: self.copy) { counts[line, default: (0, 0)].copy += 1 }
    self.counts = counts
  }

  /// Whether more versions would change nothing: no deletion can be proved any more.
  var isSettled: Bool { everywhere?.isEmpty ?? false }

  /// Considers a version, newest first. `isPast` is whether it existed before either text was written.
  mutating func consider(_ version: [UInt8], isPast: Bool) {
    let lines = Self.plain(version)
    // Each save leaves a version with the text itself, but the origin differs from both texts.
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

  /// Records that unknown versions exist.
  mutating func proveNothing() { everywhere = [:] }

  /// The base; nil if there is no version.
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

  /// The lines that both texts have, in order.
  private var common: TextLines {
    var common: [UInt8] = []
    var next = 0
    for hunk in LineDifference.between(note, copy) {
      common += note[next..<hunk.old.lowerBound]
      next = hunk.old.upperBound
    }
    return TextLines(common + note[next..<note.count])
  }

  /// Returns deleted lines, and how often the base may have each in addition to `common`. A line
  /// that both texts have is never counted as deleted.
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
