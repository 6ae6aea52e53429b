import Testing

@testable import TextEngine

@Suite("Breaking lines at the text width")
struct ReflowTests {
  private static func reflowed(_ marked: String, width: Int = 12) -> String {
    var play = KeyPlay(marked)
    play.textWidth = width
    play.run(Invocation(.reflow))
    return play.marked
  }

  @Test(
    "A paragraph's lines are filled up to the width",
    arguments: [
      ("one two |three four five", "one two\n|three four\nfive"),
      ("one\ntwo|\nthree\n\nfour\nfive", "one two|\nthree\n\nfour\nfive"),
      ("a  b\tc d e f g h|", "a  b\tc d\ne f g h|"),
      ("incomprehensibility| is", "incomprehensibility|\nis"),
      ("one two \r\nthree| four five\r\n", "one two\r\nthree| four\r\nfive\r\n"),
      // Marks of lists and quotes.
      ("- one two three| four", "- one two\n  three| four"),
      ("10. one two three| four", "10. one two\n    three|\n    four"),
      ("- a\n|b", "- a |b"),
      ("> one two three| four", "> one two\n> three| four"),
      ("> - one two| three\n>   four five six", "> - one two|\n>   three\n>   four\n>   five six"),
      ("- > one two three|", "- > one two\n  > three|"),
      ("  one two three| f", "  one two\n  three| f"),
      // Hard breaks stay.
      ("one|  \ntwo three four five", "one|  \ntwo three\nfour five"),
      ("one|\\\ntwo\nthree", "one|\\\ntwo three"),
      // Unbreakable pieces.
      ("see [[a b c d e f]]| now x", "see\n[[a b c d e f]]|\nnow x"),
      ("see `a b c d e f`| now x", "see\n`a b c d e f`|\nnow x"),
      ("see [a b c](d e|) now x", "see [a b\nc](d e|) now\nx"),
      ("see ![a b c](d)| now x", "see\n![a b c](d)|\nnow x"),
      ("see [a b c d][e f g]| n", "see\n[a b c d][e f g]|\nn"),
      ("see $a + b + c$ n|", "see\n$a + b + c$\nn|"),
      // No line begins with text that Markdown would take for markup.
      ("one two thr - four| five", "one two\nthr - four|\nfive"),
      ("one two thr 1. four| five", "one two\nthr 1. four|\nfive"),
      ("one two thre # four|", "one two\nthre # four|"),
      ("one two three ^id|", "one two\nthree ^id|"),
      ("one two three #tag|", "one two\nthree #tag|"),
      // Chinese has no blanks, but Korean does.
      ("|日本語の文章です。", "|日本語の文章\nです。"),
      ("|日本語の文章。で", "|日本語の文\n章。で"),
      ("日本\n語|", "日本語|"),
      ("한국어 문장| 입니다", "한국어 문장|\n입니다"),
      ("한국\n어|", "한국 어|"),
      ("e\u{301}e\u{301} one| two three", "e\u{301}e\u{301} one| two\nthree"),
    ])
  func paragraphs(_ before: String, _ after: String) {
    #expect(Self.reflowed(before) == after)
    #expect(Self.reflowed(after) == after)
  }

  @Test(
    "All other text keeps its lines",
    arguments: [
      "# one two| three four five", "one two three four|\n===", "```\none two three| four\n```",
      "    one two three| four",
      "---\ntitle: one| two three four\n---", "- [ ] one two| three four",
      "<div>\none two three| fo\n</div>",
      "[a]: one|two.three.four.five", "$$\none two three| four\n$$", "%%\none two three| four\n%%",
      "> [!note] one two three| four", "* * * * * * * *|", "|",
    ])
  func unchanged(_ text: String) { #expect(Self.reflowed(text) == text) }

  @Test("Table rows keep their lines")
  func tables() {
    for table in ["| one two three | four |\n|---|---|\n", "a | b three four\n--- | ---\n"] {
      let text = Rope(Array(table.utf8))
      var play = KeyPlay("")
      play.text = text
      play.textWidth = 12
      play.run(Invocation(.reflow))
      #expect(play.text == text)
    }
  }

  @Test("In a task or under a callout's title, only the text after the first line is reflowed")
  func firstLines() {
    #expect(
      Self.reflowed("- [ ] one two three\n  four five| six")
        == "- [ ] one two three\n  four five|\n  six")
    #expect(Self.reflowed("> [!tip] a b c d e\n> one\n> two|") == "> [!tip] a b c d e\n> one two|")
  }

  @Test("Only the selected lines are reflowed, with all the paragraphs among them")
  func selected() {
    #expect(Self.reflowed("a\n«b\nc»\nd") == "a\n«b c»\nd")
    #expect(
      Self.reflowed("«one\ntwo\n\n# h h h h h h h\n\n- a\n  b\n»c")
        == "«one two\n\n# h h h h h h h\n\n- a b\n»c")
  }

  @Test("Reflowing is one undo step, and reports that there is no paragraph")
  func steps() {
    var play = KeyPlay("one two three| four five")
    play.textWidth = 8
    play.run(Invocation(.reflow))
    play.run(Invocation(.undo))
    #expect(play.marked == "one two three| four five")
    play = KeyPlay("# a|")
    play.run(Invocation(.reflow))
    #expect(play.lastChange?.problem?.hasPrefix("There is no paragraph here.") == true)
  }
}
