import TextEngine
import Testing

@testable import Emacs

struct EmacsRectangleTests {
  @Test(arguments: [
    ("|abc\ndef", "C-SPC C-n C-f C-f C-x r k", "c\n|f"),
    ("|abc\ndef", "C-SPC C-n C-f C-f C-x r k C-e C-x r y", "c\nfab\n de|"),
    ("a|bc\ndef", "C-SPC C-n C-f C-x r t - RET", "a-c\nd-|f"),
    ("|abc\ndef", "C-SPC C-n C-f C-x r o", "| abc\n def"),
    ("漢|字\n\n", "C-SPC C-n C-x r o", " | 漢字\n\n"),
    ("|abc\ndef", "C-SPC C-n C-f C-x r c", " bc\n| ef"),
    ("|a\nb", "C-SPC C-n C-x r N", "1 a\n|2 b"),
    ("|abc\ndef", "C-SPC C-n C-f C-x r M-w C-e C-x r y", "abc\ndefa\n   d|"),
    ("|abc\ndef", "C-x SPC C-n C-f C-w C-e C-y", "bc\nefa\n  d|"),
  ])
  func `columns are cut and pasted`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test func `a rectangle is shown line by line`() {
    var play = EmacsPlay("|abc\ndef")
    play.press("C-x SPC C-n C-f C-f")
    #expect(play.text.selections.all.map(\.range.byteCount) == [2, 2])
  }

  @Test(arguments: [
    ("|abc", "C-SPC C-f C-x r s a C-e C-x r i a", "abca|"),
    ("|abc", "C-x r SPC a C-e C-x r j a", "|abc"),
    ("|", "M-5 C-x r n a C-x r + a C-x r i a", "6|"),
  ])
  func `registers keep text, offsets and numbers`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }
}
