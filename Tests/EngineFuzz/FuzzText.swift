import TestSupport
import TextEngine

/// What random texts are made of: all that means something to some part of the engine, and what no
/// text should hold.
enum FuzzText {
  private static let words = [
    "a", "word", "word ", " ", "  ", "\t", "some more words ", "longerword", "_", "(", ")", "x",
  ]
  private static let lines = ["\n", "\n", "\n\n", "\r\n", "\r", "\r\r\n", "\u{2028}", "\u{85}"]
  private static let markdown = [
    "# ", "## ", "- ", "- [ ] ", "- [x] ", "> ", "> [!note]\n", "1. ", "2) ", "```", "```swift\n",
    "\n```\n", "~~~", "---\n", "\n===\n", "%%", "$$", "$x$", "<!--", "-->", "| a |", "|-|-|\n", "*",
    "**", "`", "``", "[[Note]]", "[", "]", "(x)", "#tag", "\\", "==", "[^1]", "[a]: b\n", "a: b\n",
    "<b>", "https://a.b", " ^id", "/*", "*/", "\"\"\"", "    ",
  ]
  private static let scripts = [
    "é", "日本語", "、", "。", "（", "e\u{301}", "한", "ᄒ", "ᅡ", "क्षि", "ｅ", "ä", "שלום", "مرحبا",
    "👨‍👩‍👧", "👍🏽", "🇩🇪", "🇫", "1\u{fe0f}\u{20e3}", "☺\u{fe0f}", "\u{301}", "\u{200d}", "\u{600}",
    "\u{d4e}", "\u{202e}", "\u{2066}", "\u{feff}", "\u{ad}", "\u{1b}[31m", "\u{7}", "\u{e0041}",
  ]
  private static let hostile: [[UInt8]] = [
    [0x00], [0xff], [0xfe, 0xff], [0x80], [0xe2, 0x82], [0xe6, 0x97], [0xf0, 0x9f, 0x91],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x1b], [0x9b], [0xcc], [0x81], [0x0d],
  ]
  private static let all: [[[UInt8]]] =
    [words, lines, markdown, scripts].map { $0.map { Array($0.utf8) } } + [hostile]

  static func piece(_ random: inout SeededRandom) -> [UInt8] {
    let group =
      switch Int.random(in: 0..<20, using: &random) {
      case ..<7: 0
      case ..<10: 1
      case ..<14: 2
      case ..<18: 3
      default: 4
      }
    return all[group].randomElement(using: &random) ?? []
  }

  static func pieces(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
    (0..<count).flatMap { _ in piece(&random) }
  }

  /// A piece again and again: lines without end, and runs of marks, flags or joiners.
  static func run(ofAbout byteCount: Int, _ random: inout SeededRandom) -> [UInt8] {
    let unit = pieces(Int.random(in: 1...3, using: &random), &random)
    if unit.isEmpty { return [] }
    let count = byteCount / unit.count + 1
    return [[UInt8]](repeating: unit, count: count).flatMap { $0 }
  }

  /// What a key types, or the argument of a command.
  static let arguments = [
    "x", "a", " ", "日", "\u{301}", "a\nb", "(", "*", "`", "https://a.b", "🇩", "\t", "\u{200d}", "é",
  ]

  static let patterns: [(pattern: String, isExpression: Bool)] = [
    ("a", false), ("word", false), (" ", false), ("日", false), ("\n", false), ("\r\n", false),
    ("é", false), ("É", false), ("K", false), ("x", false), ("- [", false), ("**", false),
    ("more words", false), ("\u{301}", false), ("w", true), ("wor?d", true), ("^", true),
    ("$", true), ("^.", true), ("\\s+", true), ("\\bword\\b", true), ("[a-z]+", true),
    ("(a)|(x)", true), ("\\n", true), ("(?s)x.{0,9}a", true), ("日|本", true), ("\\w+$", true),
    ("a*", true), (".", true), ("(?<=a)b", true), ("\\R", true), ("(.)\\1", true),
  ]

  static let replacements = ["", "x", "$0$0", "[$1]", "\\U$0", "日", "\\n", "longer than before "]
}
