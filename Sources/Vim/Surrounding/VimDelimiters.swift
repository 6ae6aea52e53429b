/// The signs around a text, as named by the key after `ys`, `cs`, `ds` or `S`.
enum VimDelimiters: Equatable {
  /// Includes blanks inside if the opening bracket was pressed.
  case brackets(UInt8, UInt8, hasBlanks: Bool)
  /// `"`, `'` or a backtick.
  case quote(UInt8)
  /// A Markdown mark, with the number of signs on each side.
  case mark(UInt8, count: Int)
  /// `[[` and `]]`.
  case link
  /// `<a>` and `</a>`, with the text inside the first angle brackets.
  case tag(String)
  /// Any other nonletter character, on both sides.
  case other([UInt8])

  /// Nil for a key that does not name signs.
  init?(_ key: String) {
    if let brackets = Self.brackets(key) {
      self = brackets
      return
    }
    switch key {
    case "\"", "'", "`": self = .quote(key.utf8.first ?? 0)
    case "*", "_": self = .mark(key.utf8.first ?? 0, count: 1)
    case "~", "=": self = .mark(key.utf8.first ?? 0, count: 2)
    case "s": self = .mark(UInt8(ascii: "*"), count: 2)
    case "l": self = .link
    case "t", "T": self = .tag("")
    default:
      guard let typed = VimKey.text(key), let first = typed.first, !first.isLetter,
        !first.isWhitespace
      else { return nil }
      self = .other(Array(typed.utf8))
    }
  }

  private static func brackets(_ key: String) -> VimDelimiters? {
    let all = ["()b", "{}B", "[]r", "<>a"]
    for row in all {
      guard let index = row.firstIndex(where: { String($0) == key }), let open = row.utf8.first,
        let close = row.utf8.dropFirst().first
      else { continue }
      return .brackets(open, close, hasBlanks: index == row.startIndex)
    }
    return nil
  }

  /// The text before and after.
  var texts: (before: [UInt8], after: [UInt8]) {
    switch self {
    case .brackets(let open, let close, let hasBlanks):
      hasBlanks ? ([open, 0x20], [0x20, close]) : ([open], [close])
    case .quote(let sign): ([sign], [sign])
    case .mark(let sign, let count):
      ([UInt8](repeating: sign, count: count), [UInt8](repeating: sign, count: count))
    case .link: (Array("[[".utf8), Array("]]".utf8))
    case .tag(let words):
      (Array("<\(words)>".utf8), Array("</\(words.prefix { $0 != " " })>".utf8))
    case .other(let sign): (sign, sign)
    }
  }

  /// The text before and after whole lines, on separate lines: there, backticks are a fence.
  var lineTexts: (before: [UInt8], after: [UInt8]) {
    switch self {
    case .brackets(let open, let close, _): ([open], [close])
    case .quote(UInt8(ascii: "`")): (Array("```".utf8), Array("```".utf8))
    default: texts
    }
  }

  /// Returns the signs to use instead of others: strong text stays strong.
  func replacing(_ old: VimDelimiters) -> VimDelimiters {
    guard case .mark(let sign, 1) = self, case .mark(let before, let count) = old,
      Self.areEmphasis(sign, before)
    else { return self }
    return .mark(sign, count: count)
  }

  private static func areEmphasis(_ signs: UInt8...) -> Bool {
    signs.allSatisfy { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }
  }
}
