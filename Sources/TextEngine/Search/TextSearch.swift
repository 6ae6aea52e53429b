package import Regex

/// Looks for words or for an expression, as somebody typed them.
///
/// ```swift
/// let search = try TextSearch(Array("word".utf8))
/// let step = try search.next(from: cursor, in: text)
/// ```
package struct TextSearch: Sendable {
  package struct Options: Hashable, Sendable {
    package var letters: SearchCase
    /// No word goes on over an end of a match.
    package var isWholeWord: Bool
    package var isExpression: Bool

    package init(
      letters: SearchCase = .smart, isWholeWord: Bool = false, isExpression: Bool = false
    ) {
      self.letters = letters
      self.isWholeWord = isWholeWord
      self.isExpression = isExpression
    }
  }

  /// A match, and for an expression where its groups stand, the whole match first.
  package struct Match: Hashable, Sendable {
    package var range: Range<ByteOffset>
    package var groups: [Range<ByteOffset>?]
  }

  enum Way: Sendable {
    case literal(LiteralSearch)
    case expression(RegexCode)
  }

  package let pattern: [UInt8]
  package let options: Options
  /// Whether small and capital letters are the same.
  package let ignoresCase: Bool
  let way: Way
  /// What an expression may cost; where that is too little, a search ends as cancelled or too hard.
  package var budget: RegexBudget?

  /// Throws what is wrong with the pattern.
  package init(_ pattern: [UInt8], _ options: Options = Options()) throws(SearchTrouble) {
    if pattern.isEmpty { throw .empty }
    self.pattern = pattern
    self.options = options
    let traits = options.isExpression ? PatternTraits(pattern) : nil
    let hasCapital = traits?.hasCapital ?? SearchCase.hasCapital(pattern)
    ignoresCase = options.letters == .ignored || (options.letters == .smart && !hasCapital)
    let isPlain = traits?.isPlain ?? true
    // Letters beyond ASCII have cases that only PCRE2 knows; bytes that are no text have none.
    let needsTable =
      ignoresCase && SearchCase.hasCaseBeyondASCII(pattern)
      && String(validating: pattern, as: UTF8.self) != nil
    if isPlain, !needsTable,
      let search = LiteralSearch(
        pattern, ignoringCase: ignoresCase, wholeWord: options.isWholeWord)
    {
      way = .literal(search)
      return
    }
    let code = RegexCode.Options(
      ignoresCase: ignoresCase, isWholeWord: options.isWholeWord, isLiteral: isPlain)
    way = .expression(try RegexCode(pattern, code))
  }

  /// How many groups an expression has, the whole match not counted.
  package var groupCount: Int {
    if case .expression(let code) = way { return code.pattern.groupCount }
    return 0
  }

  /// The numbers of the groups of a name, empty if there is none.
  func groups(named name: String) -> [Int] {
    if case .expression(let code) = way { return code.pattern.names[name] ?? [] }
    return []
  }

  /// Whether what stands on one line says all about its matches.
  var staysInLine: Bool {
    switch way {
    case .literal: !pattern.contains(.lineFeed)
    case .expression(let code): code.staysInLine
    }
  }
}
