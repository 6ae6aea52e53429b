import Regex
import TextEngine

/// A compiled vim pattern.
struct VimPattern {
  let source: String
  /// The forms for ASCII text, which is faster, and for any text.
  private let ascii: Form
  private let wide: Result<Form, VimFailure>
  /// Whether a match may contain or read a line end.
  let crossesLines: Bool
  private let ignoresCase: Bool
  var context = VimPatternContext()

  private typealias Form = (expression: VimExpression, regex: RegexPattern)

  /// Compiles a pattern; `replacement` is the text for `~`.
  init(
    _ source: String, options: VimOptions = VimOptions(), respectsSmartCase: Bool = true,
    ignoresCase forced: Bool? = nil, replacement: String? = nil
  ) throws(VimFailure) {
    self.source = source
    var ignores = options.search.ignoresCase
    if ignores, options.search.smartCase, respectsSmartCase, Self.hasUpperCase(source) {
      ignores = false
    }
    let ignoresCase = VimPatternReader.ignoresCase(source) ?? forced ?? ignores
    self.ignoresCase = ignoresCase
    func form(isWide: Bool) throws(VimFailure) -> Form {
      let expression = try VimTranslator.translate(
        source, isWide: isWide, ignoresCase: ignoresCase, replacement: replacement)
      return (expression, try RegexPattern(vim: expression.text, ignoresCase: ignoresCase))
    }
    ascii = try form(isWide: false)
    wide = Result { () throws(VimFailure) in try form(isWide: true) }
    crossesLines = ascii.expression.crossesLines
  }

  /// Whether a pattern has capitals for `smartcase`; letters after a backslash do not count.
  private static func hasUpperCase(_ source: String) -> Bool {
    var scalars = Array(source.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\\" {
        if let next = scalars.popFirst(), next == "_" || next == "%" { _ = scalars.popFirst() }
      } else if scalar.properties.isUppercase {
        return true
      }
    }
    return false
  }

  /// Patterns with the same name find the same, but for their context and `~`.
  var name: String { "\(ignoresCase) \(source)" }

  /// Whether its matches depend on the cursor, the selection or marks.
  var hasConditions: Bool { !ascii.expression.conditions.isEmpty }

  // MARK: - Matching

  func subject(_ text: VimText, line: Int) -> VimSubject {
    VimSubject(text, line: line, isAlone: !crossesLines)
  }

  /// Returns the first match tried from a column on. By `\zs` it may start in a later line.
  func match(in text: VimText, line: Int, from column: Int = 0) throws(VimFailure) -> VimMatch? {
    var subject = subject(text, line: line)
    return try match(&subject, from: column)
  }

  func match(_ subject: inout VimSubject, from column: Int) throws(VimFailure) -> VimMatch? {
    if subject.start + column > subject.end { return nil }
    while true {
      let (expression, regex) = subject.isWide ? try wide.get() : ascii
      let asker =
        expression.conditions.isEmpty
        ? nil : VimConditionChecker(expression.conditions, subject, context)
      var matcher = RegexMatcher(regex, .vim)
      let answer = matcher.match(
        subject.bytes.span, from: subject.start + column, to: subject.end,
        subject.isWhole || !crossesLines ? [] : .hasMore, within: subject.text.key.budget,
        if: asker?.holds)
      switch answer {
      case .match: return VimMatch(matcher.groups, expression, subject)
      case .nothing: return nil
      case .unsure: subject.grow()
      case .tooHard: throw .tooLong
      }
    }
  }
}

/// A match of a pattern.
struct VimMatch {
  var start: VimPosition
  /// The end; in column 0 of the next line if the match ends with a line end.
  var end: VimPosition
  /// The text of the match and its groups, with newlines between lines.
  var groups: [[UInt8]]

  fileprivate init(_ found: [Range<Int>?], _ expression: VimExpression, _ subject: VimSubject) {
    let whole = found[0] ?? 0..<0
    let low = expression.startGroups.compactMap { found[$0]?.lowerBound }.last ?? whole.lowerBound
    let high = expression.endGroups.compactMap { found[$0]?.lowerBound }.last ?? whole.upperBound
    start = subject.position(of: low)
    end = subject.position(of: max(low, high))
    groups = [Array(subject.bytes[low..<max(low, high)])]
    for group in expression.groups {
      groups.append(found[group].map { Array(subject.bytes[$0]) } ?? [])
    }
  }

  var isEmpty: Bool { start == end }
  /// The number of lines that the match spans.
  var lineCount: Int { end.line - start.line + 1 }
}

extension RegexPattern {
  /// Compiles a translated pattern. `(?C5)` in it checks condition 5 of those passed with a
  /// subject; the match continues only if it holds.
  convenience init(vim expression: String, ignoresCase: Bool) throws(VimFailure) {
    var options: RegexOptions = ignoresCase ? [.vim, .ignoresCase] : .vim
    // PCRE2 does not see that a condition before `.*` may hold in the middle of a line.
    if expression.contains("(?C") { options.insert(.startsAnywhere) }
    do throws(RegexProblem) {
      try self.init(Array(expression.utf8), options)
    } catch {
      throw VimFailure(message: "Invalid pattern: \(error.reason)")
    }
  }
}
