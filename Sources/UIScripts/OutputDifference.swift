/// Whether a command's output is what a script says, and where it is another one.
enum OutputDifference {
  private static let mostLines = 12
  /// Alone in a line it stands for any lines, or none.
  private static let gap: Substring = "..."

  static func hasGap(_ expected: String) -> Bool { lines(expected).contains(gap) }

  static func isNone(_ expected: String, _ actual: String) -> Bool {
    // The last newline of an output may be left out of the script.
    if actual == expected || actual == expected + "\n" { return true }
    let parts = lines(expected).split(separator: gap, omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
    var rest = lines(actual)[...]
    if rest.last == "", last.last != "" { rest.removeLast() }
    guard rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.suffix(last.count).elementsEqual(last)
  }

  /// The lines that differ, those of the script with `-` and those that came with `+`.
  static func text(_ expected: String, _ actual: String) -> String {
    // The last newline may be left out of the script.
    let isWithoutEnd = !expected.isEmpty && !expected.hasSuffix("\n") && actual.hasSuffix("\n")
    let actual = isWithoutEnd ? String(actual.dropLast()) : actual
    var (old, new) = (lines(expected)[...], lines(actual)[...])
    var before = 0
    while let line = old.first, line == new.first {
      old.removeFirst()
      new.removeFirst()
      before += 1
    }
    while let line = old.last, line == new.last {
      old.removeLast()
      new.removeLast()
    }
    return "the output differs from its line \(before + 1) on:"
      + shown(old, "-") + shown(new, "+")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func shown(_ lines: ArraySlice<Substring>, _ sign: String) -> String {
    var text = lines.prefix(mostLines).map { "\n  \(sign) \(ScriptTokens.quoting(String($0)))" }
      .joined()
    if lines.count > mostLines { text += "\n  \(sign) and \(lines.count - mostLines) lines more" }
    return text
  }
}
