import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("Spell checking in the editor")
struct EditorSpellingTests {
  private let spelling = GivenSpelling(
    ["milk", "and", "bread", "see", "it"], meant: ["mlik": ["milk", "mill"]])

  private func open(_ text: String, rows: Int = 8) async -> EditorBench {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text], spelling: spelling)
    await bench.open(rows: rows)
    await look(bench)
    return bench
  }

  /// What comes after a frame, and the frame after that.
  private func look(_ bench: EditorBench) async {
    _ = bench.frame()
    bench.scheduler.advance(by: .milliseconds(200))
    await bench.settle()
    _ = bench.frame()
  }

  private func underlined(_ bench: EditorBench) -> [String] {
    bench.presenter.scene.wrongWords.map {
      String(decoding: bench.interactor.text.bytes(in: $0), as: UTF8.self)
    }
  }

  @Test("Misspelled words are underlined in prose, and nowhere else")
  func underlines() async {
    let bench = await open(
      """
      mlik and `cdoe` #tga [[targte]] [[x|wrods]]
      [lnik](targte) https://adres.example milk

      ```
      cdoe
      ```
      """)
    #expect(underlined(bench) == ["mlik", "wrods", "lnik"])
    let pieces = bench.row(at: 0).pieces
    #expect(pieces.first?.text == "mlik")
    #expect(pieces.first?.look.signs == [.misspelled])
    #expect(pieces.dropFirst().first?.look.signs == [])
  }

  @Test("Comments in a note are not spell-checked, on one line or several")
  func comments() async {
    let bench = await open("mlik %% cmoment %% wrods\n\n%%\nmroe\n%%\nlsat\n")
    #expect(underlined(bench) == ["mlik", "wrods", "lsat"])
  }

  @Test(
    "M-N goes to the next misspelled word and M-P to the previous one, wrapping around the ends")
  func goes() async {
    let bench = await open("see mlik\n`cdoe` %% wrnog %% and\n\nbraed\n")
    func go(_ key: Key) async -> String {
      bench.press(key)
      for _ in 0..<4 { await look(bench) }
      return bench.marked
    }
    let first = "see |mlik\n`cdoe` %% wrnog %% and\n\nbraed\n"
    let last = "see mlik\n`cdoe` %% wrnog %% and\n\n|braed\n"
    #expect(await go("M-N") == first)
    #expect(bench.message == "“mlik” is in no dictionary; M-$ offers other words.")
    #expect(await go("M-N") == last)
    #expect(await go("M-N") == first)
    #expect(bench.message.hasPrefix("Search wrapped."))
    #expect(await go("M-P") == last)
    #expect(await go("M-P") == first)
    bench.press("C-End")
    #expect(await go("M-P") == last)
  }

  @Test("A text without misspelled words is reported, and a key cancels a search in progress")
  func findsNone() async {
    let bench = await open("see it\n")
    bench.press("M-N")
    for _ in 0..<4 { await look(bench) }
    #expect(bench.message == "No word is misspelled.")
    let far = await open(String(repeating: "milk\n", count: 2000) + "mlik\n")
    far.press("M-N", "Right")
    for _ in 0..<20 { await look(far) }
    #expect(far.selections == Selections(Selection(at: ByteOffset(1))))
    far.press("M-N")
    for _ in 0..<20 { await look(far) }
    #expect(far.selections == Selections(Selection(at: ByteOffset(10_000))))
  }

  @Test("Only visible words are looked up, each once")
  func asksOnce() async {
    let bench = await open(
      (["mlik mlik bread"] + Array(repeating: "bread", count: 20) + ["far"]).joined(separator: "\n")
    )
    #expect(await spelling.asked == [["mlik", "bread"]])
    bench.press("C-End")
    await look(bench)
    #expect(await spelling.asked == [["mlik", "bread"], ["far"]])
    #expect(underlined(bench) == ["far"])
  }

  @Test(
    "The word being typed is not checked until the cursor leaves it; other underlines move along")
  func typing() async {
    let bench = await open("mlik\n")
    bench.press("C-End")
    bench.type("wrnog")
    await look(bench)
    #expect(underlined(bench) == ["mlik"])
    bench.type(" ")
    await look(bench)
    #expect(underlined(bench) == ["mlik", "wrnog"])
    bench.press("C-Home")
    bench.type("and ")
    // Before any lookup, the word being edited already counts as a different word.
    #expect(underlined(bench) == ["wrnog"])
    await look(bench)
    #expect(underlined(bench) == ["mlik", "wrnog"])
    bench.press("Right", "Right")
    bench.type("x")
    #expect(underlined(bench) == ["wrnog"])
    bench.press("C-End")
    await look(bench)
    #expect(underlined(bench) == ["mlxik", "wrnog"])
  }

  @Test("M-$ offers corrections, and the chosen one replaces the word in one step")
  func replaces() async {
    let bench = await open("see mlik\n")
    bench.press("C-Right", "Right", "M-$")
    await bench.settle()
    #expect(
      bench.screen.state.offer?.rows == [
        "milk", "mill", "add to my words", "add to the words of this vault",
        "ignore until the program ends",
      ])
    bench.press("Enter")
    #expect(bench.marked == "see milk|\n")
    await look(bench)
    #expect(underlined(bench) == [])
    bench.press("C-z")
    #expect(bench.text == "see mlik\n")
  }

  private nonisolated static let ways: [(downs: Int, added: [String], says: String)] = [
    (2, ["person mlik"], "“mlik” is one of your words now."),
    (3, ["vault mlik"], "“mlik” is one of this vault's words now."),
    (4, [], "“mlik” is right until the program ends."),
  ]

  @Test("A word added to a list or ignored counts as correct from then on", arguments: ways)
  func accepts(downs: Int, added: [String], says: String) async {
    let bench = await open("mlik\n")
    #expect(underlined(bench) == ["mlik"])
    bench.press("M-$")
    await bench.settle()
    for _ in 0..<downs { bench.press("Down") }
    bench.press("Enter")
    await bench.settle()
    #expect(await spelling.added == added)
    #expect(bench.screen.state.message.text == says)
    await look(bench)
    #expect(underlined(bench) == [])
  }

  @Test("Typing closes the corrections; a correct word or no word is reported")
  func saysNothing() async {
    let bench = await open("mlik milk  ,\n")
    bench.press("M-$")
    await bench.settle()
    bench.type("x")
    #expect(bench.screen.state.offer == nil)
    bench.press("C-Right", "Right", "M-$")
    await bench.settle()
    #expect(bench.screen.state.message.text == "“milk” is right in en_US.")
    bench.press("End", "M-$")
    await bench.settle()
    #expect(bench.screen.state.message.text == "There is no word here.")
  }

  @Test("Spell checking can be switched off and on, and a word that cannot be added is reported")
  func toggles() async {
    let bench = await open("refused\n")
    bench.presenter.handle(.run(Invocation(.toggleSpelling)))
    await look(bench)
    #expect(underlined(bench) == [])
    bench.presenter.handle(.run(Invocation(.toggleSpelling)))
    await bench.settle()
    await look(bench)
    #expect(underlined(bench) == ["refused"])
    bench.press("M-$")
    await bench.settle()
    bench.press("Enter")
    await bench.settle()
    #expect(bench.screen.state.message.text.contains("was not added to /words: the disk is full"))
    #expect(bench.screen.state.message.isWarning)
  }

  @Test(
    "A missing dictionary for a note's own language is reported once, and nothing is underlined")
  func missing() async {
    let bench = await open("---\nlang: fr\n---\nmlik\n")
    #expect(bench.screen.state.message.text.contains("There is no dictionary for “fr”"))
    #expect(underlined(bench) == [])
  }
}
