import CPcre2

/// What an expression means: the rules of one of the three languages, and more.
package struct RegexOptions: OptionSet, Sendable {
  /// PCRE2's own bits, and above them ours.
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(_ bit: some BinaryInteger) { rawValue = UInt64(bit) }

  package static let ignoresCase = RegexOptions(PCRE2_CASELESS)
  /// `^` and `$` match at each line.
  package static let hasLines = RegexOptions(PCRE2_MULTILINE)
  /// `.` matches line ends too.
  package static let dotTakesAll = RegexOptions(PCRE2_DOTALL)
  /// What starts with `.*` is tried everywhere, and not once in a line.
  package static let startsAnywhere = RegexOptions(PCRE2_NO_DOTSTAR_ANCHOR)

  /// In the editor and in searches. Line ends of any kind end lines for `^`, `$` and `.`.
  package static let text: RegexOptions = [.hasLines, .ofUnicode, .anyBytes, .anyLineEnd, .fast]
  /// What a pattern of vim's is translated to.
  package static let vim: RegexOptions = [.hasLines, .anyBytes, .unsetGroupsMatch, .fast]
  /// In bases and queries. It matches strings alone, and each expression only a few.
  package static let javaScript: RegexOptions = [
    .ofUnicode, .unsetGroupsMatch, RegexOptions(PCRE2_ALT_BSUX),
    RegexOptions(PCRE2_ALLOW_EMPTY_CLASS), RegexOptions(PCRE2_DOLLAR_ENDONLY),
  ]

  private static let ofUnicode = RegexOptions(PCRE2_UCP)
  private static let unsetGroupsMatch = RegexOptions(PCRE2_MATCH_UNSET_BACKREF)
  /// Bytes that are no UTF-8 match nothing and hide nothing around them.
  static let anyBytes = RegexOptions(PCRE2_MATCH_INVALID_UTF)
  static let anyLineEnd = RegexOptions(UInt64(1) << 32)
  /// Compiled to the processor's code. Without it a match is slower and the same.
  static let fast = RegexOptions(UInt64(1) << 33)

  var flags: UInt32 {
    UInt32(truncatingIfNeeded: rawValue) | UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C)
      | UInt32(PCRE2_USE_OFFSET_LIMIT)
  }
}

/// How much one match may cost: the one policy for all who match.
package struct RegexLimits: Sendable {
  /// How often PCRE2 tries on from each start.
  package var steps: Int
  /// In KiB.
  var memory = 20_000

  /// For an expression in a base or a query, and what most of them need.
  package static let query = RegexLimits(steps: 200_000)
  package static let usualQuery = RegexLimits(steps: 1_000)
  package static let search = RegexLimits(steps: 1_000_000)
  /// What a budget leaves of it.
  package static let vim = RegexLimits(steps: 100_000_000, memory: 64 << 10)
  /// For one start in the editor's text, tried alone and without the processor's code, which does not
  /// count each step.
  package static let editor = RegexLimits(steps: 20_000_000, memory: 64 << 10)

  /// The same with other steps.
  package func trying(_ steps: Int) -> RegexLimits { RegexLimits(steps: steps, memory: memory) }
}
