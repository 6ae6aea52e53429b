import TextEngine

/// A completion in insert mode: the texts to choose from, and the one that is in the text now.
struct VimCompletion {
  enum Kind: Hashable {
    case words, lines
    /// These are found by the program.
    case files, ownWords, suggestions

    /// The key after `C-x`, which also goes to the next match.
    var key: String {
      switch self {
      case .words: "C-n"
      case .lines: "C-l"
      case .files: "C-f"
      case .ownWords: "C-k"
      case .suggestions: "s"
      }
    }

    /// Whether its key goes backward: `C-x C-l` begins with the line above.
    var isBackward: Bool { self == .lines }
  }

  let kind: Kind
  /// The text that a match replaces. It ends at the cursor.
  let typed: [UInt8]
  /// In the order of `C-n`.
  let matches: [[UInt8]]
  /// The match in the text; nil for the typed text.
  var chosen: Int?
  /// Where the typed text starts.
  var offset: ByteOffset
  /// Whether an arrow key chose the match: then Enter only accepts it.
  var isByArrow = false

  /// The text before the cursor now.
  var text: [UInt8] { chosen.map { matches[$0] } ?? typed }

  /// Whether a list is shown, as vim's `completeopt=menu` does.
  var hasMenu: Bool { matches.count > 1 }

  /// Goes around by way of the typed text.
  func index(after steps: Int) -> Int? {
    let count = matches.count + 1
    let next = ((chosen ?? matches.count) + steps) % count
    let index = (next + count) % count
    return index == matches.count ? nil : index
  }

  /// Moves in the list without going around.
  func index(byRows rows: Int) -> Int? {
    if matches.isEmpty { return nil }
    guard let chosen else { return rows > 0 ? 0 : matches.count - 1 }
    return min(max(0, chosen + rows), matches.count - 1)
  }

  /// The keys that turn the typed text into the chosen one, for `.` and counts.
  var keys: [String] {
    let same = Self.commonPrefix(typed, text)
    let removed = String(decoding: typed[same...], as: UTF8.self).count
    return [String](repeating: "Backspace", count: removed)
      + VimKey.keys(of: String(decoding: text[same...], as: UTF8.self))
  }

  /// Returns the length of the characters with which both texts begin.
  static func commonPrefix(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let most = min(one.count, other.count)
    var index = 0
    while index < most, one[index] == other[index] { index += 1 }
    return min(VimChars.start(one, index), VimChars.start(other, index))
  }

  var message: String {
    if matches.isEmpty { return "Pattern not found" }
    guard let chosen else { return "Back at original" }
    return matches.count == 1 ? "The only match" : "match \(chosen + 1) of \(matches.count)"
  }

  /// The list below the text.
  var display: KeyDisplay.Offer? {
    if !hasMenu { return nil }
    return KeyDisplay.Offer(
      rows: matches.map { String(decoding: $0, as: UTF8.self) }, chosen: chosen, start: offset)
  }
}

extension VimCompletion {
  /// What the program is asked to find; the typed text is the argument.
  static let requests: [Kind: CommandID] = [
    .files: "vim-complete-file", .ownWords: "vim-complete-word",
    .suggestions: "vim-complete-spelling",
  ]
}
