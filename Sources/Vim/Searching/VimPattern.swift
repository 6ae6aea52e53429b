import Regex
import TextEngine

/// One of vim's patterns, ready to be matched.
struct VimPattern {
  let source: String
  /// For text that is ASCII alone, which is faster, and for any.
  private let ascii: Form
  private let wide: Result<Form, VimFailure>
  /// A match may hold or see a line end.
  let crossesLines: Bool
  var context = VimPatternContext()

  private typealias Form = (expression: VimExpression, regex: RegexPattern)

  /// `replacement` is what `~` means.
  init(
    _ source: String, options: VimOptions = VimOptions(), mindsSmartCase: Bool = true,
    ignoresCase forced: Bool? = nil, replacement: String? = nil
  ) throws(VimFailure) {
    self.source = source
    var ignores = options.ignoresCase
    if ignores, options.smartCase, mindsSmartCase, Self.hasUpperCase(source) { ignores = false }
    let ignoresCase = VimPatternReader.ignoresCase(source) ?? forced ?? ignores
    func form(isWide: Bool) throws(VimFailure) -> Form {
      let expression = try VimTranslator.translate(
        source, isWide: isWide, ignoresCase: ignoresCase, replacement: replacement)
      return (expression, try RegexPattern(vim: expression.text, ignoresCase: ignoresCase))
    }
    ascii = try form(isWide: false)
    wide = Result { () throws(VimFailure) in try form(isWide: true) }
    crossesLines = ascii.expression.crossesLines
  }

  /// For `smartcase`: letters behind a backslash do not count.
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

  // MARK: - Matching

  func subject(_ text: VimText, line: Int) -> VimSubject {
    VimSubject(text, line: line, isAlone: !crossesLines)
  }

  /// The first match that is tried from a column of a line on. It may start in a later line, by `\zs`.
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
        ? nil : VimAsker(expression.conditions, subject, context)
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

/// Where a pattern matched.
struct VimMatch {
  var start: VimPosition
  /// Behind its last byte; in column 0 of the next line where it ends with a line end.
  var end: VimPosition
  /// What it and its groups hold: lines are parted by newlines.
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
  /// How many lines it is in.
  var lineCount: Int { end.line - start.line + 1 }
}

extension RegexPattern {
  /// A translated pattern. `(?C5)` in it asks the fifth of the conditions that come with a subject; the
  /// match goes on where it holds.
  convenience init(vim expression: String, ignoresCase: Bool) throws(VimFailure) {
    do throws(RegexProblem) {
      try self.init(Array(expression.utf8), ignoresCase ? [.vim, .ignoresCase] : .vim)
    } catch {
      throw VimFailure(message: "Invalid pattern: \(error.reason)")
    }
  }
}
