import TextEngine
import Testing

@testable import Vim

@Suite("Vim patterns")
struct VimPatternTests {
  struct Row: Sendable {
    let pattern: String
    let text: String
    /// The text it matches; nil for none.
    let match: String?

    init(_ pattern: String, _ text: String, _ match: String?) {
      self.pattern = pattern
      self.text = text
      self.match = match
    }
  }

  /// As vim's `matchstr()` gives them, and the multi-line ones as `/` does.
  static let rows: [Row] = [
    // Magic.
    .init(#"a.c"#, "abc", "abc"), .init(#"a\.c"#, "abc", nil), .init(#"\Va.c"#, "abc", nil),
    .init(#"\Va\.c"#, "abc", "abc"), .init(#"\va(b)+"#, "abbc", "abb"),
    .init(#"a(b)"#, "a(b)", "a(b)"), .init(#"\va\(b"#, "a(b", "a(b"),
    .init(#"\M.*"#, "a.*b", ".*"), .init(#"\va*\Vb*"#, "aab*", "aab*"),
    .init(#"\v<\a+>"#, "1 two", "two"), .init(#"\m\<a"#, "ba ab", "a"),
    .init(#"*a"#, "x*a", "*a"), .init(#"\(*a\)"#, "*a", "*a"), .init(#"^*a"#, "*a", "*a"),
    .init(#"a^b"#, "a^b", "a^b"), .init(#"\va^b"#, "a^b", nil), .init(#"a$b"#, "a$b", "a$b"),
    .init(#"a\|^b"#, "b", "b"), .init(#"b$\|x"#, "ab", "b"), .init(#"\/"#, "a/b", "/"),
    .init(#"a/b"#, "a/b", "a/b"), .init("a-b#c", "a-b#c", "a-b#c"),
    // Multis.
    .init(#"ab*"#, "abbb", "abbb"), .init(#"ab\+"#, "a abb", "abb"), .init(#"ab\="#, "abb", "ab"),
    .init(#"ab\?"#, "abb", "ab"), .init(#"a\{2}"#, "aaa", "aa"), .init(#"a\{2,}"#, "aaaa", "aaaa"),
    .init(#"a\{,2}"#, "aaa", "aa"), .init(#"a\{-1,}"#, "aaa", "a"), .init(#"a\{-}b"#, "aab", "aab"),
    .init(#"a\{3,1}"#, "aaaa", "aaa"), .init(#"\va{2}"#, "aaa", "aa"),
    .init(#"\(ab\)\{2}"#, "ababab", "abab"), .init(#"\%(ab\)*c"#, "ababc", "ababc"),
    // Alternatives and parts.
    .init(#"foo\|foobar"#, "foobar", "foo"), .init(#".*bar\&foo.*"#, "foobar", "foobar"),
    .init(#".*bar\&foo.*"#, "foobaz", nil), .init(#"\(a\)\(b\)\2\1"#, "abba", "abba"),
    .init(#"fu\%[nction]"#, "func x", "func"), .init(#"fu\%[n[ab]]x"#, "funax", "funax"),
    // Looking.
    .init(#"foo\(bar\)\@="#, "foobar", "foo"), .init(#"foo\(bar\)\@!"#, "foobar foox", "foo"),
    .init(#"\(foo\)\@<=bar"#, "foobar", "bar"), .init(#"\(foo\)\@<!bar"#, "foobar", nil),
    .init(#"\(fo\+ *\)\@<=bar"#, "foo  bar", "bar"), .init(#"\(o\+\)\@<!b"#, "oob ob b", "b"),
    .init(#"\d\@<!\d"#, "12 3", "1"), .init(#"\(a*\)\@>a"#, "aaa", nil),
    .init(#"\(foo\)\@3<=bar"#, "foobar", "bar"), .init(#"\(foo\)\@2<=bar"#, "foobar", nil),
    .init(#"foo\zsbar"#, "foobar", "bar"), .init(#"foo\zebar"#, "foobar", "foo"),
    .init(#"foo\zebar"#, "foobaz", nil), .init(#"\(a\zs\)\=b"#, "ab", "b"),
    // Classes.
    .init(#"\d\+"#, "ab12c", "12"), .init(#"\D\+"#, "12ab3", "ab"),
    .init(#"\s\+"#, "a \t b", " \t "),
    .init(#"\S\+"#, "  ab c", "ab"), .init(#"\w\+"#, "-a_1-", "a_1"), .init(#"\W\+"#, "a--b", "--"),
    .init(#"\h\w*"#, "1a1", "a1"), .init(#"\x\+"#, "xfFg", "fF"), .init(#"\o\+"#, "978", "7"),
    .init(#"\a\+"#, "1aB2", "aB"), .init(#"\l\+"#, "ABcd", "cd"), .init(#"\u\+"#, "abCD", "CD"),
    .init(#"\c\u"#, "abC", "C"), .init(#"\k\+"#, "-né_1-", "né_1"), .init(#"\w\+"#, "né", "n"),
    .init(#"\i\+"#, "+a1", "a1"), .init(#"\f\+"#, "(a/b.c)", "a/b.c"), .init(#"\t"#, "a\tb", "\t"),
    .init("[abc]", "xb", "b"), .init("[^abc]", "abx", "x"), .init("[]x]", "a]", "]"),
    .init("[^]x]", "]xa", "a"), .init("[a-c]\\+", "xabcd", "abc"), .init("[-a]", "b-", "-"),
    .init("[a-]", "b-", "-"), .init(#"[\]a]"#, "]", "]"), .init(#"[\\]"#, #"a\b"#, #"\"#),
    .init(#"[\t]"#, "a\t", "\t"), .init(#"[\d48]"#, "a0", "0"), .init(#"[\x41]"#, "aA", "A"),
    .init("[[:digit:]x]\\+", "a1x2", "1x2"), .init("[[:upper:]]", "aB", "B"),
    .init("[[:upper:]]\\c", "a", nil), .init("a[b", "a[b", "a[b"), .init(#"\%d65"#, "xA", "A"),
    .init(#"\%x41"#, "xA", "A"), .init(#"\%u20ac"#, "1€", "€"),
    // Words.
    .init(#"\<ab\>"#, "abc cab ab", "ab"), .init(#"\<é"#, "né é", "é"), .init(#".\>"#, "ab-", "b"),
    .init(#"\<日本語\>"#, "日本語の", "日本語"), .init(#"\<本"#, "日本", nil),
    // Case.
    .init(#"\cABC"#, "xabc", "abc"), .init(#"ab\cC"#, "ABC", "ABC"), .init(#"\Cabc"#, "ABC", nil),
    .init(#"É\c"#, "é", "é"),
    // Marks that combine.
    .init("cafe", "cafe\u{301}", nil), .init("caf.", "cafe\u{301}", "cafe\u{301}"),
    .init("caf[e]", "cafe\u{301}", "cafe\u{301}"),
    .init("cafe\u{301}", "cafe\u{301}", "cafe\u{301}"),
    // Lines.
    .init(#"a\nb"#, "a\nb", "a\nb"), .init("a.*b", "a\nb", nil),
    .init(#"a\_.*b"#, "a\nx\nb", "a\nx\nb"),
    .init(#"a\_sb"#, "a\nb", "a\nb"), .init(#"a\_[x]*b"#, "ax\nb", "ax\nb"),
    .init("[^x]*", "a\nb", "a"),
    .init(#"a\n\zsb"#, "a\nb", "b"), .init(#"\(a\n\)\@<=b"#, "a\nb", "b"),
    .init(#"\%2l."#, "a\nb", "b"),
    .init(#"\%>1l."#, "a\nb", "b"), .init(#"\%2c."#, "abc", "b"), .init(#"\%>2v."#, "\tb", "b"),
    .init(#"\%<2c."#, "abc", "a"), .init(#"b\%$"#, "b\nb", "b"), .init(#"\%^."#, "ab", "a"),
    .init(#"b\n$"#, "b\n\nc", "b\n"), .init(#"^b$"#, "ab\nb", "b"),
  ]

  @Test("A pattern matches the same text as in vim", arguments: rows)
  func matches(_ row: Row) throws {
    let text = VimText(key: KeyText(Rope(Array(row.text.utf8))))
    let pattern = try VimPattern(row.pattern)
    var match: VimMatch?
    for line in 0..<text.lineCount where match == nil {
      match = try pattern.match(in: text, line: line)
    }
    #expect(match.map { String(decoding: $0.groups[0], as: UTF8.self) } == row.match, "\(row)")
  }

  @Test(
    "An invalid pattern reports why",
    arguments: [
      ("a**", "E871"), (#"\(a"#, "E54"), (#"a\)"#, "E55"), (#"a\{"#, "E554"), (#"a\{2"#, "E554"),
      (#"\@="#, "E866"), ("[b-a]", "E944"), (#"\%[a"#, "E69"), (#"\z("#, "E66"),
      (#"\%23x"#, "E867"),
      (#"a\@"#, "E869"), (#"\%"#, "E867"), (#"\1a"#, "E65"), (#"\(a\)\2"#, "E65"),
      (#"\%(a"#, "E53"),
      (#"\v(a"#, "E54"), (#"\va)"#, "E55"), (#"\_"#, "E865"), (#"\%u"#, "E678"), (#"\v+"#, "E866"),
      (#"\%[]"#, "E70"), ("~", "E33"), (#"\v((((((((((a))))))))))"#, "E51"),
    ])
  func refuses(pattern: String, number: String) {
    let failure = #expect(throws: VimFailure.self) { try VimPattern(pattern) }
    #expect(
      failure?.message.hasPrefix(number + ":") == true, "\(pattern): \(failure?.message ?? "")")
  }

  @Test(
    "The case of a pattern follows the settings",
    arguments: [
      ("abc", true, false, true), ("Abc", true, false, true), ("abc", true, true, true),
      ("Abc", true, true, false), (#"\Wbc"#, true, true, true), (#"abc\C"#, true, false, false),
      ("abc", false, true, false),
    ])
  func mindsCase(pattern: String, ignores: Bool, isSmart: Bool, matches: Bool) throws {
    var options = VimOptions()
    options.search.ignoresCase = ignores
    options.search.smartCase = isSmart
    let text = VimText(key: KeyText(Rope(Array("ABC -BC".utf8))))
    #expect(try (VimPattern(pattern, options: options).match(in: text, line: 0) != nil) == matches)
  }

  @Test("A pattern with endless alternatives does not hang")
  func endsInTime() throws {
    let text = VimText(key: KeyText(Rope([UInt8](repeating: 0x61, count: 400))))
    let pattern = try VimPattern(#"\(a*\)*\(a*\)*\(a*\)*b\1"#)
    _ = try? pattern.match(in: text, line: 0)
  }
}
