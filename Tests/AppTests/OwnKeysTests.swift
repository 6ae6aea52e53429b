import Entities
import OwnCommands
import Terminal
import Testing

@testable import App

@MainActor
@Suite("Keys of a person's own commands")
struct OwnKeysTests {
  private func keys(_ text: String, keymap: KeymapName = .default) -> OwnKeys {
    OwnKeys(
      OwnCommandFile(Array(text.utf8), path: "/c"), in: Screens.keyTables, keymap: keymap)
  }

  private nonisolated static let refused: [(String, KeymapName, String)] = [
    (
      "screen = list\nkey = d", .default,
      "in Notes d means “move to the trash” already; take another key, or give that another one in "
        + "the file keys"
    ),
    (
      "key = F1", .default,
      "in Everywhere F1 means “the keys of this screen” already; take another key, or give that "
        + "another one in the file keys"
    ),
    (
      "screen = editor\nkey = Z", .default,
      "Z is typed as text in Editor; take one with C- or M-, or F1 to F12"
    ),
    (
      "screen = list\nkey = Meta-x", .default,
      "“Meta-x” is not a key. Keys are a, C-a, M-a, F5, Enter, PgDn, Comma"
    ),
  ]

  @Test("A taken key is refused, and names what has it", arguments: refused)
  func taken(fields: String, keymap: KeymapName, why: String) {
    let keys = keys("name = x\nrun = x\n\(fields)\n", keymap: keymap)
    let line = fields.split(separator: "\n").count + 2
    #expect(keys.file.problems == ["/c, line \(line), key: \(why)."])
    #expect(keys.rows.map(\.row.keys) == [[]])
  }

  @Test("Two commands with one key: the second names the first")
  func twice() {
    let keys = keys(
      "name = a\nrun = x\nscreen = list\nkey = M-x\nname = b\nrun = x\nkey = M-x\n")
    #expect(keys.file.problems == ["/c, line 7, key: M-x is the key of “a” already."])
  }

  @Test("A command is found by its key on its screen alone, and everywhere without a screen")
  func found() {
    let keys = keys(
      """
      name = a
      says = does a
      run = x
      screen = agenda
      key = M-x, F8
      name = b
      run = x
      key = M-w
      name = hook
      run = x
      when = save
      """)
    #expect(keys.file.problems == [])
    #expect(keys.command(for: "M-x", on: "Agenda")?.name == "a")
    #expect(keys.command(for: "M-x", on: "Notes") == nil)
    #expect(keys.command(for: "M-w", on: "Notes")?.name == "b")
    #expect(keys.command(for: "M-w", on: "Editor") == nil, "the editor has this key")
    #expect(keys.rows(on: "Agenda").map(\.summary) == ["does a", "b"])
    #expect(keys.table?.rows.map(\.summary) == ["does a (agenda)", "b"])
    #expect(keys.table?.rows.map(\.keys) == [["M-x", "F8"], ["M-w"]])
  }
}
