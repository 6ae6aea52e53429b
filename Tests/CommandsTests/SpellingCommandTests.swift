import Commands
import Services
import TestSupport
import Testing

@MainActor
@Suite("The spell command")
struct SpellingCommandTests {
  private func scene() -> CommandScene {
    let scene = CommandScene([
      "a.md": "teh milk\nmilk teh\n", "b.md": "milk bred\n", "c.md": "---\nlang: fr\n---\nlait\n",
    ])
    scene.spelling = GivenSpelling(
      ["milk", "---", "lang:", "fr", "lait"], meant: ["teh": ["the", "tech"]],
      languages: ["en_US", "de_DE"])
    return scene
  }

  private nonisolated static let rows: [([String], lines: [String], messages: [String], ExitCode)] =
    [
      (["a"], ["a.md:1:1: teh: the, tech", "a.md:2:6: teh: the, tech"], [], .failed),
      (
        ["b", "a"], ["b.md:1:6: bred", "a.md:1:1: teh: the, tech", "a.md:2:6: teh: the, tech"], [],
        .failed
      ),
      (["a", "b", "--words"], ["teh", "bred"], [], .failed),
      (
        ["a", "--lang", "de_DE,en_US"], ["a.md:1:1: teh: the, tech", "a.md:2:6: teh: the, tech"],
        [], .failed
      ),
      (["c", "--lang", "de_DE"], [], [], .done),
      (["nowhere"], [], ["notes-tui: there is no note “nowhere”."], .notFound),
    ]

  @Test(
    "Each line has the path, line, column, word and suggestions", arguments: rows)
  func lists(words: [String], lines: [String], messages: [String], code: ExitCode) async {
    let scene = scene()
    #expect(await scene.run(["spell"] + words) == code)
    #expect(scene.lines == lines)
    #expect(scene.messages == messages)
  }

  @Test("Without a note, spell checks all notes by path; a missing language is reported once")
  func all() async {
    let scene = scene()
    #expect(await scene.run("spell", "--words") == .failed)
    #expect(scene.lines == ["teh", "bred"])
    #expect(scene.messages.count == 1)
    #expect(scene.messages.first?.contains("“fr”") == true)
    #expect(scene.messages.first?.contains("hunspell-fr;") == true)
  }

  @Test("A dictionary named on the command line must exist before any note is read")
  func missing() async {
    let scene = scene()
    #expect(await scene.run("spell", "a", "--lang", "xx") == .usage)
    #expect(scene.lines == [])
    #expect(scene.messages.first?.contains("There is no dictionary for “xx”") == true)
  }

  @Test("Without --lang, the setting names the languages")
  func setting() async {
    let scene = scene()
    scene.settings = MemorySettings("spelling-languages = xx\n")
    #expect(await scene.run("spell", "a") == .failed)
    #expect(await scene.run("spell", "a", "--lang", "en_US", "--words") == .failed)
  }

  @Test("--json-lines prints each word as an object")
  func json() async {
    let scene = scene()
    #expect(await scene.run("spell", "b", "--json-lines") == .failed)
    #expect(
      scene.lines == [
        #"{"path":"b.md","title":"b","line":1,"column":6,"word":"bred","suggestions":[]}"#
      ])
    #expect(await scene.run("spell", "b", "--json", "--words") == .usage)
  }
}
