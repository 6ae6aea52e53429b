/// The signs on both sides of a text.
struct VimDelimiterPair {
  var open: Range<VimPosition>
  var close: Range<VimPosition>
  var signs: VimDelimiters
}

/// Finds the signs that `cs` and `ds` name: those around the cursor, or the next ones in the line.
extension VimMachine {
  mutating func pair(of signs: VimDelimiters, _ count: Int) throws(VimFailure) -> VimDelimiterPair {
    let line = text.line(cursor.line)
    switch signs {
    case .brackets(let open, let close, let hasBlanks):
      return try brackets(open, close, count, takesBlanks: hasBlanks)
    case .quote(let sign):
      if sign == UInt8(ascii: "`"), let pair = marked(VimSpans.marked(line, by: sign), signs) {
        return pair
      }
      guard let (start, end) = VimQuotes(line: line, sign: sign).pair(at: cursor.column) else {
        throw Self.noSigns(signs)
      }
      return pair(start..<start + 1, end..<end + 1, signs)
    case .mark(let sign, let wanted):
      var spans = VimSpans.marked(line, by: sign)
      let isStrong = sign == UInt8(ascii: "*") && wanted == 2
      if isStrong {
        spans = (spans + VimSpans.marked(line, by: UInt8(ascii: "_"))).filter { $0.signCount == 2 }
      }
      guard let pair = marked(spans, signs) else { throw Self.noSigns(signs) }
      return pair
    case .link:
      guard let pair = marked(VimSpans.links(line), signs) else { throw Self.noSigns(signs) }
      return pair
    case .tag:
      let (open, close) = try tags(count)
      return VimDelimiterPair(open: open, close: close, signs: signs)
    case .other(let sign): return try others(sign, line)
    }
  }

  /// Returns the smallest pair at the cursor, else the next one in the line.
  private func marked(_ spans: [VimSpan], _ signs: VimDelimiters) -> VimDelimiterPair? {
    let column = cursor.column
    let around = spans.filter { $0.outer.contains(column) }
    let next = spans.first { $0.outer.lowerBound > column }
    guard let span = around.min(by: { $0.outer.count < $1.outer.count }) ?? next else {
      return nil
    }
    var signs = signs
    if case .mark(let sign, _) = signs { signs = .mark(sign, count: span.signCount) }
    return pair(
      span.outer.lowerBound..<span.inner.lowerBound, span.inner.upperBound..<span.outer.upperBound,
      signs)
  }

  private func pair(_ open: Range<Int>, _ close: Range<Int>, _ signs: VimDelimiters)
    -> VimDelimiterPair
  {
    func positions(_ range: Range<Int>) -> Range<VimPosition> {
      VimPosition(
        line: cursor.line, column: range.lowerBound)..<VimPosition(
          line: cursor.line, column: range.upperBound)
    }
    return VimDelimiterPair(open: positions(open), close: positions(close), signs: signs)
  }

  private mutating func brackets(
    _ open: UInt8, _ close: UInt8, _ count: Int, takesBlanks: Bool
  ) throws(VimFailure) -> VimDelimiterPair {
    let signs = VimDelimiters.brackets(open, close, hasBlanks: takesBlanks)
    guard
      let move = try? selectBrackets(
        Unicode.Scalar(open), Unicode.Scalar(close), count, around: true),
      var start = move.start
    else { throw Self.noSigns(signs) }
    var end = move.end
    let (first, last) = (text.line(start.line), text.line(end.line))
    func has(_ line: [UInt8], _ column: Int, _ sign: UInt8) -> Bool {
      line.indices.contains(column) && line[column] == sign
    }
    var width = 1
    if open == UInt8(ascii: "["), start.line == end.line {
      // `[[a link]]` loses both pairs, whichever was found.
      if has(first, start.column - 1, open), has(last, end.column + 1, close) {
        start.column -= 1
        width = 2
      } else if has(first, start.column + 1, open), has(last, end.column - 1, close),
        start.column + 1 < end.column - 1
      {
        end.column -= 1
        width = 2
      }
    }
    var inner = (start: start.column + width, end: end.column)
    if takesBlanks {
      let isOne = start.line == end.line
      let most = isOne ? inner.end : first.count
      while inner.start < most, isBlank(first[inner.start]) { inner.start += 1 }
      let least = isOne ? inner.start : 0
      while inner.end > least, isBlank(last[inner.end - 1]) { inner.end -= 1 }
    }
    return VimDelimiterPair(
      open: start..<VimPosition(line: start.line, column: inner.start),
      close: VimPosition(
        line: end.line, column: inner.end)..<VimPosition(line: end.line, column: end.column + width),
      signs: signs)
  }

  /// Returns the two equal signs around the cursor in a line.
  private func others(_ sign: [UInt8], _ line: [UInt8]) throws(VimFailure) -> VimDelimiterPair {
    let signs = VimDelimiters.other(sign)
    func isSign(_ column: Int) -> Bool { line[column...].starts(with: sign) }
    let column = min(cursor.column, line.count)
    guard let open = (0..<column).last(where: isSign),
      let close = (max(column, open + sign.count)..<max(column, line.count)).first(where: isSign)
    else { throw Self.noSigns(signs) }
    return pair(open..<open + sign.count, close..<close + sign.count, signs)
  }

  private static func noSigns(_ signs: VimDelimiters) -> VimFailure {
    let (before, after) = signs.lineTexts
    let pair = String(decoding: before + [0x20] + after, as: UTF8.self)
    return VimFailure(message: "There is no \(pair) around the cursor.")
  }
}

extension VimSpan {
  /// The number of signs on each side.
  fileprivate var signCount: Int { inner.lowerBound - outer.lowerBound }
}
