extension KeyRules {
  /// The keys of current editors, of nano and of micro: one mode, in which characters are typed. A
  /// program adds rows of its own before and after those of the text.
  ///
  /// Keys that a terminal cannot tell from others (`C-i` is Tab, `C-m` is Enter, `C-h` Backspace)
  /// have no row; their commands use Meta and the mark that they write.
  package static func modeless(_ before: [Row] = [], after: [Row] = []) -> KeyRules {
    KeyRules(
      first: "text",
      [
        Mode(
          "text", typing: .type,
          rows: before + texts + deletes + moves + selects + lineRows + markRows + after)
      ])
  }

  private static let texts: [Row] = [
    Row(["Enter", "C-j"], .command(.newline)),
    Row(["M-Enter"], .command(.openBelow)),
    Row(["Tab"], .command(.indent)),
    Row(["M-\\"], .command(.insertTab)),
    Row(["S-Tab"], .command(.outdent)),
    Row(["C-c", "C-Ins"], .command(.copy)),
    Row(["C-x", "S-Del"], .command(.cut)),
    Row(["C-v", "S-Ins", "C-u"], .command(.paste)),
    Row(["C-k"], .command(.cutLine), hint: "cut line"),
  ]

  private static let deletes: [Row] = [
    Row(["Backspace", "C-h"], .command(.deleteLeft)),
    Row(["Del"], .command(.deleteRight)),
    Row(["C-w", "M-Backspace", "C-Backspace"], .command(.deleteWordLeft)),
    Row(["C-Del", "M-d"], .command(.deleteWordRight)),
    Row(["M-k"], .command(.deleteToLineEnd)),
    Row(["M-Del"], .command(.deleteToLineStart)),
  ]

  /// Keys that move, and with Shift select.
  private static let ways: [(keys: [String], motion: CommandID)] = [
    (["Left"], .charLeft), (["Right"], .charRight), (["Up"], .rowUp), (["Down"], .rowDown),
    (["C-Left", "M-Left"], .wordLeft), (["C-Right", "M-Right"], .wordRight),
    (["C-Up"], .paragraphUp), (["C-Down"], .paragraphDown),
    (["Home"], .smartHome), (["End"], .smartEnd), (["PgUp"], .pageUp), (["PgDn"], .pageDown),
    (["C-Home"], .textStart), (["C-End"], .textEnd), (["C-PgUp"], .headingUp),
    (["C-PgDn"], .headingDown),
  ]

  private static let moves: [Row] =
    ways.map { Row($0.keys, .motion($0.motion)) } + [
      Row(["C-e"], .motion(.lineEnd)),
      Row(["M-]"], .motion(.matchingBracket)),
      Row(["M-("], .motion(.sentenceUp)),
      Row(["M-)"], .motion(.sentenceDown)),
    ]

  private static let selects: [Row] =
    ways.map { Row($0.keys.map(withShift), .selecting($0.motion)) } + [
      Row(["M-{"], .selecting(.sentenceUp)),
      Row(["M-}"], .selecting(.sentenceDown)),
      Row(["C-a"], .command(.selectAll)),
      Row(["M-S"], .command(.selectLine)),
      Row(["M-s"], .command(.selectWord)),
      Row(["M-n"], .command(.addNextOccurrence)),
      Row(["M-a"], .command(.addAllOccurrences)),
      Row(["M-S-Up"], .command(.addCursorUp)),
      Row(["M-S-Down"], .command(.addCursorDown)),
      Row(["M-c"], .command(.singleCursor)),
      Row([], .command(.selectLines)),
    ]

  /// Adds Shift to a key's name, where it comes last, right before the key.
  private static func withShift(_ key: String) -> String {
    guard let dash = key.lastIndex(of: "-") else { return "S-" + key }
    return String(key[...dash]) + "S-" + String(key[key.index(after: dash)...])
  }

  private static let lineRows: [Row] = [
    Row(["C-d"], .command(.duplicate)),
    Row(["M-Up"], .command(.moveLineUp)),
    Row(["M-Down"], .command(.moveLineDown)),
    Row(["M-j"], .command(.joinLines)),
    Row([], .command(.deleteLine)),
    Row(["M-A"], .command(.sortLines)),
  ]
}

extension KeyRules {
  /// Markdown's marks: Meta with the mark itself where a terminal can send it.
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
    + [.upperCase, .lowerCase, .titleCase, .indentLines, .makeTable, .insertFootnote].map {
      Row([], .command($0))
    }
}
