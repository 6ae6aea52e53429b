import TestSupport

/// Small notes that keys are pressed in, and what a grammar asks of them.
///
/// Emoji of several characters are left out: what is one there is one here, and several in vim.
enum KeyTexts {
  static let plain = [
    "Buy milk and bread\nthen call Tom about the trip\n\nask him for the map",
    "# Garden\n\n- [ ] order seeds #spring\n- [x] clean the tools\n  - [ ] oil them\n\nSee [[Tools]].",
    "one two three four five\nsix seven eight\nnine ten eleven twelve",
    "It rained. We stayed in!  Was it late? Yes.\nThe sun came out. Then we left.",
    "sum(a, (b + c), [d, e], {k: \"v w\"})\n  if (x) { say('it''s') }\ndone",
    "    four in\n\ttab in\nnone\n        eight in",
    "e\nd\nc\nb\na",
    "x",
    "",
    "  blanks before  \n\n\n   and   between   them   \nend",
    "page 9\npage 10\nlevel -3\nmask 0x0f\nv2.08 and 009",
    "snake_name camelName kebab-name a.b.c lib/part/file.md\nhttps://example.org/q?a=b&c=d",
    "<ul><li class=\"on\">First <i>one</i> here</li>\n</ul>",
    "\"to be\" or 'not to be'\n`some code` and *strong* and _soft_",
    "first of one\nsecond of one\n\nfirst of two\nsecond of two\nthird of two\n\nfirst of three",
    "pear\nfig\nlemon\nfig\nPear\nkiwi 12\nkiwi 3",
    "((one) [two {three}] four)\n(open [too\n} closed ]",
    "dot.dot;semi:colon dash-dash under_score\n...??? !!! end",
    "cat dog cat bird cat\ndog cat dog\nCAT Cat cAt",
    "| k | v |\n|---|---|\n| a | 10 |\n| bb | 200 |",
    "```sh\nls -l\n```\n> said\n> again\n1. begin\n2. go on",
    "tiny\nthis line is much longer than the rest\nmiddle one\n\nthe last of them is long too",
  ]

  private static let wide = [
    "zoë goes to the café\nÀ LA CARTE\nüber alles",
    "日本語 の メモ\n漢字 かな mixed",
    "Москва и Киев\nвторая строка",
    "a → b … c – “d”",
  ]

  static func one(using random: inout SeededRandom) -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8: wide.randomElement(using: &random) ?? ""
    case 8..<70: plain.randomElement(using: &random) ?? ""
    default:
      plain.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        .shuffled(using: &random).prefix(Int.random(in: 1...7, using: &random))
        .joined(separator: "\n")
    }
  }

  /// A line from 1 and a byte in it; behind the last character only where that is a place.
  static func cursor(
    in text: String, reachesEnd: Bool, using random: inout SeededRandom
  ) -> [Int] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = Int.random(in: 0..<lines.count, using: &random)
    let line = lines[index]
    let last = max(0, reachesEnd ? line.count : line.count - 1)
    let column =
      Int.random(in: 0..<4, using: &random) == 0 ? 0 : Int.random(in: 0...last, using: &random)
    return [index + 1, line.prefix(column).utf8.count]
  }

  /// What names of a grammar stand for in a text.
  static func names(in text: String, using random: inout SeededRandom) -> [String: [String]] {
    let words = text.split { !$0.isASCII || !$0.isLetter }.filter { $0.count > 1 }.map(String.init)
    let word = words.randomElement(using: &random) ?? "zz"
    let letters = text.filter { $0.isASCII && $0 > " " && $0 != "|" }
      .map { $0 == "<" ? "<lt>" : String($0) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let name = ["a", "b", "c", "x", "y"].randomElement(using: &random) ?? "a"
    return [
      // A word of the text, the same throughout the row, and parts of it.
      "found": [word], "Found": [word.prefix(1).uppercased() + word.dropFirst()],
      "FOUND": [word.uppercased()], "fo": [String(word.prefix(2))], "f": [String(word.prefix(1))],
      "o": [String(word.dropFirst().prefix(1))],
      "char": letters.isEmpty ? ["x"] : letters, "line": (1...lines + 1).map(String.init),
      // The row's register.
      "name": [name], "NAME": [name.uppercased()],
    ]
  }
}
