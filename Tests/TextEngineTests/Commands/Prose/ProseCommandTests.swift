import Testing

@testable import TextEngine

@Suite("Words, sentences and typographic characters")
struct ProseCommandTests {
  @Test(
    "Words are swapped around the cursor",
    arguments: [
      ("one| two three", "two one| three"), ("o|ne, two", "two, one|"),
      ("one two|", "two one|"), ("one |two three", "one three two|"),
      ("don't| stop", "stop don't|"), ("one|", "one|"), ("|", "|"),
      ("e\u{301}n| zwei", "zwei e\u{301}n|"), ("one|\ntwo", "one|\ntwo"),
    ])
  func transposes(_ before: String, _ after: String) {
    #expect(KeyPlay.result(before, "<M-X>") == after)
  }

  @Test(
    "Sentences can be moved over and selected",
    arguments: [
      ("|One. Two? Three", "<M-)>", "One. |Two? Three"),
      ("|One. Two? Three", "<M-)><M-)>", "One. Two? |Three"),
      ("One. Two? Th|ree", "<M-(>", "One. Two? |Three"),
      ("One. Two? |Three", "<M-(>", "One. |Two? Three"),
      ("|“One.” Two", "<M-)>", "“One.” |Two"),
      ("|See e.g. this. Two", "<M-)>", "See e.g. this. |Two"),
      ("|3.5 is one. Two", "<M-)>", "3.5 is one. |Two"),
      ("|One goes\non. Two", "<M-)>", "One goes\non. |Two"),
      ("|One.\nTwo", "<M-)>", "One.\n|Two"),
      ("# |Head\nText", "<M-)>", "# Head\n|Text"),
      ("|a\n\n- b\n- c", "<M-)><M-)>", "a\n\n- b\n- |c"),
      ("|一。二？三", "<M-)><M-)>", "一。二？|三"),
      ("|One", "<M-)>", "One|"), ("One|", "<M-(>", "|One"), ("a|", "<M-(><M-(>", "|a"),
      ("|One. Two", "<M-}>", "«One. »Two"),
      ("One. Two|", "<M-{>x", "One. x|"),
    ])
  func sentences(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Quotes and dashes become typographic, and plain again",
    arguments: [
      ("\"a\" 'b'|", "“a” ‘b’|"), ("it's the '90s|", "it’s the ’90s|"),
      ("a -- b---c...|", "a – b—c…|"), ("(\"a\")|", "(“a”)|"), ("*\"a\"* b|", "*“a”* b|"),
      ("# \"a\"|", "# “a”|"), ("- \"a|\"\n  \"b\"", "- “a|”\n  “b”"),
    ])
  func prints(_ before: String, _ after: String) {
    #expect(KeyPlay.result(before, "<M-\">") == after)
    #expect(KeyPlay.result(after, "<M-'>") == before)
  }

  @Test(
    "Quotes are those of the language, and apostrophes are the same in every language",
    arguments: [
      ("de_DE", "„das ist ‚so‘ n’ Ding’s“|"), ("de-CH", "«das ist ‹so› n’ Ding’s»|"),
      ("fr", "«\u{202f}das ist “so” n’ Ding’s\u{202f}»|"), ("sv_SE", "”das ist ’so’ n’ Ding’s”|"),
      ("pl", "„das ist ‚so’ n’ Ding’s”|"), ("ru_RU", "«das ist „so“ n’ Ding’s»|"),
      ("da", "»das ist ›so‹ n’ Ding’s«|"), ("xx", "“das ist ‘so’ n’ Ding’s”|"),
    ])
  func languages(_ language: String, _ after: String) {
    var play = KeyPlay("\"das ist 'so' n' Ding's\"|")
    play.quotes = QuoteSigns(language: language)
    play.press("<M-\">")
    #expect(play.marked == after)
    // Inner quotes that are outer quotes in other languages become plain outer quotes.
    let inner = play.quotes.innerOpen == "“" || play.quotes.innerOpen == "„" ? "\"" : "'"
    play.press("<M-'>")
    #expect(play.marked == "\"das ist \(inner)so\(inner) n' Ding's\"|")
  }

