/// Parses scripts. Every mistake is found before anything runs.
package struct ScriptParser {
  private typealias Problem = ScriptTokens.Problem
  private let file: String
  /// Whether `screen` blocks may be empty, because recording fills them.
  private let allowsEmptyScreens: Bool
  private var lines: [String]
  private var steps: [Script.Step] = []
  private var errors: [ScriptError] = []
  private var hasStarted = false

  /// Parses a script, or throws all its mistakes at once.
  package static func parse(
    _ text: String, file: String, allowsEmptyScreens: Bool = false
  ) throws(ScriptErrors) -> Script {
    var parser = ScriptParser(text, file: file, allowsEmptyScreens: allowsEmptyScreens)
    return try parser.script()
  }

  private init(_ text: String, file: String, allowsEmptyScreens: Bool) {
    self.file = file
    self.allowsEmptyScreens = allowsEmptyScreens
    // By scalars: as `Character`, CR LF is one, and other separators are newlines too.
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  private mutating func script() throws(ScriptErrors) -> Script {
    var index = 0
    while index < lines.count {
      let line = Self.trimmed(lines[index])
      let number = index + 1
      index += 1
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("|") {
        fail(number, "a row of a screen without a “screen” before it")
        while index < lines.count, lines[index].hasPrefix("|") { index += 1 }
        continue
      }
      let verb = line.prefix { !$0.isBlank }
      do throws(Problem) {
        let parsed: Script.Verb
        if verb == "screen" {
          let first = index
          while index < lines.count, lines[index].hasPrefix("|") { index += 1 }
          var tokens = try ScriptTokens(line.dropFirst(verb.count))
          try tokens.end()
          parsed = .screen(screenRows(first..<index))
          if first == index, !allowsEmptyScreens {
            throw Problem("expected the screen's rows below, each as |…|")
          }
        } else {
          parsed = try Self.verb(String(verb), line.dropFirst(verb.count))
        }
        if case .vault = parsed { try mustComeBeforeStart() }
        if case .encryptedVault = parsed { try mustComeBeforeStart() }
        hasStarted = hasStarted || parsed.needsApp
        steps.append(Script.Step(line: number, text: String(line), verb: parsed))
      } catch {
        fail(number, error.message)
      }
    }
    if !errors.isEmpty { throw ScriptErrors(all: errors) }
    let opening = lines.map(Self.trimmed).first { !$0.isEmpty }
    let sentence = opening.flatMap { $0.hasPrefix("#") ? $0.drop { "# \t".contains($0) } : nil }
    return Script(file: file, sentence: sentence.map(String.init), steps: steps, lines: lines)
  }

  private mutating func fail(_ line: Int, _ message: String) {
    errors.append(ScriptError(file: file, line: line, message: message))
  }

  private func mustComeBeforeStart() throws(Problem) {
    if hasStarted { throw Problem("the vault is chosen before the app starts: move this line up") }
  }

  private mutating func screenRows(_ range: Range<Int>) -> [Script.ScreenRow] {
    range.map { index in
      let line = Self.trimmed(lines[index])
      let inner = line.dropFirst()
      if inner.hasPrefix("...") {
        let rest = inner.dropFirst(3)
        if (rest.last == "|" ? rest.dropLast() : rest).allSatisfy(\.isBlank) { return .any }
      }
      if line.count < 2 || line.last != "|" {
        fail(index + 1, "a row of a screen ends with a bar, so that its trailing blanks show")
      }
      return .text(String(inner.dropLast()))
    }
  }

  private static func trimmed(_ line: String) -> Substring {
    var line = line.drop(while: \.isBlank)
    while let last = line.last, last.isBlank || last == "\r" { line.removeLast() }
    return line
  }
}
