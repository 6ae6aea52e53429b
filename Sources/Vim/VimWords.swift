/// Words of the keys that delete them while one types.
enum VimWords {
  /// 0 for a blank, 1 for a sign, 2 and more for letters by their script.
  static func kind(_ line: [UInt8], _ column: Int) -> Int {
    VimClasses.of(VimChars.scalar(line, column).value)
  }

  /// Whether a place is the last character of the word that another place is in: there is no next one.
  static func isLast(_ line: [UInt8], _ column: Int, from start: Int) -> Bool {
    if column != VimChars.last(line) || start >= line.count { return column == VimChars.last(line) }
    let own = kind(line, start)
    var place = start
    while place < column {
      if kind(line, place) != own { return false }
      place = VimChars.next(line, place)
    }
    return kind(line, column) == own
  }

  /// The word at a place, or the next one behind it.
  static func word(_ line: [UInt8], at column: Int) -> [UInt8]? {
    var start = min(column, line.count)
    while start < line.count, kind(line, start) < 2 { start = VimChars.next(line, start) }
    if start >= line.count { return nil }
    let own = kind(line, start)
    while start > 0, kind(line, VimChars.previous(line, start)) == own {
      start = VimChars.previous(line, start)
    }
    var end = start
    while end < line.count, kind(line, end) == own { end = VimChars.next(line, end) }
    return Array(line[start..<end])
  }
}
