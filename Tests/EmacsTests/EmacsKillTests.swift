import TextEngine
import Testing

@testable import Emacs

struct EmacsKillTests {
  @Test(arguments: [
    // Successive kills are one.
    ("|one\ntwo\nthree", "C-k C-k C-k C-n C-y", "\none\ntwo|three"),
    ("|a b c", "M-d M-d M-> C-y", " ca b|"), ("a b c|", "M-DEL M-DEL M-< C-y", "b c|a "),
    ("|a b c", "M-d C-f M-d C-y M-y", " a| c"),
    ("|a b c", "M-d C-f M-d C-y M-y M-y", " b| c"),
    ("|abc def", "C-SPC M-f M-w M-> C-y", "abc defabc|"),
    ("|abc def", "M-d C-u C-y", "|abc def"), ("|a\nb", "C-k C-f C-k C-y M-2 C-y", "\nba|"),
    ("|a b", "M-d C-M-w M-d C-y", "a b|"), ("|one to two", "M-z t", "|o two"),
  ])
  func `what is killed comes back`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test func `copied text is offered to other programs`() {
    var play = EmacsPlay("|abc def")
    play.press("C-SPC M-f M-w")
    let offered = play.effects.compactMap { effect in
      if case .offer(let text) = effect { String(decoding: text.bytes, as: UTF8.self) } else { nil }
    }
    #expect(offered == ["abc"])
  }

  @Test func `the region is what the screen shows as selected`() {
    var play = EmacsPlay("|abc def")
    play.press("C-SPC M-f")
    #expect(play.text.selections.main.range == ByteOffset(0)..<ByteOffset(3))
    play.press("C-g")
    #expect(play.text.selections.isOneCursor)
    play.press("S-Right S-Right")
    #expect(play.text.selections.main.range == ByteOffset(3)..<ByteOffset(5))
    play.press("C-f")
    #expect(play.text.selections.isOneCursor)
  }

  @Test func `what the mouse selected is the region`() {
    var play = EmacsPlay("|abc def")
    play.text.selections = Selections(Selection(anchor: ByteOffset(1), head: ByteOffset(3)))
    play.press("C-w")
    #expect(play.marked == "a| def")
  }

  @Test func `marks follow what others write`() {
    var play = EmacsPlay("abc |def")
    play.press("C-SPC C-e")
    let edit = Edit(in: play.text.text, replacing: Range(at: .zero), with: Array("xx".utf8))
    let old = play.text.text
    play.text.apply(edit)
    play.machine.follow(edit, from: old, to: play.text.text, byCursor: false)
    play.press("C-w")
    #expect(play.marked == "xxabc |")
  }
}
