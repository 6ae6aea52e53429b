import Entities
import Services

/// What was found as rows: each note's title, and under it the line that shows why.
struct SearchRows {
  private(set) var findings: [SearchFinding] = []
  /// For each finding its first row; one more at the end.
  private var starts = [0]
  /// Of each row the finding.
  private var owners: [Int] = []

  init() {}

  init(_ findings: [SearchFinding]) {
    self.findings = findings
    for (index, finding) in findings.enumerated() {
      let count = finding.line == nil ? 1 : 2
      owners += Array(repeating: index, count: count)
      starts.append(owners.count)
    }
  }

  var count: Int { owners.count }

  func rows(of finding: Int) -> Range<Int> { starts[finding]..<starts[finding + 1] }

  /// Nil where there is no such row.
  func finding(atRow row: Int) -> Int? { owners.indices.contains(row) ? owners[row] : nil }

  func row(at row: Int, clock: any WallClock) -> SearchRow {
    let finding = findings[owners[row]]
    if row > starts[owners[row]] {
      return SearchRow(kind: .line(finding.line ?? 1), pieces: Self.pieces(of: finding))
    }
    return SearchRow(
      kind: .note, pieces: [.init(text: finding.title)], folder: finding.id.path.folder.text,
      date: ShortDate.text(for: finding.modified, clock: clock))
  }

  /// The excerpt, cut where what fits begins and ends.
  private static func pieces(of finding: SearchFinding) -> [SearchRow.Piece] {
    let bytes = Array(finding.excerpt.utf8)
    var pieces: [SearchRow.Piece] = []
    var done = 0
    func add(_ range: Range<Int>, isMatch: Bool) {
      if range.isEmpty { return }
      pieces.append(.init(text: String(decoding: bytes[range], as: UTF8.self), isMatch: isMatch))
    }
    for match in finding.matches
    where match.lowerBound >= done && match.upperBound <= bytes.count {
      add(done..<match.lowerBound, isMatch: false)
      add(match, isMatch: true)
      done = match.upperBound
    }
    add(done..<bytes.count, isMatch: false)
    return pieces
  }
}