  @Test("A quote that ends after another quote closes too")
  func nested() {
    #expect(KeyPlay.result("\"'a' b 'c'\"|", "<M-\">") == "“‘a’ b ‘c’”|")
  }

  @Test(
    "Code, links, addresses and options keep their plain characters",
    arguments: [
      "`\"a\"`|", "[[a--b]]|", "[a](b--c 'd')|", "see https://a.b/c--d|", "run it --help|",
      "<a b=\"c\">|</a>", "$a'$|", "a \\\"|", "a ---- b|", "a .. b....|",
    ])
  func unchanged(_ text: String) {
    #expect(KeyPlay.result(text, "<M-\">") == text)
  }

  @Test("Only the selection is changed, and nothing between fences")
  func parts() {
    #expect(KeyPlay.result("\"a\" «\"b\"» c", "<M-\">") == "\"a\" «“b”» c")
    var play = KeyPlay("```\n\"a|\"\n```")
    play.press("<M-\">")
    #expect(play.marked == "```\n\"a|\"\n```")
    #expect(play.lastChange?.problem?.hasPrefix("There is no paragraph here.") == true)
  }

  // MARK: - Typing beyond the width

  @Test(
    "Typing beyond the text width begins a new line if hard wrapping is on",
    arguments: [
      ("one two thre|", "e", "one two\nthree|"), ("one two three|", " ", "one two three |"),
      ("- one two thr|", "e", "- one two\n  thre|"), ("> one two thr|", "e", "> one two\n> thre|"),
      ("one two three four|", "s", "one two\nthree fours|"),
      // The text after the cursor is left alone.
      ("on| two three four", "e", "one| two three four"),
      ("incomprehensibl|", "e", "incomprehensible|"),
      ("# one two thre|", "e", "# one two three|"), ("- [ ] one two|", "e", "- [ ] one twoe|"),
      ("```\none two thre|\n```", "e", "```\none two three|\n```"),
    ])
  func wraps(_ before: String, _ typed: String, _ after: String) {
    var play = KeyPlay(before)
    play.textWidth = 12
    play.wrapsTyping = true
    play.press(key: typed == " " ? "Space" : typed)
    #expect(play.marked == after)
    play.wrapsTyping = false
    play.run(Invocation(.undo))
    #expect(play.marked == before)
  }

  @Test("Text filtered by a command returns as one step, with its original line endings")
  func filtered() throws {
    var play = KeyPlay("a\r\n«c\r\nb»\r\nd")
    let given = try #require(FilteredText(play.context, atMost: 100))
    #expect(given.input == Array("c\nb\n".utf8))
    play.apply(try given.change(to: Array("b\nc\n".utf8), in: play.context))
    #expect(play.marked == "a\r\n«b\r\nc»\r\nd")
    play.run(Invocation(.undo))
    #expect(play.marked == "a\r\n«c\r\nb»\r\nd")
    #expect(throws: FilteredText.Problem.isSame) {
      try given.change(to: Array("c\nb\n".utf8), in: play.context)
    }
    for output in [[0xff], [0x61, 0]] as [[UInt8]] {
      #expect(throws: FilteredText.Problem.isNoText) {
        try given.change(to: output, in: play.context)
      }
    }
    #expect(FilteredText(play.context, atMost: 2) == nil)
    // Without a selection it is all of the text, and the cursor keeps its offset.
    let all = KeyPlay("one\ntw|o\n")
    let whole = try #require(FilteredText(all.context, atMost: 100))
    var copy = all
    copy.apply(try whole.change(to: Array("ONE\ntwo\n".utf8), in: all.context))
    #expect(copy.marked == "ONE\ntw|o\n")
  }
}
