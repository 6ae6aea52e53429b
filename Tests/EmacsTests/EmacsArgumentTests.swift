import TextEngine
import Testing

@testable import Emacs

struct EmacsArgumentTests {
  @Test(arguments: [
    ("|", "C-u x", "xxxx|"), ("|", "C-u C-u x", "xxxxxxxxxxxxxxxx|"), ("|", "M-3 x", "xxx|"),
    ("|", "C-u 1 2 x", "xxxxxxxxxxxx|"), ("|", "M-1 2 x", "xxxxxxxxxxxx|"),
    // Digits after a second C-u are text.
    ("|", "C-u 3 C-u 1", "111|"), ("|abcdef", "C-u C-f", "abcd|ef"),
    ("abcdef|", "M-- C-f", "abcde|f"), ("abcdef|", "M-- M-3 C-f", "abc|def"),
    ("abcdef|", "C-u - 3 C-f", "abc|def"), ("abcdef|", "M-5 M-- C-f", "a|bcdef"),
    ("|", "Esc 3 x", "xxx|"), ("|ab cd", "Esc f", "ab| cd"),
  ])
  func `an argument says how often`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test func `too much is refused`() {
    var play = EmacsPlay("|")
    play.press("C-u 9 9 9 9 9 9 9 9 9 9 x")
    #expect(play.effects.first == .bell)
    play.press("x")
    #expect(play.marked == "x|")
  }

  @Test func `keys that wait are shown`() {
    var play = EmacsPlay("|")
    play.press("C-u 1 2 C-x r")
    #expect(play.machine.display.pending == "12 C-x r")
    play.press("C-g")
    #expect(play.machine.display.pending.isEmpty)
    #expect(play.effects.first == .bell)
  }

  @Test func `what the program does comes as an effect`() {
    var play = EmacsPlay("|")
    play.press("C-x C-s")
    #expect(play.effects == [.run(Invocation("save"))])
    play.press("C-x s")
    #expect(play.effects == [.run(Invocation("save"))])
  }

  @Test func `every command can be read in words, and no key has two`() {
    let all = EmacsCommand.all
    #expect(all.allSatisfy { !$0.summary.isEmpty })
    let keys = all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }
}
