import KeyRows
import TextEngine
import Testing

@testable import Emacs

@Suite("Emacs completes words")
struct ExpansionTests {
  @Test("Words of another open note come last")
  func others() {
    var play = EmacsPlay("food fo|")
    func press(_ keys: String) {
      for key in EmacsRow.keys(of: keys) {
        var given = KeyText(
          play.text.text, history: play.text.history, selections: play.text.selections)
        given.otherNotes = [Rope(Array("other forest\n".utf8))]
        play.effects = play.machine.press(key, in: &given)
        play.text = given
      }
    }
    press("M-/")
    #expect(play.string == "food food")
    press("M-/")
    #expect(play.string == "food forest")
    press("M-/")
    #expect(play.string == "food fo")
    #expect(play.effects == [.bell, .say("No further dynamic expansion for ‘fo’ found")])
  }

  @Test("C-M-/ completes what all words have in common, then lists them to choose from")
  func lists() {
    var play = EmacsPlay("format forest\nf|")
    play.press("C-M-/")
    #expect(play.marked == "format forest\nfor|")
    #expect(play.machine.display.offer == nil)
    play.press("C-M-/")
    let offer = play.machine.display.offer
    #expect(
      offer == KeyDisplay.Offer(rows: ["forest", "format"], chosen: nil, start: ByteOffset(14)))
    play.press("C-n C-n")
    #expect(play.marked == "format forest\nformat|")
    play.press("RET")
    #expect(play.machine.display.offer == nil)
    play.press("RET")
    #expect(play.string == "format forest\nformat\n")
    play.press("f o C-M-/ C-M-/ C-n C-g")
    #expect(play.marked == "format forest\nformat\nfor|")
  }

  @Test("Nothing to complete is said")
  func refuses() {
    var play = EmacsPlay("food |")
    play.press("M-/")
    #expect(play.effects == [.bell, .say("No possible abbreviation preceding point")])
    play.press("x M-/")
    #expect(play.effects == [.bell, .say("No dynamic expansion for ‘x’ found")])
  }

  @Test("In a text of ten million bytes only what is near is read")
  func huge() {
    let line = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod\n"
    let part = String(repeating: line, count: 75_000)
    var play = EmacsPlay("nearfar\n" + part + "nearby\nnea|\n" + part + "nearest\n")
    #expect(play.text.text.byteCount > 10_000_000)
    play.press("M-/")
    #expect(play.machine.command.expansion?.words.map(\.text) == ["nearby"])
  }
}
