import Entities
import Terminal
import Testing
import UIScripts

@Suite("Reading scripts")
struct ScriptParserTests {
  @Test("The whole format is parsed, with line numbers")
  func wholeFormat() throws {
    let text = #"""
      # Deleting asks first.
      size 60x8
      clock 2026-03-02 09:00
      vault ../Vaults/plain
      note "a b.md" "# A\n\t\"q\" \\ e\u{301}"

      start --flag "two words"
      press j d Enter*2 " * **3
      type "Tea"
      paste "a\nb"
      click 2:3
      wheel down 4:5
      expect "Delete “Diary”?"
      refuse "gone"
      screen
      |...      |
      |> Tea    |
      |...
      style 1:2 reverse fg=red bg=17 role=title
      cursor 3:4
      cursor hidden
      file diary.md "x\n"
      nofile other.md
      data notes-tui/x "y"
      modules "NoteList > Editor"
      tick 1500ms
      exit 3
      run list --json -> "[]\n"
      config notes-tui/keys "z"
      """#
    let script = try ScriptParser.parse(text, file: "x.script")
    #expect(script.sentence == "Deleting asks first.")
    let expected: [(Int, Script.Verb)] = [
      (2, .size(Size(columns: 60, rows: 8))),
      (3, .clock(CivilTime(year: 2026, month: 3, day: 2, hour: 9))),
      (4, .vault(folder: "../Vaults/plain")),
      (5, .note(path: "a b.md", text: "# A\n\t\"q\" \\ e\u{301}")),
      (7, .start(arguments: ["--flag", "two words"])),
      (8, .press(["j", "d", "Enter", "Enter", "\"", "*", "*", "*", "*"])),
      (9, .type("Tea")), (10, .paste("a\nb")), (11, .click(Point(row: 1, column: 2), [])),
      (12, .wheel(isDown: true, Point(row: 3, column: 4))), (13, .expect("Delete “Diary”?")),
      (14, .refuse("gone")), (15, .screen([.any, .text("> Tea    "), .any])),
      (
        19,
        .style(
          Point(row: 0, column: 1),
          [
            .attribute(.reverse), .foreground(.indexed(1)), .background(.indexed(17)),
            .role(.title),
          ])
      ),
      (20, .cursor(Point(row: 2, column: 3))), (21, .cursor(nil)),
      (22, .file(path: "diary.md", text: "x\n")), (23, .noFile(path: "other.md")),
      (24, .data(path: "notes-tui/x", text: "y")),
      (25, .modules("NoteList > Editor")), (26, .tick(.milliseconds(1500))), (27, .exit(3)),
      (28, .run(arguments: ["list", "--json"], output: "[]\n")),
      (29, .config(path: "notes-tui/keys", text: "z")),
    ]
    #expect(script.steps.map(\.line) == expected.map(\.0))
    #expect(script.steps.map(\.verb) == expected.map(\.1))
  }

  @Test(
    "A mistake is reported with its line and what was expected",
    arguments: [
      ("jump 3", "there is no verb \"jump\""),
      ("Press j", "there is no verb \"Press\""),
      ("press Entr", "there is no key Entr"),
      ("press", "expected keys"),
      ("press j*", "a count from 1 to 1000"),
      ("press j*0", "a count from 1 to 1000"),
      ("press C-i", "no terminal sends C-i"),
      ("press S-a", "no terminal sends S-a"),
      ("type \"a", "the closing quote is missing"),
      ("type a", "in quotes, not a"),
      ("type", "in quotes, but the line ends"),
      ("type \"a\\q\"", "\\q is not an escape"),
      ("type \"a\\\"", "the closing quote is missing"),
      ("type \"a\\u{}\"", "is not a Unicode character"),
      ("type \"\\u{110000}\"", "is not a Unicode character"),
      ("type \"\\u301\"", "number in braces"),
      ("type \"\\u{7}\"", "a control character is not text"),
      ("type \"a\" b", "the line goes on with b"),
      ("type \"a\"b", "a blank is missing after the closing quote"),
      ("size 80", "a size like 80x24"),
      ("size 0x24", "a size like 80x24"),
      ("size +80x24", "a size like 80x24"),
      ("size 80x24 x", "the line goes on with x"),
      ("clock 2026-02-30 09:00", "a date and a time like"),
      ("clock 2026-03-02 9:00", "a date and a time like"),
      ("clock 2026-03-02", "a time like 09:00"),
      ("tick 2", "a duration in ms, s, m, h or d"),
      ("tick x", "a duration like 2s"),
      ("click 0:1", "counted from 1"),
      ("click 1", "ROW:COL"), ("click 1:1 hard", "shift, ctrl or alt"),
      ("drag 1:1", "ROW:COL"),
      ("wheel left 1:1", "up or down"),
      ("expect \"\"", "can stand in one row"),
      ("expect \"a\\nb\"", "can stand in one row"),
      ("style 1:1", "a style like reverse"),
      ("style 1:1 shiny", "not shiny"),
      ("style 1:1 fg=300", "a color from 0 to 255"),
      ("style 1:1 role=hero", "the theme has no role hero"),
      ("cursor top", "ROW:COL"),
      ("screen", "expected the screen's rows below"),
      ("screen 3\n|x|", "the line goes on with 3"),
      ("screen\n|abc", "ends with a bar"),
      ("|abc|", "without a “screen” before it"),
      ("note ../a.md \"\"", "not a path inside the vault"),
      ("note /a.md \"\"", "not a path inside the vault"),
      ("file a//b \"\"", "not a path inside the vault"),
      ("nofile a/../b", "not a path inside the vault"),
      ("note a.md", "the note's text in quotes"),
      ("nowhere", "a text on the screen"), ("remember 1:1", "how many cells"),
      ("remember 1:1 0", "how many cells, not 0"), ("recall x", "how many letters, not x"),
      ("exit", "an exit code"),
      ("exit 256", "an exit code from 0 to 255"),
      ("run list", "expected -> \"OUTPUT\""),
      ("run -> \"x\"", "expected a command before ->"),
      ("vault encrypted \"a\" b", "the line goes on with b"),
      ("press j\nvault x", "the vault is chosen before the app starts"),
    ])
  func mistakes(text: String, message: String) throws {
    let errors = try #require(throws: ScriptErrors.self) {
      try ScriptParser.parse("# A sentence.\n" + text, file: "dir/x.script")
    }
    let first = try #require(errors.all.first)
    #expect(first.message.contains(message), "\(first)")
    #expect(first.description.hasPrefix("dir/x.script:\(first.line): "))
    #expect((2...3).contains(first.line))
  }

  @Test("All mistakes of a script are reported at once")
  func allMistakes() throws {
    let errors = try #require(throws: ScriptErrors.self) {
      try ScriptParser.parse("jump\n\npress Foo\npress j\nexit x\n", file: "x")
    }
    #expect(errors.all.map(\.line) == [1, 3, 5])
  }

  @Test(
    "A script changes the clock only if it does so while the app runs",
    arguments: [
      ("clock 2026-03-02 09:00\npress j", false), ("press j\nclock 2026-03-02 09:00", true),
      ("press j\ntick 1s", true), ("note a.md \"\"\nclock 2026-03-02 09:00\nexpect \"x\"", false),
    ])
  func turnsClock(text: String, turns: Bool) throws {
    #expect(try ScriptParser.parse(text, file: "x").turnsClock == turns)
  }

  @Test("Windows line ends, indentation and an encrypted vault are parsed")
  func lineEnds() throws {
    let script = try ScriptParser.parse(
      "# One.\r\n  vault encrypted \"p w\"\r\nscreen\r\n|a |\r\n", file: "x")
    #expect(script.sentence == "One.")
    #expect(
      script.steps.map(\.verb) == [
        .encryptedVault(passphrase: "p w"), .screen([.text("a ")]),
      ])
  }
}
