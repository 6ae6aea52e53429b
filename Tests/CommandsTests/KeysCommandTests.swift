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
      KeyTable(
        title: "Text",
        rows: [
          .init(keys: ["g g"], summary: "top"), .init(keys: ["x"], summary: "cut"),
          .init(keys: ["Z Z"], summary: "close"), .init(keys: ["G", "g e"], summary: "end"),
          .init(keys: ["g j", "g Down"], summary: "row below"),
          .init(keys: ["C-y"], summary: "paste", section: "Lines"),
          .init(keys: ["g c"], summary: "comment"), .init(keys: ["g u"], summary: "lower"),
        ]),
    ]
    #expect(
      KeysCommand.text(of: tables) == """
        Notes
          j, Down  next note
          é        accent

        Filter
          Esc  drop it

        Text
          x            cut
          Z Z          close
          G, g e       end

        Text: After g
          g g          top
          g j, g Down  row below

        Text: Lines
          C-y          paste

        Text: After g
          g c          comment
          g u          lower

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
