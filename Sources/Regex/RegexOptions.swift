import CPcre2

/// The meaning of an expression: the rules of one of three languages, and options.
package struct RegexOptions: OptionSet, Sendable {
  /// PCRE2's own bits, and above them our own.
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(_ bit: some BinaryInteger) { rawValue = UInt64(bit) }

  package static let ignoresCase = RegexOptions(PCRE2_CASELESS)
  /// `^` and `$` match at each line.
  package static let hasLines = RegexOptions(PCRE2_MULTILINE)
  /// `.` matches line ends too.
  package static let dotMatchesLineEnds = RegexOptions(PCRE2_DOTALL)
  /// An expression that starts with `.*` is tried at every offset, and not once per line.
  package static let startsAnywhere = RegexOptions(PCRE2_NO_DOTSTAR_ANCHOR)

  /// For the editor and searches. Line ends of any kind count for `^`, `$` and `.`.
  package static let text: RegexOptions = [.hasLines, .ofUnicode, .anyBytes, .anyLineEnd, .fast]
  /// For translated vim patterns.
  package static let vim: RegexOptions = [.hasLines, .anyBytes, .unsetGroupsMatch, .fast]
  /// For bases and queries. It matches only strings, and each expression only a few.
  package static let javaScript: RegexOptions = [
    .ofUnicode, .unsetGroupsMatch, RegexOptions(PCRE2_ALT_BSUX),
    RegexOptions(PCRE2_ALLOW_EMPTY_CLASS), RegexOptions(PCRE2_DOLLAR_ENDONLY),
  ]

  private static let ofUnicode = RegexOptions(PCRE2_UCP)
  private static let unsetGroupsMatch = RegexOptions(PCRE2_MATCH_UNSET_BACKREF)
  /// Bytes that are not UTF-8 match nothing, but the text around them can match.
  static let anyBytes = RegexOptions(PCRE2_MATCH_INVALID_UTF)
  static let anyLineEnd = RegexOptions(UInt64(1) << 32)
  /// Compiled to machine code. Without it, a match is slower but the same.
  static let fast = RegexOptions(UInt64(1) << 33)

  var flags: UInt32 {
    UInt32(truncatingIfNeeded: rawValue) | UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C)
      | UInt32(PCRE2_USE_OFFSET_LIMIT)
  }
}

/// The cost limits of one match, for all callers.
package struct RegexLimits: Sendable {
  /// The number of steps from each start.
  package var steps: Int
  /// In KiB.
  var memory = 20_000

  /// For an expression in a base or a query; below it, a limit that suffices for most.
  package static let query = RegexLimits(steps: 200_000)
  package static let usualQuery = RegexLimits(steps: 1_000)
  package static let search = RegexLimits(steps: 1_000_000)
  /// The upper limit; the budget may leave less.
  package static let vim = RegexLimits(steps: 100_000_000, memory: 64 << 10)
  /// For one start in the editor's text, tried alone and without compiled code, which does not
  /// count each step.
  package static let editor = RegexLimits(steps: 20_000_000, memory: 64 << 10)

  /// Returns the same limits with other steps.
  package func trying(_ steps: Int) -> RegexLimits { RegexLimits(steps: steps, memory: memory) }
}
