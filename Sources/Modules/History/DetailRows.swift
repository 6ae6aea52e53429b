import Cells

/// The lines of the detail as rows of a width: long lines wrap, and each row has the sign of its
/// line in front, so that nothing is told by colour alone.
struct DetailRows: Equatable {
  struct Row: Equatable {
    var kind: HistoryLine.Kind
    var sign: String
    var text: String
    var hunk: Int?
  }

  let rows: [Row]
  /// The rows of each hunk, from the top.
  let hunks: [Range<Int>]

  init(_ lines: [HistoryLine], width: Int) {
    // A whole text needs no room for signs.
    let hasSigns = lines.contains { $0.kind == .added || $0.kind == .removed }
    rows = lines.flatMap { line in
      let sign =
        switch line.kind {
        case .added: "+ "
        case .removed: "- "
        case .same, .remark: hasSigns ? "  " : ""
        }
      return WordWrap.rows(of: line.text, width: max(1, width - sign.utf8.count)).map {
        Row(kind: line.kind, sign: sign, text: $0, hunk: line.hunk)
      }
    }
    var hunks: [Range<Int>] = []
    for (row, hunk) in rows.map(\.hunk).enumerated() {
      guard let hunk else { continue }
      if hunk < hunks.count {
        hunks[hunk] = hunks[hunk].lowerBound..<(row + 1)
      } else {
        hunks.append(row..<(row + 1))
      }
    }
    self.hunks = hunks
  }
}
