import Emacs
import Testing
import TextEngine
import Vim

@testable import Editor

@MainActor
@Suite("The editor's commands")
struct EditorCommandTests {
  private static let commands = EditorAction.noteCommands + EditorAction.conflictCommands

  @Test("Every command name is unique, has a description and runs")
  func names() {
    let ids = Self.commands.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Self.commands.filter { $0.summary ?? "" == "" }.map(\.id) == [])
    #expect(ids.filter { EditorAction.named($0) == nil } == [])
    #expect(ids.filter(EditCommands.knows) == [])
    let rows = EditorKeymap.rules.modes.flatMap(\.rows).compactMap(\.command)
    #expect(rows.filter { !isKnown($0) } == [])
  }

  @Test("Keys are written as the terminal names them")
  func keyNames() {
    let named = Set([
      "Enter", "Esc", "Tab", "Backspace", "Del", "Ins", "Up", "Down", "Left", "Right", "Home",
      "End", "PgUp", "PgDn", "Space",
    ])
    for key in EditorKeymap.rules.modes.flatMap(\.rows).flatMap(\.keys) {
      var rest = key[...]
      for modifier in ["C-", "M-", "S-"] where rest.count > 2 && rest.hasPrefix(modifier) {
        rest = rest.dropFirst(2)
      }
      let isFunction = rest.first == "F" && Int(rest.dropFirst()) != nil
      #expect(rest.count == 1 || named.contains(String(rest)) || isFunction, "\(key)")
    }
  }

  @Test("The program implements every request of the vim and emacs keys")
  func asked() {
    let asked = VimKeymap.programCommands.union(EmacsKeymap.programCommands)
    #expect(asked.filter { !isKnown($0) } == [])
    #expect(asked.isSuperset(of: ["save", "go-on", "vim-quit-anyway", "middle-row", "outline"]))
  }

  private func isKnown(_ id: CommandID) -> Bool {
    EditorAction.named(id) != nil || EditCommands.knows(id)
  }
}
