import Regex

/// The position where the next match may start.
struct SearchStart: Hashable, Sendable {
  var offset: ByteOffset
  /// False after an empty match.
  var mayBeEmpty = true

  init(_ offset: ByteOffset, mayBeEmpty: Bool = true) {
    self.offset = offset
    self.mayBeEmpty = mayBeEmpty
  }
}

/// One search for an expression through a text.
///
/// The text is searched in parts. PCRE2 reports where it would have read past a part; that offset
/// is tried again with more text, until a match is certain or would reach too far. Only a match of
/// `^` inside a CR LF depends on the parts, since PCRE2 itself is inconsistent there.
final class RegexScan {
  /// The number of bytes that a match may read from its start. Within it, a match is found as if
  /// the text were one string.
  static let farthest = 1 << 24

  let code: RegexCode
  let text: Rope
  var next: SearchStart
  /// The end of the text that was read.
  private(set) var seen: ByteOffset
  /// No match may start at or after this offset.
  let stop: ByteOffset
  private let part: Int
  private var window = RegexWindow()
  private var engine: RegexEngine

  /// `part`: the bytes searched at a time; `steadyStretch`: the offsets tried at once.
  init(
    _ code: RegexCode, _ text: Rope, from next: SearchStart, startsBefore stop: ByteOffset,
    part: Int = 1 << 16, steadyStretch: Int? = nil, within budget: RegexBudget? = nil
  ) {
    self.code = code
    self.text = text
    self.next = next
    self.stop = stop
    self.part = part
    seen = next.offset
    engine = RegexEngine(code, steadyStretch: steadyStretch, within: budget)
  }

  /// Returns the next match, or nil if there is none before the stop.
  func nextMatch(_ isCancelled: () -> Bool) throws(SearchTrouble) -> Range<ByteOffset>? {
    while next.offset < stop, next.offset <= text.end {
      if isCancelled() { throw .cancelled }
      provide()
      guard let match = try tryPart() else { continue }
      if match.isEmpty || match.upperBound > next.offset || next.mayBeEmpty {
        next = SearchStart(match.upperBound, mayBeEmpty: !match.isEmpty)
      } else {
        next = SearchStart(match.upperBound + 1)
      }
      if match.isEmpty, !window.mayBeEmpty(at: match.lowerBound) { continue }
      if !code.isWholeWord || !text.isInsideWord(match.lowerBound) { return match }
      next = SearchStart(window.aligned(match.lowerBound + 1))
    }
    return nil
  }

  /// Returns the ranges of the last match's groups; the match itself comes first.
  func groups() -> [Range<ByteOffset>?] { engine.groups(from: window.low) }

  /// Where to continue, even if the last part ended before the stop.
  var end: SearchStart { next.offset < stop ? SearchStart(stop) : next }

  private func provide() {
    let isInside = next.offset >= window.low && next.offset < window.high
    if isInside || (next.offset == window.high && window.high == text.end && window.isExact) {
      return
    }
    // Not far beyond the stop: text read there must be searched again when it changes.
    let ahead = min(part, max(16, stop - next.offset + part / 16))
    fill(at: next.offset, ahead: ahead)
    next.offset = window.aligned(next.offset)
  }

  private func fill(at offset: ByteOffset, ahead: Int) {
    window.fill(
      from: text, at: offset, behind: code.bytesBehind, ahead: ahead, inLines: code.staysInLine)
    engine.limitSteps(forBytes: window.high - window.low)
  }

  /// Lets PCRE2 try some offsets from the next one on.
  private func tryPart() throws(SearchTrouble) -> Range<ByteOffset>? {
    let low = window.low
    let isLast = window.high == text.end
    // A match may start at the end of the text too.
    var bound = min(stop, next.offset + engine.stretch, isLast ? text.end + 1 : window.high)
    if bound < window.high { bound = window.aligned(bound) }
    let answer = engine.match(
      window.bytes, from: next.offset - low, before: bound - low, isExact: window.isExact,
      isText: code.patternForBroken == nil || window.isText(), mayBeEmpty: next.mayBeEmpty)
    switch answer {
    case .match(let range):
      let match = low + range.lowerBound..<low + range.upperBound
      see(behind: match.upperBound)
      return match
    case .nothing:
      see(behind: bound)
      next = SearchStart(bound)
    case .unsure(let start):
      let offset = low + start
      if offset > next.offset { next = SearchStart(offset) }
      let reach = window.high - next.offset
      if reach >= Self.farthest { throw .tooFar(at: next.offset) }
      fill(at: next.offset, ahead: min(max(reach, 16) * 4, Self.farthest + 8))
    case .tooHard: throw .tooHard(at: next.offset)
    case nil: break
    }
    return nil
  }

  /// Records the text that was read for a match up to an offset.
  private func see(behind offset: ByteOffset) {
    let isLine = code.staysInLine && window.isExact && offset < window.high
    seen = max(seen, isLine ? window.lineEnd(from: offset) : window.high)
  }
}
