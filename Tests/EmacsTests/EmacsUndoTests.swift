import TextEngine
import Testing

@testable import Emacs

struct EmacsUndoTests {
  @Test(arguments: [
    ("|", "a b c C-/", "|"), ("|x y", "M-d C-/", "|x y"), ("|x y", "M-d C-d C-/", "| y"),
    // After another key, undo restores the undone text.
    ("|x y", "M-d C-/ C-f C-/", "| y"), ("|x y", "M-d C-d C-/ C-/ C-f C-/ C-/", "|y"),
    ("|x y", "M-d C-d C-u 2 C-/", "|x y"), ("|x y", "M-d M-> C-/", "|x y"),
  ])
  func `undoing is a change of its own`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test func `typed letters are one step, up to about twenty`() {
    var play = EmacsPlay("|")
    play.press(Array(repeating: "x", count: 30))
    #expect(play.text.history.states.count == 3)
    play.press("C-/")
    #expect((5...12).contains(30 - play.string.utf8.count))
  }

  @Test func `steps of before the keymap are undone too`() {
    var text = KeyText(Rope(Array("one".utf8)))
    text.replace(ByteOffset(3)..<ByteOffset(3), with: Array(" two".utf8))
    text.endStep()
    text.replace(ByteOffset(0)..<ByteOffset(0), with: Array("zero ".utf8))
    var play = EmacsPlay("|")
    play.text = text
    play.press("C-/")
    #expect(play.string == "one two")
    play.press("C-/")
    #expect(play.string == "one")
    play.press("C-/")
    #expect(play.effects.first == .bell)
    play.press("C-f C-/")
    #expect(play.string == "one two")
  }

  @Test func `what others wrote is undone as a step`() {
    var play = EmacsPlay("|abc")
    play.press("x")
    let edit = Edit(
      in: play.text.text,
      replacing: [ByteOffset(0)..<ByteOffset(1), ByteOffset(2)..<ByteOffset(3)],
      with: Array("--".utf8))
    let old = play.text.text
    play.text.apply(edit)
    play.text.endStep()
    play.machine.follow(edit, from: old, to: play.text.text, byCursor: false)
    #expect(play.string == "--a--c")
    play.press("C-/")
    #expect(play.string == "xabc")
    play.press("C-/")
    #expect(play.string == "abc")
  }

  /// As Emacs 28 has it.
  @Test(arguments: [
    ("|one two\nthree four\n", "M-d C-n C-a M-d M-< C-SPC C-e C-/", "|one two\n four\n"),
    ("|one two\nthree four\n", "M-d C-n C-a M-d M-< C-SPC C-e C-/ C-f C-/", "| two\n four\n"),
    ("|one two\nthree four\n", "M-d C-n C-a M-d M-< C-SPC C-e C-g C-u C-/", "|one two\n four\n"),
    (
      "one two\nthr|ee four\nfive\n", "a b C-p c d C-n C-a C-SPC C-e C-/",
      "one tcdwo\nthr|ee four\nfive\n"
    ),
  ])
  func `with a region active only what was done in it is undone`(
    text: String, keys: String, after: String
  ) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test func `an undo that finds nothing in the region is reported`() {
    var play = EmacsPlay("|one\ntwo")
    play.press("x C-n C-a C-SPC C-e C-/")
    #expect(play.effects.contains(.say("Nothing more to undo in the region.")))
    #expect(play.string == "xone\ntwo")
  }
}
