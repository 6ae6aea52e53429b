import CPcre2
import Glibc

/// What PCRE2 needs to match one expression on one thread, and how much it is asked to do at once.
struct RegexEngine: ~Copyable {
  enum Answer: Equatable {
    case match(Range<Int>)
    case nothing
    /// More text is needed to try the match that starts there.
    case unsure(Int)
    /// The place alone is too much.
    case tooHard
    /// So many places were too much; fewer are tried next time.
    case tooLong
  }

  /// At how many places a match is tried before somebody may cancel: more while it goes fast.
  private(set) var stretch = 16
  private let isSteady: Bool

  private let code: RegexCode
  private let data: OpaquePointer?
  private let context: OpaquePointer?
  private let stack: OpaquePointer?
  private var steps: UInt32 = 0

  /// For the place that is tried alone, by the slow way that counts each step.
  private static let mostSteps: UInt32 = 20_000_000

  /// A steady stretch stays as it is while nothing is too much.
  init(_ code: RegexCode, steadyStretch: Int? = nil) {
    self.code = code
    isSteady = steadyStretch != nil
    if let steadyStretch { stretch = steadyStretch }
    data = pcre2_match_data_create_from_pattern_8(code.code, nil)
    context = pcre2_match_context_create_8(nil)
    stack = pcre2_jit_stack_create_8(1 << 15, 1 << 20, nil)
    // In KiB.
    pcre2_set_heap_limit_8(context, 64 << 10)
    pcre2_jit_stack_assign_8(context, nil, stack.map { UnsafeMutableRawPointer($0) })
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    pcre2_jit_stack_free_8(stack)
  }

  /// One step of compiled code may look at all the bytes there are.
  mutating func limitSteps(forBytes count: Int) {
    steps = UInt32(min(50_000, max(500, 100_000_000 / max(1, count))))
  }

  /// Tries the places from one index on and before another.
  mutating func match(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, before bound: Int, isExact: Bool,
    isText: Bool, mayBeEmpty: Bool
  ) -> Answer {
    var options = isExact ? 0 : UInt32(PCRE2_PARTIAL_HARD)
    if !mayBeEmpty { options |= UInt32(PCRE2_NOTEMPTY_ATSTART) }
    let isAlone = stretch == 1 || bound - start <= 1
    // One place more behind a line end, since PCRE2 looks at both its bytes together.
    let isBehindLineEnd =
      bound - 2 >= start && bound <= bytes.count && bytes[bound - 1] == .lineFeed
      && bytes[bound - 2] == .carriageReturn
    let last = isBehindLineEnd || !(isAlone || code.movesStart) ? bound : bound - 1
    pcre2_set_offset_limit_8(context, max(start, last))
    pcre2_set_match_limit_8(context, steps)
    let clock = Self.nanoseconds()
    let code = isText ? code.code : code.codeForBroken ?? code.code
    let answer = run(code, bytes, start, options)
    adapt(to: Self.nanoseconds() - clock)
    switch answer {
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_JIT_STACKLIMIT, PCRE2_ERROR_HEAPLIMIT,
      PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_NOMEMORY:
      if !isAlone {
        stretch = max(1, min(stretch, bound - start) / 16)
        return .tooLong
      }
      pcre2_set_match_limit_8(context, Self.mostSteps)
      let patient = run(code, bytes, start, options | UInt32(PCRE2_NO_JIT))
      return read(patient, start, before: bound)
    default: return read(answer, start, before: bound)
    }
  }

  func groups(from low: ByteOffset) -> [Range<ByteOffset>?] {
    (0...code.groupCount).map { number in
      let group = cpcre2_group(data, number)
      return group.took_part ? low + group.start..<low + group.end : nil
    }
  }

  private func run(
    _ code: OpaquePointer, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ options: UInt32
  ) -> Int32 {
    pcre2_match_8(code, bytes.baseAddress, bytes.count, start, options, data, context)
  }

  private func read(_ answer: Int32, _ start: Int, before bound: Int) -> Answer {
    if answer == PCRE2_ERROR_NOMATCH { return .nothing }
    let isPartial = answer == PCRE2_ERROR_PARTIAL
    let whole = cpcre2_group(data, 0)
    guard answer >= 0 || isPartial, whole.took_part else { return .tooHard }
    // Compiled code does not tell where it tried a match that `\K` starts later.
    if isPartial { return .unsure(code.movesStart ? start : max(start, whole.start)) }
    if !code.movesStart, whole.start >= bound { return .nothing }
    return .match(whole.start..<whole.end)
  }

  /// Only how often somebody may cancel hangs on the clock, never what is found.
  private mutating func adapt(to nanoseconds: Int) {
    if isSteady { return }
    if nanoseconds < 1_000_000 {
      stretch = min(stretch * 4, 1 << 20)
    } else if nanoseconds > 20_000_000 {
      stretch = max(1, stretch / 8)
    }
  }

  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
