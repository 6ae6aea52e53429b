import Bytes
package import Regex

/// A search for text or for an expression, as typed by a person.
///
/// ```swift
/// let search = try TextSearch(Array("word".utf8))
/// let step = try search.next(from: cursor, in: text)
/// ```
package struct TextSearch: Sendable {
  package struct Options: Hashable, Sendable {
    package var letters: SearchCase
    /// Whether matches inside a longer word are rejected.
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

  /// A match; for an expression also the ranges of its groups, the whole match first.
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
  /// Whether upper and lower case are treated the same.
  package let ignoresCase: Bool
  let way: Way
  /// The limit for an expression; over it, a search ends as canceled or too hard.
  package var budget: RegexBudget?

  /// Creates a search; throws if the pattern is not valid.
  package init(_ pattern: [UInt8], _ options: Options = Options()) throws(SearchTrouble) {
    if pattern.isEmpty { throw .empty }
    self.pattern = pattern
    self.options = options
    let traits = options.isExpression ? PatternTraits(pattern) : nil
    let hasCapital = traits?.hasCapital ?? SearchCase.hasCapital(pattern)
    ignoresCase = options.letters == .ignored || (options.letters == .smart && !hasCapital)
    let isPlain = traits?.isPlain ?? true
    // The case of letters beyond ASCII is only known to PCRE2; invalid UTF-8 has no case.
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

  /// The number of groups in an expression, without the whole match.
  package var groupCount: Int {
    if case .expression(let code) = way { return code.pattern.groupCount }
    return 0
  }

  /// Returns the numbers of the groups with a name; empty if there are none.
  func groups(named name: String) -> [Int] {
    if case .expression(let code) = way { return code.pattern.names[name] ?? [] }
    return []
  }

  /// Whether matches depend on a single line only.
  var staysInLine: Bool {
    switch way {
    case .literal: !pattern.contains(.lineFeed)
    case .expression(let code): code.staysInLine
    }
  }
}

/// The handling of case in a search.
package enum SearchCase: Sendable, Hashable, CaseIterable {
  /// Ignores case unless the pattern has a capital letter.
  case smart
  case exact
  case ignored

  /// Whether a character is a capital letter in any script.
  static func isCapital(_ character: ArraySlice<UInt8>) -> Bool {
    guard let first = character.first else { return false }
    if first < 0x80 { return first &- UInt8(ascii: "A") < 26 }
    guard let scalar = scalar(character) else { return false }
    return scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
  }

  /// Whether a text contains a capital letter.
  static func hasCapital(_ text: [UInt8]) -> Bool {
    characters(of: text).contains { isCapital($0) }
  }

  /// Whether a text contains a letter beyond ASCII that has upper and lower case.
  static func hasCaseBeyondASCII(_ text: [UInt8]) -> Bool {
    characters(of: text).contains { character in
      guard character.count > 1, let scalar = scalar(character) else { return false }
      return scalar.properties.changesWhenCaseMapped || scalar.properties.changesWhenCaseFolded
    }
  }

  private static func scalar(_ character: ArraySlice<UInt8>) -> Unicode.Scalar? {
    String(decoding: character, as: UTF8.self).unicodeScalars.first
  }

  private static func characters(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var index = 0
    while index < text.count {
      let end = min(text.count, index + UTF8Scalars.length(startingWith: text[index]))
      parts.append(text[index..<end])
      index = end
    }
    return parts
  }
}

extension TextSearch {
  /// The result of a scan.
  struct Progress: Hashable, Sendable {
    /// The position where the next match may start.
    var next: SearchStart
    /// The end of the text that was read.
    var seen: ByteOffset
  }

  /// Passes the matches that start at or after an offset and before another, without overlaps,
  /// until `body` returns false. A stop past the end of the text allows an empty match there.
  @discardableResult
  func scan(
    _ text: Rope, from start: SearchStart, startsBefore stop: ByteOffset,
    _ isCancelled: () -> Bool, _ body: (Match) -> Bool
  ) throws(SearchTrouble) -> Progress {
    switch way {
    case .literal(let search):
      return try scan(search, text, start, stop, isCancelled, body)
    case .expression(let code):
      let scan = RegexScan(code, text, from: start, startsBefore: stop, within: budget)
      let isSpent = budget?.meter()
      while let range = try scan.nextMatch({ isCancelled() || isSpent?() == true }) {
        if !body(Match(range: range, groups: scan.groups())) {
          return Progress(next: scan.next, seen: scan.seen)
        }
      }
      return Progress(next: scan.end, seen: scan.seen)
    }
  }

  private func scan(
    _ search: LiteralSearch, _ text: Rope, _ start: SearchStart, _ stop: ByteOffset,
    _ isCancelled: () -> Bool, _ body: (Match) -> Bool
  ) throws(SearchTrouble) -> Progress {
    // The bytes needed to see whether a word continues.
    let context = 4
    let high = min(stop, text.end)
    let seen = min(text.end, high + search.byteCount + context)
    if start.offset >= high { return Progress(next: start, seen: seen) }
    var next = start.offset
    var isStopped = false
    let isWhole = search.scan(text, start.offset..<high, isCancelled) { match in
      next = match.upperBound
      if body(Match(range: match, groups: [])) { return match.upperBound }
      isStopped = true
      return nil
    }
    if isStopped { return Progress(next: SearchStart(next), seen: seen) }
    if !isWhole { throw .cancelled }
    return Progress(next: SearchStart(max(next, stop)), seen: seen)
  }
}

extension TextSearch {
  /// Returns all matches inside a range, up to a limit.
  package func matches(
    inside range: Range<ByteOffset>, of text: Rope, limit: Int = .max,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> [Range<ByteOffset>] {
    var matches: [Range<ByteOffset>] = []
    try scan(
      text, from: SearchStart(range.lowerBound), startsBefore: stop(inside: range, of: text),
      isCancelled
    ) { match in
      if matches.count == limit { return false }
      if match.range.upperBound <= range.upperBound { matches.append(match.range) }
      return true
    }
    return matches
  }

  /// Returns the matches that touch a range of the screen. Searches from a little before it, so the
  /// length of the text does not matter.
  package func matches(
    touching range: Range<ByteOffset>, of text: Rope, limit: Int = 10_000,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> [Range<ByteOffset>] {
    var matches: [Range<ByteOffset>] = []
    let start = restart(before: range.lowerBound, of: text)
    try scan(text, from: start, startsBefore: range.upperBound + 1, isCancelled) {
      let match = $0.range
      let isSeen =
        match.isEmpty
        ? match.lowerBound >= range.lowerBound
        : match.upperBound > range.lowerBound && match.lowerBound < range.upperBound
      if isSeen { matches.append(match) }
      return matches.count < limit
    }
    return matches
  }

  /// Returns the stop for matches inside a range: an empty match may be at its end, but not at the
  /// start of the line after it.
  func stop(inside range: Range<ByteOffset>, of text: Rope) -> ByteOffset {
    let high = range.upperBound
    let isLineStart = high > .zero && high < text.end && text[high - 1] == .lineFeed
    return isLineStart && !range.isEmpty ? high : high + 1
  }

  /// Returns an offset from which matches near `offset` are found as from far before it: the start
  /// of its line, or of an earlier line if matches may cross line ends.
  func restart(before offset: ByteOffset, of text: Rope) -> SearchStart {
    let far = max(.zero, offset - Self.warmUp)
    let line = text.start(of: text.line(at: staysInLine ? offset : far))
    return SearchStart(offset - line <= Self.warmUp * 2 ? line : far)
  }

  /// The number of bytes searched before an offset, so that no match is found from its middle.
  static let warmUp = 4_096
}
