extension KeyRules {
  /// Markdown's marks: with Meta, the mark itself where a terminal can send it.
  static let markRows: [Row] =
    [
      Row(["C-b", "M-b"], .command(.toggleStrong)),
      Row(["M-i"], .command(.toggleEmphasis)),
      Row(["M-`"], .command(.toggleCode)),
      Row(["M-~"], .command(.toggleStrike)),
      Row(["M-="], .command(.toggleMark)),
      Row(["M-l"], .command(.toggleLink)),
      Row(["C-_", "C-/", "M-/"], .command(.toggleComment)),
      Row(["C-t"], .command(.toggleTask), hint: "task"),
      Row(["M--"], .command(.toggleBullet)),
      Row(["M->", "M-q"], .command(.toggleQuote)),
      Row(["M-+"], .command(.headingMore)),
      Row(["M-<"], .command(.headingLess)),
      Row(["M-u"], .command(.cycleCase)),
      Row(["M-t"], .command(.transpose)),
      Row(["M-X"], .command(.transposeWords)),
      Row(["M-J"], .command(.reflow)),
      Row(["M-\""], .command(.smartQuotes)),
      Row(["M-'"], .command(.plainQuotes)),
      Row(["M-|"], .command(.alignTable)),
      Row(["M-r"], .command(.insertRow)),
      Row(["M-R"], .command(.deleteRow)),
      Row(["M-o"], .command(.insertColumn)),
      Row(["M-O"], .command(.deleteColumn)),
    ]
    + (1...6).map { Row(["M-\($0)"], .command(.heading($0))) }
    + [.upperCase, .lowerCase, .titleCase, .indentLines, .makeTable].map {
      Row([], .command($0))
    }
}
