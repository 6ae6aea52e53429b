import Entities
import Testing

@testable import QueryBlocks

@Suite("Query blocks: the Markdown of answers")
struct AnswerTextTests {
  @Test(
    "Text that is escaped has no sign that means anything, and one line",
    arguments: [
      ("plain words", "plain words"), ("*a* [b](c)", #"\*a\* \[b\]\(c\)"#),
      ("a\nb\tc", "a b c"), ("a\u{0}b\u{1B}[31m", "a\u{FFFD}b\u{FFFD}\\[31m"),
      ("%%x%% ==y== $z$", #"\%\%x\%\% \=\=y\=\= \$z\$"#), ("<b>é🎉", #"\<b\>é🎉"#),
    ])
  func escapes(_ text: String, _ escaped: String) {
    #expect(AnswerText.escaped(text) == escaped)
  }

  @Test(
    "A note's line opens nothing that goes on below it",
    arguments: [
      ("call *Ann* [[B]]", "call *Ann* [[B]]"), ("100%% sure", #"100%\% sure"#),
      ("%%%%", #"%\%%\%"#), ("$$x", #"$\$x"#), (#"\%%"#, #"\%%"#), (#"end\"#, #"end\\"#),
      (#"end\\"#, #"end\\"#), ("a\nb", "a b"), ("\u{1B}x", "\u{FFFD}x"),
    ])
  func tames(_ line: String, _ tamed: String) {
    #expect(AnswerText.line(line) == tamed)
  }

  @Test(
    "A link leads to any path, from any note",
    arguments: [
      (nil, "Ä b/c (d)#e.md", "%C3%84%20b/c%20%28d%29%23e.md"), ("own.md", "a/b.md", "a/b.md"),
      ("a/own.md", "a/b.md", "b.md"), ("a/b/own.md", "a/c/d.md", "../c/d.md"),
      ("a/own.md", "d.md", "../d.md"), ("a/own.md", "a", "../a"),
    ])
  func links(_ note: String?, _ path: String, _ address: String) {
    let links = AnswerLinks(from: note.map { NoteID($0) })
    #expect(links.address(of: NotePath(path)) == address)
    #expect(links.link("A [b]", to: NotePath(path)) == #"[A \[b\]]("# + address + ")")
  }

  @Test("A path of bytes that are no text is linked to, too")
  func bytes() {
    let path = NotePath(bytes: [0x61, 0xff, 0x0a])
    #expect(AnswerLinks(from: nil).address(of: path) == "a%FF%0A")
  }
}
