import CPcre2

package enum RegexAnswer: Equatable, Sendable {
  case match(Range<Int>)
  case nothing
  /// The match from this offset depends on how the text continues.
  case unsure(Int)
  case tooHard
}

/// Matches an expression. It owns all memory that PCRE2 writes to during a match, so it is used for
/// one match at a time.
package struct RegexMatcher: ~Copyable {
  package struct Options: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The text may continue after its end.
    package static let hasMore = Options(rawValue: UInt32(PCRE2_PARTIAL_HARD))
    /// An empty match at the start does not count.
    package static let isNotEmpty = Options(rawValue: UInt32(PCRE2_NOTEMPTY_ATSTART))
    /// The whole text from the start on must match.
    package static let isWhole = Options(
      rawValue: UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED))
    /// Counts each step, by not using compiled code.
    package static let isSlow = Options(rawValue: UInt32(PCRE2_NO_JIT))
  }

  /// The answer to a callout `(?C5)`: whether the match continues, by the callout's number and the
  /// offset. Nil ends the match as too hard.
  package typealias Condition = (_ number: Int, _ offset: Int) -> Bool?

  package var limits: RegexLimits
  private let pattern: RegexPattern
  private let data: OpaquePointer?
  private let context: OpaquePointer?
  /// Made once the small stack of the thread itself does not suffice.
  private var stack: OpaquePointer?
  /// The number of known groups of the last match, including the match itself.
  private var known = 0

  package init(_ pattern: RegexPattern, _ limits: RegexLimits) {
    self.pattern = pattern
    self.limits = limits
    data = pcre2_match_data_create_from_pattern_8(pattern.code, nil)
    context = pcre2_match_context_create_8(nil)
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    pcre2_jit_stack_free_8(stack)
  }

  /// Returns the first match that starts from `start` to `last`. `other` must have the same groups
  /// as the pattern.
  package mutating func match(
    _ text: Span<UInt8>, from start: Int, to last: Int? = nil, _ options: Options = [],
    as other: RegexPattern? = nil, if condition: Condition? = nil
  ) -> RegexAnswer {
    let pattern = other ?? pattern
    pcre2_set_match_limit_8(context, UInt32(clamping: limits.steps))
    pcre2_set_heap_limit_8(context, UInt32(clamping: limits.memory))
    // The largest `size_t` means no limit.
    pcre2_set_offset_limit_8(context, last ?? -1)
    var answer = run(pattern, text, start, options, condition)
    if answer == PCRE2_ERROR_JIT_STACKLIMIT, stack == nil {
      stack = pcre2_jit_stack_create_8(1 << 15, 1 << 20, nil)
      pcre2_jit_stack_assign_8(context, nil, stack.map { UnsafeMutableRawPointer($0) })
      answer = run(pattern, text, start, options, condition)
    }
    // There is more room without compiled code.
    if answer == PCRE2_ERROR_JIT_STACKLIMIT {
      answer = run(pattern, text, start, options.union(.isSlow), condition)
    }
    let isPartial = answer == PCRE2_ERROR_PARTIAL
    known = answer >= 0 ? pattern.groupCount + 1 : isPartial ? 1 : 0
    if answer == PCRE2_ERROR_NOMATCH { return .nothing }
    guard let whole = group(0) else { return .tooHard }
    return isPartial ? .unsure(whole.lowerBound) : .match(whole)
  }

  /// Returns the range of a group in the last match; nil if it took no part, or nothing matched.
  package func group(_ number: Int) -> Range<Int>? {
    if number >= known { return nil }
    let group = cpcre2_group(data, number)
    return group.took_part ? group.start..<group.end : nil
  }

  /// The range of the last match, and those of its groups.
  package var groups: [Range<Int>?] { (0...pattern.groupCount).map { group($0) } }

  private func run(
    _ pattern: RegexPattern, _ text: Span<UInt8>, _ start: Int, _ options: Options,
    _ condition: Condition?
  ) -> Int32 {
    let (data, context) = (data, context)
    let flags = options.rawValue | pattern.flagsOfMatch
    return text.withUnsafeBufferPointer { text in
      guard let condition else {
        return pcre2_match_8(
          pattern.code, text.baseAddress, text.count, start, flags, data, context)
      }
      return withUnsafePointer(to: condition) { condition in
        pcre2_set_callout_8(context, Self.ask, UnsafeMutableRawPointer(mutating: condition))
        defer { pcre2_set_callout_8(context, nil, nil) }
        return pcre2_match_8(
          pattern.code, text.baseAddress, text.count, start, flags, data, context)
      }
    }
  }

  private static let ask:
    @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 =
      { block, condition in
        guard let block, let condition else { return 0 }
        let holds = condition.assumingMemoryBound(to: Condition.self).pointee
        return holds(Int(block.pointee.callout_number), block.pointee.current_position)
          .map { $0 ? 0 : 1 } ?? PCRE2_ERROR_CALLOUT
      }
}
