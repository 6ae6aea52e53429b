import Testing
import TextEngine

@testable import Vim

@Suite("A text as vim's lines")
struct VimTextTests {
  private func text(_ string: String) -> VimText { VimText(key: KeyText(Rope(Array(string.utf8)))) }

  private func string(_ text: VimText) -> String {
    String(decoding: text.rope.bytes, as: UTF8.self)
  }

  @Test(
    "a line ending ends the last line and begins none",
    arguments: [("", 1), ("\n", 1), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("a\nb", 2)])
  func lines(_ string: String, _ count: Int) { #expect(text(string).lineCount == count) }

  @Test(
    "added and removed lines are counted, with and without a final line ending",
    arguments: ["", "\n", "a", "a\n", "a\nb", "a\nb\n", "a\r\nb\r\n"])
  func replacing(_ start: String) {
    for low in 0...text(start).lineCount {
      for high in low...text(start).lineCount {
        for new in [[], [""], ["x"], ["x", ""], ["", "y"]] {
          var changed = text(start)
          let lines = (0..<changed.lineCount).map { changed.line($0) }
          var wanted = lines
          wanted.replaceSubrange(low..<high, with: new.map { Array($0.utf8) })
          if wanted.isEmpty { wanted = [[]] }
          changed.replaceLines(low..<high, with: new.map { Array($0.utf8) })
          let got = (0..<changed.lineCount).map { changed.line($0) }
          #expect(got == wanted, "\(start.debugDescription) \(low)..<\(high) \(new)")
        }
      }
    }
  }

  @Test("a last line that becomes empty remains a line")
  func emptied() {
    var changed = text("a\nb")
    changed.setLine(1, [])
    #expect(changed.lineCount == 2)
    #expect(string(changed) == "a\n\n")
  }

  @Test("lines keep the endings of the text")
  func endings() {
    var changed = VimText(
      key: KeyText(Rope(Array("a\r\nb\r\n".utf8)), format: TextFormat(ending: .crlf)))
    changed.insertLines([Array("x".utf8)], at: 1)
    #expect(string(changed) == "a\r\nx\r\nb\r\n")
  }

  @Test(
    "a character is one as a person sees it",
    arguments: [
      ("|👍🏽 b", "x", "| b"), ("|👍🏽 b", "l", "👍🏽| b"), ("a👨‍👩‍👧|b", "hx", "a|b"),
      ("|e\u{301}x", "l", "e\u{301}|x"),
      ("|🇩🇪🇫🇷", "lx", "|🇩🇪"), ("👍🏽\nab|c", "k", "|👍🏽\nabc"),
      // A character typed by its code ends no line, nor does a CR before the line's end.
      ("a|b", "i<C-v>010c", "a\u{0}c|b"), ("a|\nb", "A<C-v><CR>c<Esc>", "a|c\r\nb"),
    ])
  func characters(before: String, keys: String, after: String) {
    var play = VimPlay(before)
    play.press(keys)
    #expect(play.marked == after, "\(keys)")
  }

  @Test("text typed before a combining mark joins it, and the next key goes after both")
  func marks() {
    var play = VimPlay("\u{301}")
    play.press("0iab<Esc>")
    #expect(play.text == "a\u{301}b")
  }

  @Test("a selected line ending is selected whole", arguments: ["\n", "\r\n"])
  func selectsLineEnds(ending: String) {
    var play = VimPlay("a|b\(ending)\(ending)c")
    play.press("vj")
    let first = "ab\(ending)".utf8.count
    #expect(play.document.selections.main.range.upperBound.value == first + ending.utf8.count)
    play.press("d")
    #expect(play.marked == "a|c")
  }
}
