import App
import Terminal
import Testing

@testable import Commands

@MainActor
@Suite("The list of all keys")
struct KeysCommandTests {
  @Test("Each table has a title and rows, with the descriptions in one column")
  func columns() {
    let tables = [
      KeyTable(
        title: "Notes",
        rows: [
          .init(keys: ["j", "Down"], summary: "next note"), .init(keys: ["é"], summary: "accent"),
        ]),
      KeyTable(title: "Filter", rows: [.init(keys: ["Esc"], summary: "drop it")]),
    ]
    #expect(
      KeysCommand.text(of: tables) == """
        Notes
          j, Down  next note
          é        accent

        Filter
          Esc  drop it

        """)
  }

  @Test("Every screen has a key table, and no table has a key twice")
  func allTables() {
    let tables = Screens.keyTables
    #expect(
      Set(tables.map(\.title)).isSuperset(of: ["Notes", "Filter", "Editor", "Peek", "Everywhere"]))
    for table in tables {
      let keys = table.rows.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(table.title)")
      #expect(table.rows.allSatisfy { !$0.summary.isEmpty }, "\(table.title)")
    }
  }
}
