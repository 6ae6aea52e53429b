import CPcre2

/// A problem in an expression, with its byte offset.
package struct RegexProblem: Error, Equatable {
  package let reason: String
  package let offset: Int
}

/// A compiled expression.
///
/// `@unchecked Sendable`: PCRE2 only reads the compiled code; a match writes only to its `RegexMatcher`.
package final class RegexPattern: @unchecked Sendable {
  let code: OpaquePointer
  package let groupCount: Int
  /// Strings are known to be valid, so a pattern for them skips the check.
  let flagsOfMatch: UInt32

  private static let longest = 1 << 18

  /// Without the options for text or vim, it matches only valid UTF-8, from the start of a character.
  package init(_ source: [UInt8], _ options: RegexOptions) throws(RegexProblem) {
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    let lineEnd = options.contains(.anyLineEnd) ? PCRE2_NEWLINE_ANYCRLF : PCRE2_NEWLINE_LF
    pcre2_set_newline_8(context, UInt32(lineEnd))
    pcre2_set_max_pattern_length_8(context, Self.longest)
    var (failure, offset) = (Int32(0), 0)
    let code = source.withUnsafeBufferPointer {
      pcre2_compile_8($0.baseAddress, $0.count, options.flags, &failure, &offset, context)
    }
    guard let code else {
      throw RegexProblem(reason: Self.reason(failure), offset: min(offset, source.count))
    }
    if options.contains(.fast) {
      _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE) | UInt32(PCRE2_JIT_PARTIAL_HARD))
    }
    self.code = code
    flagsOfMatch = options.contains(.anyBytes) ? 0 : UInt32(PCRE2_NO_UTF_CHECK)
    groupCount = Self.fact(PCRE2_INFO_CAPTURECOUNT, of: code)
  }

  deinit { pcre2_code_free_8(code) }

  /// The group numbers for each name.
  package var names: [String: [Int]] {
    var table: UnsafePointer<UInt8>?
    guard pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table) == 0, let table else {
      return [:]
    }
    let size = Self.fact(PCRE2_INFO_NAMEENTRYSIZE, of: code)
    var names: [String: [Int]] = [:]
    for entry in 0..<Self.fact(PCRE2_INFO_NAMECOUNT, of: code) {
      let bytes = UnsafeBufferPointer(start: table + entry * size, count: size)
      let name = String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
      names[name, default: []].append(Int(bytes[0]) << 8 | Int(bytes[1]))
    }
    return names
  }

  /// The number of characters before the start that a match may examine.
  package var lookBehind: Int { Self.fact(PCRE2_INFO_MAXLOOKBEHIND, of: code) }
  /// Whether it is tried only at line starts, as for `^` and `.*`.
  package var startsLines: Bool { Self.fact(PCRE2_INFO_FIRSTCODETYPE, of: code) == 2 }

  /// PCRE2's version.
  package static var version: String {
    var text = [UInt8](repeating: 0, count: 64)
    guard pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), &text) > 0 else { return "" }
    // The version's date follows.
    return String(decoding: text.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  private static func fact(_ what: Int32, of code: OpaquePointer) -> Int {
    var value: UInt32 = 0
    return pcre2_pattern_info_8(code, UInt32(what), &value) == 0 ? Int(value) : 0
  }

  private static func reason(_ failure: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(failure, &text, text.count)
    return count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF8.self) : "it is wrong"
  }
}
