/// What surrounds a text, as the key behind `ys`, `cs`, `ds` or `S` names it.
enum VimSigns: Equatable {
  /// With blanks inside where the opening one was pressed.
  case brackets(UInt8, UInt8, hasBlanks: Bool)
  /// One of `"'` and the backtick.
  case quote(UInt8)
  /// One of Markdown's, and how many of them are on each side.
  case mark(UInt8, count: Int)
  /// `[[` and `]]`.
  case link
  /// `<a>` and `</a>`; what is between the angles of the first.
  case tag(String)
  /// Any other character that is no letter, on both sides.
  case other([UInt8])

  /// Nil for a key that names none.
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

  private static func brackets(_ key: String) -> VimSigns? {
    let all = ["()b", "{}B", "[]r", "<>a"]
    for row in all {
      guard let index = row.firstIndex(where: { String($0) == key }), let open = row.utf8.first,
        let close = row.utf8.dropFirst().first
      else { continue }
      return .brackets(open, close, hasBlanks: index == row.startIndex)
    }
    return nil
  }

  /// What goes in front and behind.
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

  /// The same for whole lines, where signs have lines of their own: backticks are a fence there.
  var lineTexts: (before: [UInt8], after: [UInt8]) {
    switch self {
    case .brackets(let open, let close, _): ([open], [close])
    case .quote(UInt8(ascii: "`")): (Array("```".utf8), Array("```".utf8))
    default: texts
    }
  }

  /// Instead of other signs: strong text stays strong.
  func replacing(_ old: VimSigns) -> VimSigns {
    guard case .mark(let sign, 1) = self, case .mark(let before, let count) = old,
      Self.areEmphasis(sign, before)
    else { return self }
    return .mark(sign, count: count)
  }

  private static func areEmphasis(_ signs: UInt8...) -> Bool {
    signs.allSatisfy { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }
  }
}
