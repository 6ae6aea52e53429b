import Bytes

/// The classes of characters that separate words: 0 blanks, 1 punctuation, 2 letters, and others
/// for scripts that form their own words (`日本語カナ` is two words).
enum VimClasses {
  static let blank = 0
  static let punctuation = 1
  static let word = 2
  static let emoji = 3

  static func of(_ value: UInt32) -> Int {
    value < 0x100 ? ofByte(value) : ofScalar(value)
  }

  /// Returns the class by `iskeyword=@,48-57,_,192-255`.
  private static func ofByte(_ value: UInt32) -> Int {
    switch value {
    case 0x09, 0x20, 0xa0: blank
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0xb5, 0xc0...0xff: word
    default: punctuation
    }
  }

  private static func ofScalar(_ value: UInt32) -> Int {
    if let script = ofScript(value) { return script }
    if value >= 0x203c, Unicode.Scalar(value)?.properties.isEmoji == true { return emoji }
    return isPunctuation(value) ? punctuation : word
  }

  private static func ofScript(_ value: UInt32) -> Int? {
    switch value {
    case 0x1680, 0x2000...0x200b, 0x2028...0x2029, 0x202f, 0x205f, 0x3000: blank
    case 0x2800...0x28ff: 0x2800
    // Hiragana, Katakana, ideographs, Hangul. Two ideographs are handled as emoji.
    case 0x3040...0x309f: 0x3040
    case 0x30a0...0x30ff: 0x30a0
    case 0x3300...0x9fff, 0xf900...0xfaff, 0x20000...0x2a6df, 0x2a700...0x2b81f,
      0x2f800...0x2fa1f:
      0x4e00
    case 0xac00...0xd7a3: 0xac00
    default: nil
    }
  }

  private static func isPunctuation(_ value: UInt32) -> Bool {
    let index = marks.partitionPoint { $0.upperBound >= value }
    return index < marks.count && marks[index].contains(value)
  }

  private static let marks: [ClosedRange<UInt32>] = [
    0x37e...0x37e, 0x387...0x387, 0x55a...0x55f, 0x589...0x589, 0x5be...0x5be, 0x5c0...0x5c0,
    0x5c3...0x5c3, 0x5f3...0x5f4, 0x60c...0x60c, 0x61b...0x61b, 0x61f...0x61f, 0x66a...0x66d,
    0x6d4...0x6d4, 0x700...0x70d, 0x964...0x965, 0x970...0x970, 0xdf4...0xdf4, 0xe4f...0xe4f,
    0xe5a...0xe5b, 0xf04...0xf12, 0xf3a...0xf3d, 0xf85...0xf85, 0x104a...0x104f, 0x10fb...0x10fb,
    0x1361...0x1368, 0x166d...0x166e, 0x169b...0x169c, 0x16eb...0x16ed, 0x1735...0x1736,
    0x17d4...0x17dc, 0x1800...0x180a, 0x200c...0x2027, 0x202a...0x202e, 0x2030...0x205e,
    0x2060...0x27ff, 0x2900...0x2998, 0x29d8...0x29db, 0x29fc...0x29fd, 0x2e00...0x2e7f,
    0x3001...0x3020, 0xfd3e...0xfd3f, 0xfe30...0xfe6b, 0xff00...0xff0f, 0xff1a...0xff20,
    0xff3b...0xff40, 0xff5b...0xff65, 0x1d000...0x1d24f, 0x1d400...0x1d7ff, 0x1f000...0x1f946,
  ]
}

/// Words for the keys that delete them in insert mode.
enum VimWords {
  /// Returns 0 for a blank, 1 for punctuation, and 2 or more for letters by their script.
  static func kind(_ line: [UInt8], _ column: Int) -> Int {
    VimClasses.of(VimChars.scalar(line, column).value)
  }

  /// Moves back over blanks and a word, at most to `stop`.
  static func start(_ line: [UInt8], before end: Int, downTo stop: Int = 0) -> Int {
    var (index, kind) = (end, 0)
    while index > stop {
      let previous = VimChars.previous(line, index)
      let own = self.kind(line, previous)
      if kind != 0, own != kind { break }
      (index, kind) = (previous, own)
    }
    return index
  }

  /// Whether an index is the last character of the line and in the same word as `start`: there is
  /// no next word.
  static func isLast(_ line: [UInt8], _ column: Int, from start: Int) -> Bool {
    if column != VimChars.last(line) || start >= line.count { return column == VimChars.last(line) }
    let own = kind(line, start)
    var index = start
    while index < column {
      if kind(line, index) != own { return false }
      index = VimChars.next(line, index)
    }
    return kind(line, column) == own
  }

  /// Returns the word at an index, or the next one after it; with `mayBeSigns` any nonblank text.
  static func word(_ line: [UInt8], at column: Int, mayBeSigns: Bool = false) -> Range<Int>? {
    var start = min(column, line.count)
    while start < line.count, kind(line, start) < (mayBeSigns ? 1 : 2) {
      start = VimChars.next(line, start)
    }
    if start >= line.count { return nil }
    let own = kind(line, start)
    while start > 0, kind(line, VimChars.previous(line, start)) == own {
      start = VimChars.previous(line, start)
    }
    var end = start
    while end < line.count, mayBeSigns ? kind(line, end) != 0 : kind(line, end) == own {
      end = VimChars.next(line, end)
    }
    return start..<end
  }
}
