import CPcre2

package struct BasePatternProblem: Error {
  package var reason: String
}

/// A regular expression of JavaScript's.
///
/// `@unchecked Sendable`: all properties are constants, and once `init` is over PCRE2 only reads what it
/// compiled; each match brings its own memory.
package final class BasePattern: @unchecked Sendable {
  let source: String
  let flags: String
  private let code: OpaquePointer

  package var isGlobal: Bool { flags.contains("g") }
  package var text: String { "/\(source)/\(flags)" }

  /// One that goes on trying beyond this would hold up everything.
  private static let mostSteps: UInt32 = 200_000
  /// Most need less.
  private static let usualSteps: UInt32 = 1_000
  /// What a try costs, in steps of a budget.
  package static let usualPrice = 40
  package static let hardPrice = 20_000
  private static let longest = 10_000

  package init(_ source: String, flags: String) throws(BasePatternProblem) {
    self.source = source
    self.flags = flags
    var options =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C)
      | UInt32(PCRE2_ALT_BSUX) | UInt32(PCRE2_MATCH_UNSET_BACKREF)
      | UInt32(PCRE2_ALLOW_EMPTY_CLASS) | UInt32(PCRE2_DOLLAR_ENDONLY)
    for flag in flags {
      switch flag {
      case "i": options |= UInt32(PCRE2_CASELESS)
      case "m": options |= UInt32(PCRE2_MULTILINE)
      case "s": options |= UInt32(PCRE2_DOTALL)
      case "g", "u", "y", "d", "v": break
      default:
        throw BasePatternProblem(reason: "a regular expression has no flag \(flag)")
      }
    }
    guard source.utf8.count <= Self.longest else {
      throw BasePatternProblem(reason: "the regular expression is too long")
    }
    var (failure, place) = (Int32(0), 0)
    var text = source
    let code = text.withUTF8 {
      pcre2_compile_8($0.baseAddress, $0.count, options, &failure, &place, nil)
    }
    guard let code else {
      var words = [UInt8](repeating: 0, count: 256)
      let count = pcre2_get_error_message_8(failure, &words, words.count)
      let reason =
        count > 0 ? String(decoding: words.prefix(Int(count)), as: UTF8.self) : "it is wrong"
      throw BasePatternProblem(reason: "the regular expression: \(reason)")
    }
    self.code = code
  }

  deinit { pcre2_code_free_8(code) }

  /// Where it and its groups match, from a byte on; nil where it does not. A group that took no part is
  /// nil.
  package func match(
    in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) throws(BasePatternProblem) -> [Range<Int>?]? {
    var isHard = false
    return try match(in: text, from: start, isHard: &isHard)
  }

  /// `isHard` is set where that took much work, even if it fails.
  package func match(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, isHard: inout Bool
  ) throws(BasePatternProblem) -> [Range<Int>?]? {
    let found = pcre2_match_data_create_from_pattern_8(code, nil)
    let context = pcre2_match_context_create_8(nil)
    defer {
      pcre2_match_data_free_8(found)
      pcre2_match_context_free_8(context)
    }
    // In KiB.
    pcre2_set_heap_limit_8(context, 20_000)
    func run(_ limit: UInt32) -> Int32 {
      pcre2_set_match_limit_8(context, limit)
      return pcre2_match_8(
        code, text.baseAddress, text.count, start, UInt32(PCRE2_NO_UTF_CHECK), found, context)
    }
    var answer = run(Self.usualSteps)
    if answer == PCRE2_ERROR_MATCHLIMIT {
      isHard = true
      answer = run(Self.mostSteps)
    }
    if answer == PCRE2_ERROR_NOMATCH { return nil }
    guard answer >= 0 else {
      throw BasePatternProblem(reason: "the regular expression takes too long")
    }
    return (0..<Int(pcre2_get_ovector_count_8(found))).map { number in
      let group = cpcre2_group(found, number)
      return group.took_part ? group.start..<group.end : nil
    }
  }
}
