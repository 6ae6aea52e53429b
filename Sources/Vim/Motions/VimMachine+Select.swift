/// Text objects.
///
/// With a selection of one character, an object begins at the cursor; a larger selection grows by
/// an object. Then `start` and `end` are the ends of the new selection, with the cursor at `end`,
/// and `shape` is its shape.
extension VimMachine {
  mutating func select(_ object: VimObject, count: Int?, around: Bool) throws(VimFailure) -> VimMove
  {
    // Larger counts only cost time.
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
  var startsNewObject: Bool { growing.map { $0.start == cursor } ?? true }

  /// Returns an object of characters through the last one.
  func object(from start: VimPosition, through end: VimPosition, isJump: Bool = false) -> VimMove {
    VimMove(start: start, end: end, isInclusive: true, isJump: isJump)
  }

  /// Returns a grown selection in its own shape, but with lines changed to characters.
  func grown(from start: VimPosition, through end: VimPosition) -> VimMove {
    let shape = growing?.shape ?? .characters
    return VimMove(
      start: start, end: end, shape: shape == .lines ? .characters : shape, isInclusive: true)
  }

  /// Returns an object that ends before a position. If that is past a line, it ends with the line's
  /// last character.
  func object(from start: VimPosition, to end: VimPosition, isJump: Bool = false) -> VimMove {
    let last = end.column > 0 ? onCharacter(end) : end
    // Inclusive also if the object is empty, so that the bytes before the line's end are removed.
    return VimMove(start: start, end: last, isInclusive: last != end, isJump: isJump)
  }
}
