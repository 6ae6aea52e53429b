package import Entities

package enum AnswerMarkdown {
  package static func text(of answer: BlockAnswer) -> [UInt8] {
    Array(lines(of: answer).joined(separator: "\n").utf8)
  }

  package static func lines(of answer: BlockAnswer) -> [String] {
    var lines: [String] = []
    for row in answer.rows {
      if row.isApart, !lines.isEmpty { lines.append("") }
      let cells = row.cells.map(text)
      switch row.kind {
      case .paragraph: lines.append(cells.joined())
      case .item(let depth, let box):
        let room = String(repeating: "  ", count: depth)
        lines.append("\(room)- \(box.map { "[\($0)] " } ?? "")\(cells.joined())")
      case .titles(let areNumbers):
        lines += [tableRow(of: cells), tableRow(of: areNumbers.map { $0 ? "--:" : "---" })]
      case .cells: lines.append(tableRow(of: cells))
      }
    }
    return lines
  }

  private static func tableRow(of cells: [String]) -> String {
    "| \(cells.map(cell).joined(separator: " | ")) |"
  }

  /// A bar in it does not end it.
  static func cell(_ text: String) -> String {
    var cell = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "|", !isEscaped { cell.append("\\") }
      isEscaped = scalar == "\\" && !isEscaped
      cell.append(scalar)
    }
    return String(cell)
  }

  private static func text(of runs: [AnswerRun]) -> String { runs.map(text).joined() }

  private static func text(of run: AnswerRun) -> String {
    switch run {
    case .text(let words): escaped(words)
    case .markdown(let words): line(words)
    case .link(let words, let target):
      target.isEmpty || target.utf8.contains(where: " ():<>\\".utf8.contains)
        ? "[\(escaped(words))](<\(target)>)" : "[\(escaped(words))](\(target))"
    case .wiki(let words, let target):
      words == target ? "[[\(target)]]" : "[[\(target)|\(words)]]"
    case .strong(let runs): marked(text(of: runs), "**")
    case .emphasis(let runs): marked(text(of: runs), "*")
    }
  }

  /// Leaves text with blanks at an end unmarked: the signs would mean nothing there.
  private static func marked(_ text: String, _ sign: String) -> String {
    text.first?.isWhitespace == false && text.last?.isWhitespace == false
      ? sign + text + sign : text
  }

  /// Escapes text so that no sign in it has a meaning and it fits on one line.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in shown(text).unicodeScalars {
      switch scalar {
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": escaped.append(contentsOf: ["\\", scalar])
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Puts text on one line, without control characters that terminals obey.
  static func shown(_ text: some StringProtocol) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": shown.append(" ")
      default: shown.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(shown)
  }

  /// Makes one line of a note's Markdown harmless for the lines around it: no comment or formula
  /// that opens in it continues below.
  static func line(_ markdown: some StringProtocol) -> String {
    var line = String.UnicodeScalarView()
    var (last, isEscaped): (Unicode.Scalar, Bool) = (" ", false)
    for scalar in shown(markdown).unicodeScalars {
      let isPair = scalar == last && !isEscaped && (scalar == "%" || scalar == "$")
      if isPair { line.append("\\") }
      last = isPair || isEscaped ? " " : scalar
      isEscaped = scalar == "\\" && !isEscaped
      line.append(scalar)
    }
    // A single backslash at the end would escape the text after it.
    return String(line) + (isEscaped ? "\\" : "")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
  }
}
