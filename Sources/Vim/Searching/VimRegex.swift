import CPcre2

/// A compiled expression of PCRE2 with the memory that one match needs. It is for one thread.
///
/// `(?C5)` in the expression asks the fifth of the conditions that come with a subject; the match goes
/// on where it holds.
final class VimRegex {
  enum Answer {
    /// The match and its groups, as indexes of the subject.
    case match([Range<Int>?])
    case nothing
    /// More of the text is needed.
    case unsure
    case tooHard
  }

  private let code: OpaquePointer
  private let data: OpaquePointer?
  private let context: OpaquePointer?
  private let groupCount: Int

  /// No pattern looks longer than about a second.
  private static let mostSteps: UInt32 = 5_000_000

  init(_ expression: String, ignoresCase: Bool) throws(VimFailure) {
    let compileContext = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(compileContext) }
    pcre2_set_newline_8(compileContext, UInt32(PCRE2_NEWLINE_LF))
    pcre2_set_max_pattern_length_8(compileContext, 1 << 18)
    var flags =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_MULTILINE) | UInt32(PCRE2_MATCH_INVALID_UTF)
      | UInt32(PCRE2_USE_OFFSET_LIMIT) | UInt32(PCRE2_MATCH_UNSET_BACKREF)
    if ignoresCase { flags |= UInt32(PCRE2_CASELESS) }
    var (failure, offset) = (Int32(0), 0)
    let bytes = Array(expression.utf8)
    let code = bytes.withUnsafeBufferPointer {
      pcre2_compile_8($0.baseAddress, $0.count, flags, &failure, &offset, compileContext)
    }
    guard let code else { throw VimFailure(message: "Invalid pattern: \(Self.reason(failure))") }
    _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE) | UInt32(PCRE2_JIT_PARTIAL_HARD))
    self.code = code
    data = pcre2_match_data_create_from_pattern_8(code, nil)
    context = pcre2_match_context_create_8(nil)
    pcre2_set_match_limit_8(context, Self.mostSteps)
    // In KiB.
    pcre2_set_heap_limit_8(context, 64 << 10)
    var count: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    groupCount = Int(count)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_match_data_free_8(data)
    pcre2_code_free_8(code)
  }

  /// The first match that starts between two indexes, both included.
  func match(
    _ subject: [UInt8], from start: Int, to last: Int, isWhole: Bool, asking asker: VimAsker?
  ) -> Answer {
    pcre2_set_offset_limit_8(context, last)
    return run(
      subject, count: subject.count, from: start,
      options: isWhole ? 0 : UInt32(PCRE2_PARTIAL_HARD), asker)
  }

  /// Whether it matches all between two indexes. What comes behind is not looked at.
  func matches(_ subject: [UInt8], _ range: Range<Int>, asking asker: VimAsker?) -> Bool {
    pcre2_set_offset_limit_8(context, range.lowerBound)
    let answer = run(
      subject, count: range.upperBound, from: range.lowerBound,
      options: UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED) | UInt32(PCRE2_NO_JIT), asker)
    if case .match = answer { return true }
    return false
  }

  private func run(
    _ subject: [UInt8], count: Int, from start: Int, options: UInt32, _ asker: VimAsker?
  ) -> Answer {
    let answer = subject.withUnsafeBufferPointer { bytes in
      withExtendedLifetime(asker) {
        pcre2_set_callout_8(
          context, asker == nil ? nil : Self.ask,
          asker.map { Unmanaged.passUnretained($0).toOpaque() })
        return pcre2_match_8(code, bytes.baseAddress, count, start, options, data, context)
      }
    }
    if answer == PCRE2_ERROR_NOMATCH { return .nothing }
    if answer == PCRE2_ERROR_PARTIAL { return .unsure }
    guard answer >= 0 else { return .tooHard }
    return .match(
      (0...groupCount).map { number in
        let group = cpcre2_group(data, number)
        return group.took_part ? group.start..<group.end : nil
      })
  }

  private static let ask:
    @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 =
      { block, asker in
        guard let block, let asker else { return 0 }
        let asked = Unmanaged<VimAsker>.fromOpaque(asker).takeUnretainedValue()
        let number = Int(block.pointee.callout_number)
        return asked.holds(number, at: block.pointee.current_position) ? 0 : 1
      }

  private static func reason(_ failure: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(failure, &text, text.count)
    return count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF8.self) : "it is wrong"
  }
}
