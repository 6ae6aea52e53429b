/// Where a command's output is another one than a script says.
enum OutputDifference {
  private static let mostLines = 12

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
