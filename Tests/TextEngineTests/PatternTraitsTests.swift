import TestSupport
import Testing

@testable import TextEngine

@Suite("Traits of an expression")
struct PatternTraitsTests {
  @Test(
    "An expression is known to stay in a line only if it certainly does",
    arguments: [
      ("abc", true), ("a.*b", true), ("\\w+\\d", true), ("[a-z]+", true), ("^a$", true),
      ("\\bfoo\\b", true), ("(?:a|b){2,3}", true), ("(?<name>a)\\k<name>", true), ("\\1", true),
      ("\\p{L}\\pN", true), ("[[:alpha:]\\d]", true), ("a(?#\\n)", true), ("(?i)a", true),
      ("[]a]", true), ("\\N+", true), ("a{,3}", true),
      ("\\n", false), ("a\nb", false), ("[^a]", false), ("\\s", false), ("\\W", false),
      ("\\D", false), ("(?s).", false), ("(?is:a)", false), ("\\x0a", false), ("\\x{a}", false),
      ("\\012", false), ("\\12", false), ("\\R", false), ("\\v", false), ("\\X", false),
      ("\\z", false), ("\\Z", false), ("[\\n]", false), ("[\\s]", false), ("[\t- ]", false),
      ("[[:space:]]", false), ("[[:^alpha:]]", false), ("\\P{L}", false), ("\\p{^L}", false),
      ("\\p{Common}", false), ("\\cJ", false), ("\\N{U+0A}", false), ("(?x)a", false),
      ("\\Q\n\\E", false), ("[\\Q\n\\E]", false), ("(?-m)$", false), ("(?<=\\n)a", false),
      ("\\H", false), ("\\o{12}", false),
    ])
  func staysInLine(_ expression: String, _ expected: Bool) {
    #expect(PatternTraits(Array(expression.utf8)).staysInLine == expected)
  }

  @Test(
    "Only letters that are searched for count as capitals",
    arguments: [
      ("abc", false), ("aBc", true), ("\\W\\S\\D", false), ("\\p{Lu}", false), ("\\P{Lu}", false),
      ("(?<Name>a)", false), ("[A-Z]", true), ("É", true), ("é", false), ("\\Qab\\E", false),
      ("\\QaB\\E", true), ("ǅ", true), ("(?P<N>a)(?P=N)", false),
    ])
  func capitals(_ expression: String, _ expected: Bool) {
    #expect(PatternTraits(Array(expression.utf8)).hasCapital == expected)
  }

  @Test(
    "An expression that cannot work part by part is refused with its offset",
    arguments: [("a\\Gb", 1), ("(*COMMIT)a", 0), ("a(*F)", 1), ("\\C", 0), ("[\\G]", nil)])
  func refusals(_ expression: String, _ offset: Int?) {
    #expect(PatternTraits(Array(expression.utf8)).refusal?.offset == offset)
  }

  @Test("An expression without special characters is plain text")
  func plain() {
    #expect(PatternTraits(Array("some words, é".utf8)).isPlain)
    for special in ["a.b", "a\\", "[", "a{2}", "^", "a|b", "(", ")", "a?"] {
      #expect(!PatternTraits(Array(special.utf8)).isPlain)
    }
  }

  @Test("Any bytes are accepted or refused, and the answers about them hold", arguments: 1...3)
  func anyBytes(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let pieces =
      ["a", "b", "[", "]", "(", ")", "^", "$", ".", "*", "+", "?", "{", "}", "1", ",", "|", "\\"]
      + [
        "\\Q", "\\E", "\\p", "\\w", "\\W", "[^", "[:", ":]", "(?", "<", ">", "#", "-", "é", "\n",
        "=", "!",
      ]
    let text = Rope(Array("ab\na1 b\r\n\n(a)[b]{1}é\n".utf8))
    for step in 0..<2_000 {
      let pattern = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let bytes = Array(pattern.utf8)
      let traits = PatternTraits(bytes)
      let options = TextSearch.Options(letters: .exact, isExpression: true)
      guard let search = try? TextSearch(bytes, options) else { continue }
      for match in try search.matches(inside: text.all, of: text) {
        let found = text.bytes(in: match)
        if traits.staysInLine, found.contains(.lineFeed) {
          Issue.record("seed \(seed), step \(step): \(pattern.debugDescription)")
          return
        }
      }
    }
  }
}
