import Testing

@testable import MarkdownLines

@Suite("Markup within a line of Markdown")
struct InlineMarksTests {
  static let wikiLinks: [(text: String, target: String?, part: String?)] = [
    ("[[a]]", "a", nil), ("[[ a b # c |d]] e", "a b", "c"), ("[[#c]]", "", "c"),
    ("[[a\\|b]]", "a", nil), ("[[a|b#c]]", "a", nil), ("[[a]b]]", "a]b", nil), ("[[]]", nil, nil),
    ("[[ # ]]", nil, nil), ("[[a", nil, nil), ("[[a]", nil, nil), ("[[a[[b]]", nil, nil),
    ("[[[a]]", nil, nil),
  ]

  @Test("Wiki links and their targets are read", arguments: wikiLinks)
  func findsWikiLinks(_ text: String, _ target: String?, _ part: String?) {
    let bytes = Array(text.utf8)
    let link = WikiLink(bytes.span, 0, bytes.count)
    #expect(link.isLink == (target != nil))
    guard link.isLink else { return }
    #expect(String(decoding: bytes[link.target], as: UTF8.self) == target)
    #expect(link.part.map { String(decoding: bytes[$0], as: UTF8.self) } == part)
    #expect(bytes[link.close..<link.end].elementsEqual("]]".utf8))
  }

  static let destinations: [(text: String, target: String?)] = [
    ("(a)", "a"), ("( a )", "a"), ("(<a b>)", "a b"), ("(a(b)c)", "a(b)c"), ("(a\\)b)", "a\\)b"),
    ("(a \"b\")", "a"), ("(a 'b)c')", "a"), ("(a (b))", "a"), ("()", ""), ("(a b)", nil),
    ("(a", nil),
    ("(<a<b>)", nil), ("(a(b)", nil), ("(a \"b)", nil),
  ]

  @Test("Destinations with and without a title are read", arguments: destinations)
  func findsDestinations(_ text: String, _ target: String?) {
    let bytes = Array(text.utf8)
    let found = LinkDestination(bytes.span, parenthesis: 0, bytes.count)
    #expect(found.map { String(decoding: bytes[$0.target], as: UTF8.self) } == target)
    if let found { #expect(found.end == bytes.count) }
  }

  @Test("Parentheses thousands deep are not a link")
  func deepDestination() {
    let text = Array(
      (String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)).utf8)
    let found = LinkDestination(text.span, parenthesis: 0, text.count)
    #expect(found == nil)
  }

  static let definitions: [(text: String, target: String?)] = [
    ("[a]: b", "b"), ("[a\\]b]: <c d> 'e'", "c d"), ("[a]: b (c)", "b"), ("[^a]: b", nil),
    ("[]: b", nil), ("[a] b", nil), ("[a]:", nil), ("[a]: b c", nil), ("[a[b]: c", nil),
    ("[a]: b)", nil),
  ]

  @Test(
    "Definitions take their whole line, and footnotes are not definitions", arguments: definitions)
  func findsDefinitions(_ text: String, _ target: String?) {
    let bytes = Array(text.utf8)
    let found = LinkDefinition(bytes.span, 0, bytes.count)?.destination
    #expect(found.map { String(decoding: bytes[$0.target], as: UTF8.self) } == target)
  }

  static let markup: [(text: String, end: Int?, isLink: Bool)] = [
    ("<b>", 3, false), ("</b>", 4, false), ("<a href=\"x>y\">", 14, false), ("<a b=#c>", 8, false),
    ("<br/>", 5, false), ("<https://a>", 11, true), ("<a:b c>", nil, false), ("<>", nil, false),
    ("< b>", nil, false), ("<b", nil, false), ("<a \"b\">", nil, false), ("<a `>", nil, false),
  ]

  @Test("HTML tags and addresses in angle brackets are read", arguments: markup)
  func findsMarkup(_ text: String, _ end: Int?, _ isLink: Bool) {
    let found = Markup(text.utf8.span, 0, text.utf8.count)
    #expect(found?.end == end)
    if let found { #expect(found.isLink == isLink) }
  }

  @Test(
    "A bare address ends before punctuation that is not part of it",
    arguments: [
      ("https://a.b/c. ", 13), ("https://a.b/(c)) d", 15), ("www.a.org, x", 9), ("www.a", nil),
      ("mailto:a@b?", 10), ("mailto:", nil), ("denote:1", 8), ("a://b", nil), ("https://", nil),
      ("https://...", nil), ("s3://x\"", 6), ("word", nil), ("10:30", nil),
    ])
  func addresses(_ text: String, _ end: Int?) {
    let found = BareAddress.end(text.utf8.span, 0, text.utf8.count)
    #expect(found == end)
  }

  static let names: [(text: String, name: String, isTag: Bool)] = [
    ("one two", "one", true), ("a/b_c-d.", "a/b_c-d", true), ("1984", "1984", false),
    ("y1984", "y1984", true), ("日本語。", "日本語", true), ("🎉!", "🎉", true), ("\u{20E3}", "", false),
    ("a\u{301}b", "a\u{301}b", true), ("a×b", "a", true), ("٣", "٣", false), ("", "", false),
  ]

  @Test("Tag names in any script are read", arguments: names)
  func findsNames(_ text: String, _ expected: String, _ isTag: Bool) {
    let bytes = Array(text.utf8)
    let name = TagName(bytes.span, 0, bytes.count)
    #expect(bytes[..<name.end].elementsEqual(expected.utf8))
    #expect(name.hasMore == isTag)
  }

  @Test(
    "A tag begins only after a space or suitable punctuation",
    arguments: [
      (" #", true), ("(#", true), ("«#", true), ("–#", true), ("a#", false), ("é#", false),
      ("&#", false), ("\u{a0}#", true),
    ])
  func placesOfTags(_ text: String, _ isFree: Bool) {
    let bytes = Array(text.utf8)
    #expect(TagName.mayBegin(bytes.span, at: bytes.count - 1, from: 0) == isFree)
  }

  @Test(
    "Code is closed by as many backticks as opened it",
    arguments: [
      ("`a`", 1, 2), ("`a``b`", 1, 5), ("``a`b``", 2, 5), ("`a``", 1, nil), ("`a", 1, nil),
    ])
  func code(_ text: String, _ count: Int, _ closer: Int?) {
    let bytes = Array(text.utf8)
    var runs = CodeRuns()
    runs.read(bytes.span, from: 0, to: bytes.count)
    #expect(runs.closer(of: count, at: 0, in: bytes.span) == closer)
    #expect(runs.closer(of: 33, at: 0, in: bytes.span) == nil)
    runs.read(bytes.span, from: 0, to: 1)
    #expect(runs.closer(of: count, at: 0, in: bytes.span) == nil)
  }

  @Test("Only the latest of very many open brackets count")
  func brackets() {
    var open = OpenBrackets()
    for start in 0..<1000 {
      open.append(OpenBrackets.Bracket(start: start, isEmbed: start % 2 == 1, line: 0))
    }
    #expect(open.popLast()?.wholeStart == 998)
    open.keepEmbeds()
    #expect(open.popLast()?.start == 997)
    var count = 0
    while let bracket = open.popLast() {
      #expect(bracket.isEmbed)
      count += 1
    }
    #expect(count < 64)
  }
}
