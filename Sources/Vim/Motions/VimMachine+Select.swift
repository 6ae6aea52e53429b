/// What text objects are about.
///
/// While something is selected, an object begins at the cursor where that is one character; else it
/// grows by one more. Then `start` and `end` are the ends of what is selected afterwards, the
/// cursor at `end`, and `shape` is how it is selected.
extension VimMachine {
  mutating func select(_ object: VimObject, count: Int?, around: Bool) throws(VimFailure) -> VimMove
  {
    // No text has use for more, and each costs time.
    let times = min(max(1, count ?? 1), 10_000)
    switch object {
    case .word: return try selectWords(times, isBig: false, around: around)
    case .bigWord: return try selectWords(times, isBig: true, around: around)
    case .sentence: return selectSentences(times, around: around)
    case .paragraph: return try selectParagraphs(times, around: around)
    case .parentheses: return try selectBrackets("(", ")", times, around: around)
    case .braces: return try selectBrackets("{", "}", times, around: around)
    case .brackets: return try selectBrackets("[", "]", times, around: around)
    case .angles: return try selectBrackets("<", ">", times, around: around)
    case .tag: return try selectTags(times, around: around)
    case .doubleQuote: return try selectQuotes("\"", times, around: around)
    case .singleQuote: return try selectQuotes("'", times, around: around)
    case .backtick: return try selectQuotes("`", times, around: around)
    case .star: return try selectMarked("*", around: around)
    case .underscore: return try selectMarked("_", around: around)
    case .link: return try selectLink(around: around)
    case .heading: return try selectSection(times, around: around)
    case .item: return try selectItem(around: around)
    case .code: return try selectCode(around: around)
    case .cell: return try selectCell(around: around)
    }
  }

  /// Whether an object begins at the cursor.
  var selectsFresh: Bool { growing.map { $0.start == cursor } ?? true }

  /// An object of characters up to the last one, which is included.
  func object(from start: VimPosition, through end: VimPosition, isJump: Bool = false) -> VimMove {
    VimMove(start: start, end: end, isInclusive: true, isJump: isJump)
  }

  /// The same, in the shape that is selected; only lines become characters.
  func grown(from start: VimPosition, through end: VimPosition) -> VimMove {
    let shape = growing?.shape ?? .characters
    return VimMove(
      start: start, end: end, shape: shape == .lines ? .characters : shape, isInclusive: true)
  }

  /// An object that ends before a position. Where that is behind a line, its last character is the
  /// end.
  func object(from start: VimPosition, to end: VimPosition, isJump: Bool = false) -> VimMove {
    let last = end.column > 0 ? onCharacter(end) : end
    // The bytes before the end of the line are cut too where nothing is between.
    return VimMove(start: start, end: last, isInclusive: last != end, isJump: isJump)
  }
}
