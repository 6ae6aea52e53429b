import TextEngine
import Testing

@testable import Emacs

struct EmacsMacroTests {
  @Test(arguments: [
    ("|a\nb\nc\nd", "C-x ( - C-a C-n C-x ) C-x e", "-a\n-b\n|c\nd"),
    ("|a\nb\nc\nd", "C-x ( - C-a C-n C-x ) C-x e e", "-a\n-b\n-c\n|d"),
    ("|a\nb\nc\nd", "C-x ( - C-a C-n C-x ) M-2 C-x e", "-a\n-b\n-c\n|d"),
    // Until a key fails.
    ("|a\nb\nc\nd", "C-x ( - C-a C-n C-x ) C-u 0 C-x e", "-a\n-b\n-c\n-d|"),
    ("|ab ab ab", "C-x ( C-s a b RET - C-x ) C-x e e", "ab- ab- ab-|"),
    ("|a\nb", "C-x ( C-e ! C-n C-x e", "a!\nb!|"),
  ])
  func `keys are played again`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test func `a macro that never fails is stopped`() {
    var options = EmacsOptions()
    options.mostMacroKeys = 100
    var play = EmacsPlay("a|b", options: options)
    play.press("C-x ( C-t C-x ) C-u 0 C-x e")
    #expect(play.effects.contains(.bell))
  }
}
