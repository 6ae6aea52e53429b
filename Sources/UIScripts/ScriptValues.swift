import Entities
import Terminal

/// Parses the values in scripts.
enum ScriptValues {
  typealias Problem = ScriptTokens.Problem

  static func size(_ word: String) throws(Problem) -> Size {
    let parts = word.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = number(parts[0]), let rows = number(parts[1]),
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { throw Problem("expected a size like 80x24, from 1x1 to 1000x1000, not \(word)") }
    return Size(columns: columns, rows: rows)
  }

  static func point(_ word: String) throws(Problem) -> Point {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let row = number(parts[0]), let column = number(parts[1]), row > 0,
      column > 0
    else { throw Problem("expected a place as ROW:COL, counted from 1, not \(word)") }
    return Point(row: row - 1, column: column - 1)
  }

  static func clock(_ text: String) throws(Problem) -> CivilTime {
    guard let time = CivilTime(clock: text) else {
      throw Problem("expected a date and a time like 2026-03-02 09:00, not \(text)")
    }
    return time
  }

  static func duration(_ word: String) throws(Problem) -> Duration {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let count = number(digits), count <= 100_000 else {
      throw Problem("expected a duration like 2s, not \(word)")
    }
    switch word.dropFirst(digits.count) {
    case "ms": return .milliseconds(count)
    case "s": return .seconds(count)
    case "m", "min": return .seconds(count * 60)
    case "h": return .seconds(count * 3600)
    case "d": return .seconds(count * 86_400)
    default: throw Problem("expected a duration in ms, s, m, h or d, not \(word)")
    }
  }

  /// Parses `Enter`, or `j*20` for twenty of them.
  static func keys(_ word: String) throws(Problem) -> [Key] {
    var name = word[...]
    var count = 1
    if let star = word.lastIndex(of: "*"), star > word.startIndex {
      let digits = word[word.index(after: star)...]
      guard let times = number(digits), (1...1000).contains(times) else {
        throw Problem("expected a count from 1 to 1000 after the * in \(word)")
      }
      name = word[..<star]
      count = times
    }
    guard let key = Key(name: String(name)) else {
      throw Problem(
        "there is no key \(name); examples: a, A, Enter, Esc, S-Tab, PgDn, C-s, M-x, F1")
    }
    guard KeyEncoder.bytes(for: key) != nil else {
      throw Problem("no terminal sends \(name)")
    }
    return Array(repeating: key, count: count)
  }

  static func style(_ word: String) throws(Problem) -> Script.StyleCheck {
    switch word {
    case "bold": return .attribute(.bold)
    case "dim": return .attribute(.dim)
    case "italic": return .attribute(.italic)
    case "underline": return .attribute(.underline)
    case "reverse": return .attribute(.reverse)
    case "plain": return .attribute([])
    default: break
    }
    let parts = word.split(separator: "=", maxSplits: 1)
    if parts.count == 2 {
      switch parts[0] {
      case "fg": return .foreground(try color(parts[1]))
      case "bg": return .background(try color(parts[1]))
      case "role":
        if let role = Role(name: String(parts[1])) { return .role(role) }
        let known = Role.allCases.map(\.name).joined(separator: ", ")
        throw Problem("the theme has no role \(parts[1]); known are \(known)")
      default: break
      }
    }
    throw Problem(
      "expected reverse, bold, dim, italic, underline, plain, fg=…, bg=… or role=…, not \(word)")
  }

  private static let colorNames = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  private static func color(_ word: Substring) throws(Problem) -> Color {
    if word == "standard" { return .standard }
    if let index = colorNames.firstIndex(of: String(word)) { return .indexed(UInt8(index)) }
    guard let index = number(word), index <= 255 else {
      throw Problem("expected a color from 0 to 255, standard, or a name like red, not \(word)")
    }
    return .indexed(UInt8(index))
  }

  /// Parses digits only: `Int` alone would accept a sign.
  private static func number(_ digits: Substring) -> Int? {
    digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }
}
