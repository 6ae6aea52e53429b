import FakeTerminal
import Terminal
import Testing

@testable import App

@Suite("User-defined keys")
struct UserKeysTests {
  private static let tables = [
    KeyTable(
      title: "Notes",
      rows: [
        .init(keys: ["Enter"], summary: "open the note", hint: "open"),
        .init(keys: ["j", "Down"], summary: "next note"),
        .init(keys: ["d", "Del"], summary: "move to the trash", hint: "trash"),
        .init(keys: ["g g"], summary: "first note"),
      ]),
    KeyTable(
      title: "Editor",
      rows: [
        .init(keys: ["C-s"], summary: "save"), .init(keys: ["C-d"], summary: "duplicate"),
      ]),
    KeyTable(title: "Editor offers", rows: [.init(keys: ["Tab"], summary: "take")]),
  ]

  private func read(_ text: String) -> UserKeys {
    UserKeys(Array(text.utf8), for: Self.tables, path: "keys")
  }

  @Test("A user's key replaces the table's key, which then does nothing")
  func meanings() {
    let keys = read("# mine\n\n Notes: open the note = o, F5\nnotes first-note = C-a\r\n")
    #expect(keys.problems == [])
    #expect(keys.meaning(of: "o", in: "Notes") == ["Enter"])
    #expect(keys.meaning(of: "F5", in: "Notes") == ["Enter"])
    #expect(keys.meaning(of: "Enter", in: "Notes") == [])
    #expect(keys.meaning(of: "j", in: "Notes") == nil)
    #expect(keys.meaning(of: "o", in: "Editor") == nil)
    #expect(keys.meaning(of: "C-a", in: "Notes") == ["g", "g"])
  }

  @Test("Two commands can swap their keys")
  func swapped() {
    let keys = read("notes next note = d\nnotes move to the trash = j")
    #expect(keys.problems == [])
    #expect(keys.meaning(of: "d", in: "Notes") == ["j"])
    #expect(keys.meaning(of: "j", in: "Notes") == ["d"])
    #expect(keys.meaning(of: "Down", in: "Notes") == [])
  }

  @Test("A repeated key works as before, “none” removes all keys, and the later of two lines wins")
  func keeps() {
    let keys = read(
      "notes next note = j, n\nnotes move-to-the-trash = none\nnotes next note = j, m")
    #expect(keys.problems == [])
    #expect(keys.meaning(of: "j", in: "Notes") == nil)
    #expect(keys.meaning(of: "m", in: "Notes") == ["j"])
    #expect(keys.meaning(of: "n", in: "Notes") == nil)
    #expect(keys.meaning(of: "Del", in: "Notes") == [])
    let table = keys.applied(to: Self.tables[0])
    #expect(table.rows.map(\.summary) == ["open the note", "next note", "first note"])
    #expect(table.rows[1].keys == ["j", "m"])
    #expect(table.hints.map(\.word) == ["open"])
    #expect(keys.applied(to: Self.tables[1]) == Self.tables[1])
  }

  @Test("The longest matching table title is used")
  func titles() {
    let keys = read("editor offers take = F4\neditor save = F5")
    #expect(keys.problems == [])
    #expect(keys.meaning(of: "F4", in: "Editor offers") == ["Tab"])
    #expect(keys.meaning(of: "F5", in: "Editor") == ["C-s"])
  }

  @Test(
    "An invalid line is reported with its number, the reason and the choices",
    arguments: [
      ("\nnotes next note = d", "keys, line 2: in Notes d means “move to the trash” already"),
      ("editor save = s", "line 1: s is typed as text in Editor"),
      ("nowhere next = j", "no place begins “nowhere next”. There are Notes, Editor"),
      ("notes fly = j", "Notes has no such command"),
      ("notes next note = Entr", "“Entr” is not a key"),
      ("notes next note =", "“none” takes all away"),
      ("what is this", "“screen command = key, key”"),
    ])
  func problems(text: String, part: String) {
    let keys = read(text)
    #expect(keys.problems.count == 1)
    #expect(keys.problems.first?.contains(part) == true, "\(keys.problems)")
    #expect(Self.tables.map { keys.applied(to: $0) } == Self.tables)
  }

  @Test("Bytes that are not text are reported by their line")
  func hostile() {
    let keys = UserKeys([0xff, 10, 0, 10], for: Self.tables, path: "keys")
    #expect(keys.problems.count == 2)
    #expect(keys.problems.first == "keys, line 1: it is not UTF-8.")
  }

  @MainActor
  @Test("Pressed and displayed keys follow the settings, on one screen and everywhere")
  func inTheApp() async {
    let bench = AppBench(["a.md": "# Alpha", "b.md": "# Beta"])
    let text =
      "notes next note = Z\nnotes previous note = none\neverywhere the keys of this screen = F3"
    bench.app.router.ownKeys = UserKeys(
      Array(text.utf8), for: Screens.keyTables, path: "keys")
    #expect(bench.app.router.ownKeys?.problems == [])
    await bench.start()
    #expect(bench.lines[1].hasPrefix("> "))
    await bench.press("j")
    #expect(bench.lines[1].hasPrefix("> "))
    await bench.press("Z")
    #expect(bench.lines[2].hasPrefix("> "))
    await bench.press("k")
    #expect(bench.lines[2].hasPrefix("> "))
    await bench.press("F1")
    #expect(bench.stack == "NoteList")
    await bench.press("F3")
    #expect(bench.stack == "NoteList > Help")
    #expect(bench.app.router.focusedKeyTable?.title == "Help")
    await bench.press("Esc")
    let rows = bench.app.router.focusedKeyTable?.rows ?? []
    #expect(rows.contains { $0.keys == ["Z"] && $0.summary == "next note" })
    #expect(!rows.contains { $0.summary == "previous note" })
  }
}
