import Bytes
import CPcre2

/// A compiled expression. Bytes that are no UTF-8 match nothing and hide nothing around them.
///
/// `@unchecked Sendable`: all properties are constants, and PCRE2 only reads what it compiled; each
/// scan brings the memory that it writes to.
final class RegexCode: @unchecked Sendable {
  let code: OpaquePointer
  /// The same for bytes that are no text, where it is not enough to try a match at the start of
  /// each line: `.*` ends at such bytes as it does at a line end.
  let codeForBroken: OpaquePointer?
  let groupCount: Int
  /// The numbers of each named group.
  let names: [String: [Int]]
  /// No match holds or needs to see a line end, but the one right before it or behind it.
  let staysInLine: Bool
  /// Whether a match may start later than where it was tried: behind `\K`.
  let movesStart: Bool
  /// How many bytes before a place may say whether a match starts there.
  let bytesBehind: Int
  /// A word that goes on over an end of a match forbids it.
  let isWholeWord: Bool

  struct Options {
    var ignoresCase = false
    var isWholeWord = false
    /// Every character stands for itself.
    var isLiteral = false
    /// What starts with `.*` is tried everywhere, and not once in a line.
    var startsAnywhere = false
  }

  init(_ pattern: [UInt8], _ options: Options) throws(SearchTrouble) {
    var traits = PatternTraits()
    if options.isLiteral {
      traits.staysInLine = !pattern.contains(.lineFeed) && !pattern.contains(.carriageReturn)
    } else {
      traits = PatternTraits(pattern)
      if let refusal = traits.refusal {
        throw .badExpression(reason: refusal.reason, at: refusal.place)
      }
    }
    let source = options.isLiteral ? Self.quoted(pattern) : pattern
    var code = try Self.compile(source, options)
    if options.isWholeWord {
      pcre2_code_free_8(code)
      code = try Self.compileWholeWord(source, options)
    }
    self.code = code
    var startsAnywhere = options
    startsAnywhere.startsAnywhere = true
    codeForBroken =
      Self.info(code, PCRE2_INFO_FIRSTCODETYPE) != 2
      ? nil
      : options.isWholeWord
        ? try? Self.compileWholeWord(source, startsAnywhere)
        : try? Self.compile(source, startsAnywhere)
    groupCount = Self.info(code, PCRE2_INFO_CAPTURECOUNT)
    names = Self.names(code)
    staysInLine = traits.staysInLine
    movesStart = traits.movesStart
    isWholeWord = options.isWholeWord
    // At least a character and a line end, so that only the text's start is taken for one.
    bytesBehind = max(2, Self.info(code, PCRE2_INFO_MAXLOOKBEHIND)) * 4 + 4
  }

  deinit {
    pcre2_code_free_8(code)
    pcre2_code_free_8(codeForBroken)
  }

  private static func compile(_ pattern: [UInt8], _ options: Options) throws(SearchTrouble)
    -> OpaquePointer
  {
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    // Line ends of any kind end lines for `^`, `$` and `.`.
    pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF))
    pcre2_set_max_pattern_length_8(context, 1 << 16)
    var flags =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_MULTILINE)
      | UInt32(PCRE2_MATCH_INVALID_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C)
      | UInt32(PCRE2_USE_OFFSET_LIMIT)
    if options.ignoresCase { flags |= UInt32(PCRE2_CASELESS) }
    if options.startsAnywhere { flags |= UInt32(PCRE2_NO_DOTSTAR_ANCHOR) }
    var (failure, place) = (Int32(0), 0)
    let code = pattern.withUnsafeBufferPointer {
      pcre2_compile_8($0.baseAddress, $0.count, flags, &failure, &place, context)
    }
    guard let code else {
      throw .badExpression(reason: reason(failure), at: min(place, pattern.count))
    }
    // Without the compiler it is slower and matches the same.
    _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE) | UInt32(PCRE2_JIT_PARTIAL_HARD))
    return code
  }

  /// What may follow is said in the expression, so that a shorter match is found where a longer one
  /// is no whole word. What stands before is asked afterwards: said in the expression, it would
  /// slow the search for the first character.
  private static func compileWholeWord(
    _ pattern: [UInt8], _ options: Options
  ) throws(SearchTrouble) -> OpaquePointer {
    let start = Array("(?:".utf8) + pattern
    let end = Array(")(?:(?!\\w)|(?<!\\w))".utf8)
    do {
      // Ends a quotation that is left open.
      return try compile(start + Array("\\E".utf8) + end, options)
    } catch {
      // Ends a comment that is left open.
      return try compile(start + Array("\n".utf8) + end, options)
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
      let isPlain =
        byte >= 0x80 || Byte.isLetter(byte)
        || Byte.isDigit(byte)
        || byte < 0x20
      return isPlain ? [byte] : [UInt8(ascii: "\\"), byte]
    }
  }

  private static func info(_ code: OpaquePointer, _ what: Int32) -> Int {
    var value: UInt32 = 0
    return pcre2_pattern_info_8(code, UInt32(what), &value) == 0 ? Int(value) : 0
  }

  private static func names(_ code: OpaquePointer) -> [String: [Int]] {
    var table: UnsafePointer<UInt8>?
    guard pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table) == 0, let table else {
      return [:]
    }
    let size = info(code, PCRE2_INFO_NAMEENTRYSIZE)
    var names: [String: [Int]] = [:]
    for entry in 0..<info(code, PCRE2_INFO_NAMECOUNT) {
      let bytes = UnsafeBufferPointer(start: table + entry * size, count: size)
      let name = String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
      names[name, default: []].append(Int(bytes[0]) << 8 | Int(bytes[1]))
    }
    return names
  }

  private static func reason(_ failure: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(failure, &text, text.count)
    return count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF8.self) : "it is wrong"
  }
}
