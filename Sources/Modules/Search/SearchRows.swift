import Entities
import Services
import VaultSettings

/// The results as rows: each note's title, and below it the matching lines.
struct SearchRows: Sendable {
  /// A note at one of its lines, which Enter opens. The first line shares the stop of the title.
  struct Stop: Sendable {
    var finding: Int
    /// The index among the note's shown lines.
    var line: Int
    var rows: Range<Int>
  }

  private var findings: [SearchHit] = []
  private(set) var stops: [Stop] = []
  /// The stop of each row.
  private var owners: [Int] = []

  init() {}

  init(_ findings: [SearchHit]) {
    self.findings = findings
    for (index, finding) in findings.enumerated() {
      let last = max(1, finding.lines.count) - 1
      for line in 0...last {
        var rows = line == 0 ? 1 + min(1, finding.lines.count) : 1
        if line == last, finding.moreLines > 0 { rows += 1 }
        stops.append(Stop(finding: index, line: line, rows: count..<(count + rows)))
        owners += Array(repeating: stops.count - 1, count: rows)
      }
    }
  }

  var count: Int { owners.count }
  var noteCount: Int { findings.count }

  /// Returns the row's stop; nil if there is no such row.
  func stop(atRow row: Int) -> Int? { owners.indices.contains(row) ? owners[row] : nil }

  /// Returns the stop of a note's line, or its last one before that; nil if the note was not found.
  func stop(of note: NoteID, line: Int) -> Int? {
    guard let finding = findings.firstIndex(where: { $0.id == note }) else { return nil }
    return stops.lastIndex { $0.finding == finding && $0.line <= line }
  }

  /// Returns the first stop of the note `count` notes further on.
  func stop(_ stop: Int, movedByNotes count: Int) -> Int {
    guard stops.indices.contains(stop) else { return 0 }
    let (finding, line) = (stops[stop].finding, stops[stop].line)
    // Going up, move to the start of the current note first.
    let wanted = finding + (count < 0 && line > 0 ? count + 1 : count)
    let goal = max(0, min(wanted, findings.count - 1))
    if goal == finding, count > 0 { return stop }
    return stops.firstIndex { $0.finding == goal } ?? stop
  }

  func note(of stop: Int) -> NoteID { findings[stops[stop].finding].id }

  func line(of stop: Int) -> Int? {
    let finding = findings[stops[stop].finding]
    return finding.lines.isEmpty ? nil : finding.lines[stops[stop].line].number
  }

  func row(at row: Int, dateForm: DateForm = .auto, clock: any WallClock) -> SearchRow {
    let stop = stops[owners[row]]
    let finding = findings[stop.finding]
    let offset = row - stop.rows.lowerBound
    if stop.line == 0, offset == 0 {
      return SearchRow(
        kind: .note, pieces: [.init(text: finding.title)], detail: finding.id.path.folder.text,
        date: ShortDate.text(for: finding.modified, form: dateForm, clock: clock))
    }
    if offset == (stop.line == 0 ? 1 : 0), stop.line < finding.lines.count {
      let line = finding.lines[stop.line]
      return SearchRow(kind: .line(line.number), pieces: Self.pieces(of: line))
    }
    return SearchRow(kind: .more, pieces: [.init(text: SearchWords.more(finding.moreLines))])
  }

  /// Splits the line at the boundaries of its matches.
  private static func pieces(of line: SearchHit.Line) -> [SearchRow.Piece] {
    let bytes = Array(line.text.utf8)
    var pieces: [SearchRow.Piece] = []
    var done = 0
    func add(_ range: Range<Int>, isMatch: Bool) {
      if range.isEmpty { return }
      pieces.append(.init(text: String(decoding: bytes[range], as: UTF8.self), isMatch: isMatch))
    }
    for match in line.matches
    where match.lowerBound >= done && match.upperBound <= bytes.count {
      add(done..<match.lowerBound, isMatch: false)
      add(match, isMatch: true)
      done = match.upperBound
    }
    add(done..<bytes.count, isMatch: false)
    return pieces
  }
}
