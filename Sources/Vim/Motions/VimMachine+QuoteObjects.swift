/// The objects ``i" i' i` `` and their `a` forms. Quotes are pairs within a line.
extension VimMachine {
  func selectQuotes(
    _ sign: Unicode.Scalar, _ count: Int, around: Bool
  ) throws(VimFailure) -> VimMove {
    let quotes = VimQuotes(line: text.line(cursor.line), sign: UInt8(ascii: sign))
    if let growing, growing.start != cursor {
      if growing.start.line != cursor.line { throw .quiet }
      return try growQuotes(quotes, from: growing.start, count, around: around)
    }
    guard var (start, end) = quotes.pair(at: cursor.column) else { throw .quiet }
    if around { (start, end) = quotes.withBlanks(start, end) }
    if !around, count < 2 { start += 1 }
    let first = VimPosition(line: cursor.line, column: start)
    // Up to the closing quote, or past it.
    let column = around || count > 1 ? end + 1 : end
    if growing != nil {
      let last = VimPosition(
        line: cursor.line, column: VimChars.previous(text.line(cursor.line), column))
      return grown(from: first, through: last)
    }
    return object(from: first, to: VimPosition(line: cursor.line, column: column))
  }

  private func growQuotes(
    _ quotes: VimQuotes, from begin: VimPosition, _ count: Int, around: Bool
  ) throws(VimFailure) -> VimMove {
    let line = quotes.line
    let isForward = begin < cursor
    let (low, high) = (min(begin.column, cursor.column), max(begin.column, cursor.column))
    let isInside = quotes.isQuote(low - 1) && high < line.count && quotes.isQuote(high + 1)
    let holdsQuote = (low...high).contains { quotes.isQuote($0) }
    guard
      var (start, end) = quotes.isQuote(cursor.column)
        ? quotes.pair(besides: cursor.column, isForward: isForward)
        : quotes.pair(from: cursor.column, isForward: isForward)
    else { throw .quiet }
    if around { (start, end) = quotes.withBlanks(start, end) }
    if !around, count < 2, !isInside { start += 1 }
    let last = around || count > 1 || isInside ? end + 1 : end

    var first = begin.column
    if isForward {
      let isFree = begin.column == 0 || !quotes.isQuote(begin.column - 1)
      if !holdsQuote, isInside || !quotes.isQuote(begin.column) && isFree { first = start }
      return grown(from: position(first), through: position(VimChars.previous(line, last)))
    }
    let isFree = begin.column >= line.count || !quotes.isQuote(begin.column + 1)
    if isInside || !holdsQuote && !quotes.isQuote(begin.column) && isFree {
      first = VimChars.previous(line, last)
    }
    return grown(from: position(first), through: position(start))
  }

  private func position(_ column: Int) -> VimPosition {
    VimPosition(line: cursor.line, column: column)
  }
}

/// The quotes of a line. A quote after a backslash does not close a pair.
struct VimQuotes {
  let line: [UInt8]
  let sign: UInt8

  func isQuote(_ column: Int) -> Bool {
    column >= 0 && column < line.count && line[column] == sign
  }

  /// Returns the pair around a column, or else the next in the line, unless it is on a quote.
  func pair(at column: Int) -> (start: Int, end: Int)? {
    if isQuote(column) { return pair(around: column) }
    var start = previous(before: column, escapes: true)
    if !isQuote(start) {
      guard let next = next(from: start, escapes: false) else { return nil }
      start = next
    }
    return next(from: start + 1, escapes: true).map { (start, $0) }
  }

  /// Returns the pair of a quote, counting from the start of the line.
  private func pair(around column: Int) -> (start: Int, end: Int)? {
    var from = 0
    while let start = next(from: from, escapes: false), start <= column,
      let end = next(from: start + 1, escapes: true)
    {
      if column <= end { return (start, end) }
      from = end + 1
    }
    return nil
  }

  /// Returns the next pair, for a selection that ends at a column without a quote.
  func pair(from column: Int, isForward: Bool) -> (start: Int, end: Int)? {
    if !isForward { return pair(around: previous(before: column, escapes: false)) }
    return next(from: column, escapes: false).flatMap(pair(around:))
  }

  /// Returns the next pair beyond a quote at which a selection ends.
  func pair(besides column: Int, isForward: Bool) -> (start: Int, end: Int)? {
    if isForward {
      guard let start = next(from: column + 1, escapes: false) else { return nil }
      // Without another quote, the one at `column` was an opening one.
      return next(from: start + 1, escapes: true).map { (start, $0) } ?? (column, start)
    }
    let end = previous(before: column, escapes: false)
    if !isQuote(end) { return nil }
    let start = previous(before: end, escapes: true)
    return isQuote(start) ? (start, end) : (end, column)
  }

  /// Includes the blanks after the range, or else those before.
  func withBlanks(_ start: Int, _ end: Int) -> (start: Int, end: Int) {
    var (start, end) = (start, end)
    if isBlank(end + 1) {
      while isBlank(end + 1) { end += 1 }
    } else {
      while isBlank(start - 1) { start -= 1 }
    }
    return (start, end)
  }

  private func isBlank(_ column: Int) -> Bool {
    line.indices.contains(column)
      && (line[column] == UInt8(ascii: " ") || line[column] == UInt8(ascii: "\t"))
  }

  private static let backslash = UInt8(ascii: "\\")

  private func next(from column: Int, escapes: Bool) -> Int? {
    var column = column
    while column < line.count {
      if escapes, line[column] == Self.backslash {
        column += 1
        if column >= line.count { return nil }
      } else if line[column] == sign {
        return column
      }
      column += 1
    }
    return nil
  }

  /// Returns the quote before a column, or the start of the line.
  private func previous(before column: Int, escapes: Bool) -> Int {
    var column = min(column, line.count)
    while column > 0 {
      column -= 1
      var slashes = 0
      while escapes, column - slashes > 0, line[column - slashes - 1] == Self.backslash {
        slashes += 1
      }
      if slashes % 2 == 1 {
        column -= slashes
      } else if line[column] == sign {
        break
      }
    }
    return column
  }
}
