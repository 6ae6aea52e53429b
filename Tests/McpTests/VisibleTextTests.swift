import Mcp
import Testing

@Suite("Hidden text for models")
struct VisibleTextTests {
  private static let rows = [
    ("plain <b>text</b> 100%\n\ttab\r\n", "plain <b>text</b> 100%\n\ttab\r\n"),
    ("a<!-- do it -->b", "a<hidden: <!-- do it -->>b"),
    ("a %%do it%% b", "a <hidden: %%do it%%> b"),
    ("a<!-- no end", "a<hidden: <!-- no end>"),
    ("a\u{200b}b\u{202e}c\u{0}d\u{1b}e", "a<U+200B>b<U+202E>c^@d^[e"),
    ("tag\u{e0041}\u{e007f}", "tag<U+E0041><U+E007F>"),
    ("soft\u{ad}\u{feff}", "soft<U+00AD><U+FEFF>"),
    ("<!--\u{200b}-->", "<hidden: <!--<U+200B>-->>"),
    ("👩‍👧 ❤️ नमस्ते", "👩‍👧 ❤️ नमस्ते"),
  ]

  @Test("What a person would not see is written out, and nothing else", arguments: rows)
  func shown(text: String, shown: String) {
    #expect(VisibleText.of(text) == shown)
    #expect(VisibleText.of(Array(text.utf8)) == shown)
  }

  @Test("A part that begins within a comment shows that it does")
  func part() {
    let text = Array("a\n<!-- one\ntwo -->\nb\n%% c %%\nd\n".utf8)
    #expect(VisibleText.of(text[11...], in: text) == "<hidden: two -->>\nb\n<hidden: %% c %%>\nd\n")
    #expect(VisibleText.of(text[19...], in: text) == "b\n<hidden: %% c %%>\nd\n")
    #expect(VisibleText.of(text[..<2], in: text) == "a\n")
  }
}
