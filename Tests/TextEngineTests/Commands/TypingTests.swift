import Testing

@testable import TextEngine

@Suite("Typing and deleting")
struct TypingTests {
  @Test(
    "Typed text appears at each cursor, and replaces the selection",
    arguments: [
      ("hel|lo", "x", "helx|lo"), ("|", "a b", "a b|"), ("h«el»lo", "x", "hx|lo"),
      ("a|b c|d", "xy", "axy|b cxy|d"), ("«a»«b»", "x", "x|x|"), ("«ab» c|", "x", "x| cx|"),
      ("|日", "本", "本|日"), ("|\u{301}", "e", "e\u{301}|"),
      ("«one» two", "*", "*«one»* two"), ("«one» «two»", "(", "(«one») («two»)"),
      ("»a«", "`", "`»a«`"),
      ("«a» |", "*", "*| *|"),
    ])
  func types(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Deletion keys remove text",
    arguments: [
      ("hel|lo", "<C-w>", "|lo"), ("ab|c", "<Backspace>", "a|c"), ("a|bc", "<Del>", "a|c"),
      ("|a", "<Backspace>", "|a"), ("a|", "<Del>", "a|"), ("a\r\n|b", "<Backspace>", "a|b"),
      ("a|\r\nb", "<Del>", "a|b"), ("x👨‍👩‍👧|", "<Backspace>", "x|"), ("e\u{301}|", "<Backspace>", "|"),
      ("one| two", "<C-Del>", "one|"), ("one tw|o\nx", "<M-k>", "one tw|\nx"),
      ("a|\nx", "<M-k>", "a|x"),
      ("one tw|o", "<M-Del>", "|o"), ("a«bc»d", "<Backspace>", "a|d"), ("a«bc»d", "<C-w>", "a|d"),
      ("a|b c|d", "<Backspace>", "|b |d"), ("ab|c|", "<C-w>", "|"),
      ("        |x", "<Backspace>", "    |x"),
      ("      |x", "<Backspace>", "    |x"), (" |x", "<Backspace>", "|x"),
    ])
  func deletes(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Lines are duplicated, moved and joined",
    arguments: [
      ("a\nb|c\nd", "<C-d>", "a\nbc\nb|c\nd"), ("a|b", "<C-d>", "ab\na|b"),
      ("a«b»c", "<C-d>", "ab«b»c"),
      ("a|\r\nb|", "<C-d>", "a\r\nb\r\na|\r\nb|"), ("|", "<C-d>", "\n|"),
      ("a\nb|\nc", "<M-Up>", "b|\na\nc"), ("a\nb|", "<M-Up>", "b|\na"),
      ("a|\nb", "<M-Up>", "a|\nb"),
      ("a\n|b\nc", "<M-Down>", "a\nc\n|b"), ("a\n|b", "<M-Down>", "a\n|b"),
      ("|a\nb", "<M-Down>", "b\n|a"),
      ("a\n\n|\nb", "<M-Up>", "a\n|\n\nb"), ("a\r\n|b", "<M-Up>", "|b\r\na"),
      ("a\n«b\nc\n»d", "<M-Up>", "«b\nc\n»a\nd"), ("«a\nb»\nc\nd", "<M-Down>", "c\n«a\nb»\nd"),
      ("a\nb|\nc\nd|", "<M-Up>", "b|\na\nd|\nc"),
      ("a|b\n  cd", "<M-j>", "ab| cd"), ("a  |\nb", "<M-j>", "a| b"),
      ("«a\nb\nc»\nd", "<M-j>", "«a b c»\nd"),
      ("|\nb", "<M-j>", "|b"), ("> a|\n> b", "<M-j>", "> a| b"), ("a|", "<M-j>", "a|"),
      ("a|\nb|\nc", "<M-j>", "a| b|\nc"),
    ])
  func lines(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Cut or copied text can be pasted",
    arguments: [
      ("a\nb|c\nd", "<C-k>", "a\n|d"), ("a\nb|", "<C-k>", "a|"),
      ("a|\nb\nc", "<C-k><C-k><C-u>", "a\nb\n|c"),
      ("a|\nb\nc\nd", "<C-k><Down><C-k><C-v>", "b\nc\n|d"),
      ("a«b»c", "<C-x><C-v>", "ab|c"), ("a«b»c", "<C-c><End><C-v>", "abcb|"),
      ("a\nb|c", "<C-c><C-v>", "a\nbc\nb|c"), ("«a» «b»", "<C-x><C-v>", "a| b|"),
      ("«a» «b»", "<C-c><C-a><C-v>", "a\nb|"), ("|", "<C-c><C-v>", "|"), ("|", "<C-k>", "|"),
      ("a|\r\nb", "<C-k><C-v>", "a\r\n|b"), ("«a\nb»", "<C-c><Right><C-v>", "a\nba\nb|"),
    ])
  func registers(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test("Pasted outside text takes the text's own line endings")
  func keepsEndings() {
    var play = KeyPlay("a\r\n|b\r\n")
    play.run(Invocation(.paste, argument: "x\ny\r\nz\r"))
    #expect(play.marked == "a\r\nx\r\ny\r\nz\r\n|b\r\n")
    play.press("<Enter>")
    #expect(play.marked == "a\r\nx\r\ny\r\nz\r\n\r\n|b\r\n")
  }

  @Test("A command with many cursors is one undo step")
  func undoes() {
    var play = KeyPlay("a| b| c|")
    play.press("<Enter>")
    play.press("xy")
    #expect(play.marked == "a\nxy| b\nxy| c\nxy|")
    play.press("<C-z>")
    #expect(play.marked == "a\n| b\n| c\n|")
    play.press("<C-z>")
    #expect(play.marked == "a| b| c|")
    play.press("<C-y>")
    #expect(play.marked == "a\n| b\n| c\n|")
  }
}
