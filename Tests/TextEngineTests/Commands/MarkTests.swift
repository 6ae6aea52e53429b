import Testing

@testable import TextEngine

@Suite("Markup around words")
struct MarkTests {
  @Test(
    "Markup is put around the selection or the word, and removed again",
    arguments: [
      ("a «word» b", "<C-b>", "a **«word»** b"), ("a **«word»** b", "<C-b>", "a «word» b"),
      ("a «**word**» b", "<C-b>", "a «word» b"), ("a wo|rd b", "<C-b>", "a **wo|rd** b"),
      ("a **wo|rd** b", "<C-b>", "a wo|rd b"), ("word|", "<C-b>", "**word|**"),
      ("|word", "<C-b>", "**|word**"),
      ("a | b", "<C-b>", "a **|** b"), ("a **|** b", "<C-b>", "a | b"), ("|", "<M-i>x", "*x|*"),
      ("**«a»**", "<M-i>", "***«a»***"), ("***«a»***", "<M-i>", "**«a»**"),
      ("***«a»***", "<C-b>", "*«a»*"),
      ("*«a»*", "<C-b>", "***«a»***"), ("_«a»_", "<M-i>", "«a»"), ("__«a»__", "<C-b>", "«a»"),
      ("«a» «b»", "<M-i>", "*«a»* *«b»*"), ("*«a»* «b»", "<M-i>", "*«a»* *«b»*"),
      ("« a »", "<C-b>", "« **a** »"),
      ("«one\n- two»", "<C-b>", "**«one**\n- **two»**"), ("«a`b»", "<M-`>", "``«a`b»``"),
      ("«`»", "<M-`>", "`` «`» ``"),
      ("`«a»`", "<M-`>", "«a»"), ("«a»", "<M-~>", "~~«a»~~"), ("~~«a»~~", "<M-~>", "«a»"),
      ("«a»", "<M-=>", "==«a»=="),
      ("日本|", "<C-b>", "**日本|**"), ("e\u{301}|x", "<C-b>", "**e\u{301}|x**"),
    ])
  func inline(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Keys comment out text, change its case and swap characters",
    arguments: [
      ("a|b", "<M-/>", "%% a|b %%"), ("%% a|b %%", "<M-/>", "a|b"),
      ("«a» b", "<M-/>", "%% «a» %% b"),
      ("<!-- a|b -->", "<M-/>", "a|b"), ("- a|b", "<M-/>", "- %% a|b %%"), ("|", "<M-/>", "|"),
      ("he|llo", "<M-u>", "HE|LLO"), ("HE|LLO", "<M-u>", "He|llo"), ("He|llo", "<M-u>", "he|llo"),
      ("«it's a día»", "<M-u><M-u>", "«It's A Día»"), ("«straße»", "<M-u>", "«STRASSE»"),
      ("a|b", "<M-t>", "ba|"), ("ab|", "<M-t>", "ba|"), ("|ab", "<M-t>", "|ab"),
      ("é|日x", "<M-t>", "日é|x"),
    ])
  func others(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test("Lines are sorted ignoring case, and every line ending stays")
  func sorts() {
    var play = KeyPlay("x\r\n«b\r\nA\nc»")
    play.run(Invocation(.sortLines))
    #expect(play.marked == "x\r\n«A\r\nb\nc»")
  }
}
