import KeyRows
import TextEngine
import Testing

@testable import Vim

@Suite("Completion in vim's insert mode")
struct CompletionTests {
  private func lastMessage(_ effects: [KeyEffect]) -> String? {
    effects.reversed().lazy.compactMap { effect in
      switch effect {
      case .say(let text), .warn(let text): text
      default: nil
      }
    }.first
  }

  /// Presses keys in a text with another note open; returns the last effects.
  private func press(
    _ keys: String, in play: inout VimPlay, besides others: [String]
  ) -> [KeyEffect] {
    var effects: [KeyEffect] = []
    for key in KeyTokens.keys(of: keys) {
      play.document.otherNotes = others.map { Rope(Array($0.utf8)) }
      effects = play.machine.press(key, in: &play.document)
    }
    return effects
  }

  @Test("The list shows the matches and the chosen one, and ends with the completion")
  func offers() {
    var play = VimPlay("food fool\n|\n")
    play.press("ifo<C-n>")
    #expect(
      play.machine.display.offer
        == KeyDisplay.Offer(rows: ["food", "fool"], chosen: 0, start: ByteOffset(10)))
    play.press("<C-n><C-n>")
    #expect(play.machine.display.offer?.chosen == nil)
    play.press("<C-p>")
    #expect(play.machine.display.offer?.chosen == 1)
    play.press("<C-y>")
    #expect(play.machine.display.offer == nil)
    play.press("s<Esc>")
    #expect(play.text == "food fool\nfools\n")
    play.press("u")
    #expect(play.text == "food fool\n\n")
    // vim shows no list for a single match.
    play.press("ifoo<C-n> foodx<Esc>ofoodx<C-p>")
    #expect(play.machine.display.offer == nil)
  }

  @Test("Arrow keys choose from the list, and Enter then only accepts")
  func arrows() {
    var play = VimPlay("food fool fork\n|\n")
    play.press("ifo<C-n><Down><Down><Up><CR>s<Esc>")
    #expect(play.text == "food fool fork\nfools\n")
    play.press("ofo<C-n><PageDown><CR>s<Esc>")
    #expect(play.text == "food fool fork\nfools\nfoolss\n")
  }

  @Test("Esc ends the completion and the typing")
  func esc() {
    var play = VimPlay("food fool\n|\n")
    play.press("ifo<C-n><Esc>")
    #expect(play.machine.mode == .normal)
    #expect(play.marked == "food fool\nfoo|d\n")
  }

  private static let said: [(keys: String, message: String)] = [
    ("ifo<C-n>", "match 1 of 2"),
    ("ifo<C-n><C-n>", "match 2 of 2"),
    ("ifo<C-n><C-n><C-n>", "Back at original"),
    ("ifoo<C-n><C-n>s<C-n>", "Pattern not found"),
    ("ifood<C-p>", "The only match"),
    ("i<C-x>s", "There is no word before the cursor."),
    ("i<C-x><C-k>", "There is no word before the cursor."),
  ]

  @Test("Messages are vim's", arguments: said)
  func says(keys: String, message: String) {
    var play = VimPlay("food fool\n|\n")
    #expect(lastMessage(press(keys, in: &play, besides: [])) == message)
  }

  @Test("Words of another open note follow those of this one, but not after C-x")
  func others() {
    var play = VimPlay("food\n|\n")
    _ = press("ifo<C-n><C-n>", in: &play, besides: ["other forest"])
    #expect(play.text == "food\nforest\n")
    _ = press("<Esc>Sfo<C-x><C-n><C-n>", in: &play, besides: ["other forest"])
    #expect(play.text == "food\nfo\n")
    _ = press("<Esc>Sot<C-x><C-l>", in: &play, besides: ["other forest"])
    #expect(play.text == "food\nother forest\n")
  }

  @Test("In a text of ten million bytes only what is near is read")
  func huge() {
    let line = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod\n"
    let part = String(repeating: line, count: 75_000)
    var play = VimPlay("nearfar\n" + part + "nearby\n|\n" + part + "nearest\n")
    #expect(play.document.text.byteCount > 10_000_000)
    play.press("inea<C-n>")
    #expect(play.machine.insert.completion?.matches == [Array("nearby".utf8)])
    var scan = VimCompletionScan(Array("nea".utf8), ignoresCase: true, isForward: false)
    scan.addWords(of: play.document.text, around: 5_300_000)
    scan.addLines(of: play.document.text, around: 75_000)
    scan.addWords(ofOther: play.document.text)
    #expect(scan.bytesRead <= 4 * VimCompletionScan.nearby + VimCompletionScan.inOthers)
  }

  @Test("A long line is no obstacle either")
  func longLine() {
    let words = String(repeating: "lorem ipsum ", count: 100_000)
    var play = VimPlay(words + "nearby nea|\n")
    play.press("a<C-p>")
    #expect(play.text.hasSuffix("nearby nearby\n"))
  }

  @Test("Several cursors complete together")
  func cursors() {
    var machines = KeyMachines(VimMachine())
    var text = KeyText(Rope(Array("food fool\n\n\n".utf8)))
    text.selections =
      Selections([Selection(at: ByteOffset(10)), Selection(at: ByteOffset(11))], main: 1)
      ?? text.selections
    for key in KeyTokens.keys(of: "ifo<C-n><Esc>") {
      var given = KeyText(text.text, history: text.history, selections: text.selections)
      _ = machines.press(key, in: &given)
      text = given
    }
    #expect(String(decoding: text.text.bytes, as: UTF8.self) == "food fool\nfood\nfood\n")
  }

  // MARK: - What the program finds

  struct Request {
    var keys: String
    var asked: String
    var typed: String
  }

  private static let requests: [Request] = [
    .init(keys: "isee pro/a<C-x><C-f>", asked: "vim-complete-file", typed: "pro/a"),
    .init(keys: "i<C-x><C-f>", asked: "vim-complete-file", typed: ""),
    .init(keys: "ione tw<C-x><C-k>", asked: "vim-complete-word", typed: "tw"),
    .init(keys: "ithe mlik<C-x>s", asked: "vim-complete-spelling", typed: "mlik"),
  ]

  @Test(
    "Files, words of a dictionary and suggestions are asked of the program", arguments: requests)
  func asks(row: Request) {
    var play = VimPlay("|\n")
    play.press(row.keys)
    #expect(play.runs == [Invocation(CommandID(row.asked), argument: row.typed)])
  }

  @Test("What the program found is walked through like words")
  func found() {
    var play = VimPlay("|\n")
    play.press("isee pro<C-x><C-f>")
    let effects = play.machine.offer(
      ["projects/", "prose.md"], insteadOf: "pro", in: &play.document)
    #expect(effects == [.say("match 1 of 2")])
    #expect(play.text == "see projects/\n")
    play.press("<C-f>")
    #expect(play.text == "see prose.md\n")
    play.press("<Esc>o<Esc>.")
    play.press("ggA<C-x><C-f>")
    #expect(
      play.machine.offer([], insteadOf: "prose.md", in: &play.document) == [
        .bell, .warn("Pattern not found"),
      ])
  }

  @Test("An answer is dropped once something else was typed, or the text differs")
  func late() {
    var play = VimPlay("|\n")
    play.press("isee pro<C-x><C-f>x")
    #expect(play.machine.offer(["projects/"], insteadOf: "pro", in: &play.document) == [])
    #expect(play.text == "see prox\n")
    play.press("<Esc>")
    #expect(play.machine.offer(["projects/"], insteadOf: "prox", in: &play.document) == [])
    #expect(play.text == "see prox\n")
  }

  @Test("Keys of spelling ask the program, with their count")
  func spelling() {
    var play = VimPlay("|word\n")
    play.press("z=2z=3]s[S2zgzug")
    #expect(
      play.runs == [
        Invocation("vim-suggest"), Invocation("vim-suggest", count: 2),
        Invocation("next-mistake", count: 3), Invocation("previous-mistake"),
        Invocation("vim-add-word", count: 2), Invocation("vim-remove-word"),
      ])
  }
}
