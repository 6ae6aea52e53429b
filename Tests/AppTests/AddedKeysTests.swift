import Terminal
import TestSupport
import Testing

@testable import App

@Suite("Keys that a keymap adds to lists")
struct AddedKeysTests {
  private static let list = KeyTable(
    title: "Notes",
    rows: [
      .init(keys: ["n"], summary: "new note", hint: "new"),
      .init(keys: ["j", "Down"], summary: "next note"),
      .init(keys: ["k", "Up"], summary: "previous note"),
      .init(keys: ["PgDn"], summary: "a screenful down"),
      .init(keys: ["C-n"], summary: "something else"),
    ])
  private static let field = KeyTable(
    title: "Filter",
    rows: [.init(keys: ["Down"], summary: "next"), .init(keys: ["PgDn"], summary: "down")])

  @Test("An added key that is free works like the table's key, and is shown with it")
  func free() {
    let vim = AddedKeys.vim
    #expect(vim.meaning(of: "C-f", in: Self.list) == "PgDn")
    #expect(vim.meaning(of: "C-b", in: Self.list) == nil)
    #expect(vim.meaning(of: "N", in: Self.list) == "Up")
    // These keys have meanings of their own.
    #expect(vim.meaning(of: "n", in: Self.list) == nil)
    #expect(vim.meaning(of: "C-n", in: Self.list) == nil)
    let rows = vim.applied(to: Self.list).rows
    #expect(
      rows.map(\.keys) == [["n"], ["j", "Down"], ["k", "Up", "N"], ["PgDn", "C-f"], ["C-n"]])
  }

  @Test("While a list is filtered, n goes to the next match")
  func filtered() {
    let table = Self.list.filtered(true)
    #expect(AddedKeys.vim.meaning(of: "n", in: table) == "Down")
    #expect(AddedKeys.vim.applied(to: table).rows[0].keys == ["j", "Down", "n"])
  }

  @Test("Text fields get only added keys that type nothing, and a keymap's own table gets none")
  func fields() {
    #expect(AddedKeys.vim.meaning(of: "n", in: Self.field) == nil)
    #expect(AddedKeys.vim.meaning(of: "C-f", in: Self.field) == nil)
    #expect(AddedKeys.emacs.meaning(of: "C-n", in: Self.field) == "Down")
    var own = Self.list
    own.isOfKeymap = true
    #expect(AddedKeys.vim.meaning(of: "C-f", in: own) == nil)
    #expect(AddedKeys.vim.applied(to: own) == own)
  }

  @Test("A key that the person sets overrides an added key")
  func ownFirst() {
    var keys = UserKeys(
      Array("notes new note = C-f".utf8), for: [Self.list], path: "keys")
    keys.added = .vim
    #expect(keys.meaning(of: "C-f", in: Self.list) == ["n"])
    #expect(keys.meaning(of: "N", in: Self.list) == ["Up"])
  }

  @MainActor
  @Test("The vim lines of the key file go to the editor, and invalid ones are reported")
  func vimLines() {
    let text = "notes new note = c\n\" mine\nnmap jk <Esc>\nnmap a\nset timeoutlen=200\n"
    var keys = UserKeys(Array(text.utf8), for: [Self.list], path: "keys")
    _ = keys.takeVimLines()
    #expect(keys.vimLines.map(\.number) == [3, 4, 5])
    #expect(keys.meaning(of: "c", in: "Notes") == ["n"])
    #expect(
      keys.problems == [
        "keys, line 4: it sets nothing: write nmap jk <Esc>, set timeoutlen=500."
      ])
  }
}
