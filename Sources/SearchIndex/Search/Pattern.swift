import CPcre2
import Folding
import Services

/// A regular expression, ready to match bytes of any kind: what is not UTF-8 fits nothing and hides
/// nothing around it.
///
/// `@unchecked Sendable`: all properties are constants, and once `init` is over PCRE2 only reads what
/// it compiled; each match brings its own memory.
final class Pattern: @unchecked Sendable {
  let source: String
  /// The text that it finds, where it is plain text as a whole.
  let literal: String?
  fileprivate let code: OpaquePointer

  init(_ source: String, standingFor literal: String? = nil) throws(NoteIndexError) {
    self.source = source
    self.literal = literal
    // Line ends of any kind end lines for `^`, `$` and `.`.
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF))
    let options =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_MULTILINE)
      | UInt32(PCRE2_MATCH_INVALID_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C)
    var (failure, place) = (Int32(0), 0)
    var text = source
    let code = text.withUTF8 {
      pcre2_compile_8($0.baseAddress, $0.count, options, &failure, &place, context)
    }
    guard let code else {
      throw .badExpression(source, reason: Self.reason(failure, at: place))
    }
    self.code = code
    // Without the compiler it is slower and fits the same.
    _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
  }

  /// Fits these characters themselves; a letter with marks also where it is written in parts.
  convenience init(literal text: String, isAnyCase: Bool) throws(NoteIndexError) {
    var source = isAnyCase ? "(?i)" : ""
    for character in text {
      let written = String(character)
      let parts = String(decoding: Folding.name(written.utf8), as: UTF8.self)
      if isAnyCase, parts.unicodeScalars.count > written.unicodeScalars.count {
        source += "(?:\(written)|\(parts))"
      } else {
        source += written.unicodeScalars.map { Self.isSign($0) ? "\\\($0)" : "\($0)" }.joined()
      }
    }
    try self.init(source, standingFor: text)
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.numericType == nil && !scalar.properties.isAlphabetic
      && !scalar.properties.isWhitespace
  }

  deinit { pcre2_code_free_8(code) }

  /// How many groups it has.
  var groupCount: Int {
    var count: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    return Int(count)
  }

  /// The number of a group that has a name; nil where none has it.
  func group(named name: String) -> Int? {
    let number = name.withCString {
      $0.withMemoryRebound(to: UInt8.self, capacity: name.utf8.count + 1) {
        pcre2_substring_number_from_name_8(code, $0)
      }
    }
    return number > 0 ? Int(number) : nil
  }

  private static func reason(_ failure: Int32, at place: Int) -> String {
    var text = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(failure, &text, text.count)
    let words = count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF8.self) : "it is wrong"
    return "\(words) (after \(place) bytes)"
  }
}

/// Matches one expression against text after text, on one thread.
final class PatternMatcher {
  /// An expression that goes on trying beyond this would hold up everything.
  private static let mostSteps: UInt32 = 1_000_000
  private static let mostStack = 1 << 20

  private let pattern: Pattern
  private let found: OpaquePointer?
  private let context: OpaquePointer?
  private let stack: OpaquePointer?

  init(_ pattern: Pattern) {
    self.pattern = pattern
    found = pcre2_match_data_create_from_pattern_8(pattern.code, nil)
    context = pcre2_match_context_create_8(nil)
    stack = pcre2_jit_stack_create_8(1 << 15, Self.mostStack, nil)
    pcre2_set_match_limit_8(context, Self.mostSteps)
    // In KiB.
    pcre2_set_heap_limit_8(context, 20_000)
    pcre2_jit_stack_assign_8(context, nil, stack.map { UnsafeMutableRawPointer($0) })
  }

  deinit {
    pcre2_match_data_free_8(found)
    pcre2_match_context_free_8(context)
    pcre2_jit_stack_free_8(stack)
  }

  /// Where a group of the last match stands; nil where it took no part in it.
  func group(_ number: Int) -> Range<Int>? {
    let group = cpcre2_group(found, number)
    return group.took_part ? group.start..<group.end : nil
  }

  enum Answer: Equatable {
    case match(Range<Int>)
    case nothing
    case tooHard
  }

  func fits(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { if case .match = firstMatch(in: $0) { true } else { false } }
  }

  func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Answer {
    let answer = pcre2_match_8(
      pattern.code, text.baseAddress, text.count, start, 0, found, context)
    if answer == PCRE2_ERROR_NOMATCH { return .nothing }
    guard answer >= 0, let range = group(0) else { return .tooHard }
    return .match(range)
  }
}
