import Entities
import Services
import Testing

@testable import QueryBlocks

@Suite("Query blocks: Dataview's clauses")
struct DataviewBlockTests {
  private let notes = DataNotes()

  @Test(
    "FROM selects notes by tag, folder, path and link",
    arguments: [
      ("#book", "Dune Emma Rome"), ("#book/old", "Emma"), ("#BOOK and -#desert", "Emma Rome"),
      ("\"People\"", "Ann"), ("\"People/Ann\"", "Ann"), ("\"People/Ann.md\"", "Ann"),
      ("\"Nowhere\"", ""), ("[[Emma]]", "Home Rome"), ("[[Emma]] and #book", "Rome"),
      ("outgoing([[Home]])", "Dune Emma Ann"), ("[[]]", "Ann"), ("[[#]]", "Ann"),
      ("outgoing([[]]) and !\"People\"", "Dune Emma"),
      ("(#desert or \"People\") and -[[Home]]", "Dune"), ("#desert or [[Home]]", "Dune Ann"),
      ("-#book and -[[Home]] and -\"Daily\"", "Home"), ("\"\" & #desert", "Dune"),
    ])
  func sources(_ source: String, _ names: String) async {
    let found = await notes.answer("LIST FROM \(source)")
    let wanted = names.split(separator: " ").map { name in
      "- [\(name)](\(name == "Ann" ? "People/" : "")\(name).md)"
    }
    #expect(found == (wanted.isEmpty ? ["*No note is found.*"] : wanted))
  }

  @Test("A list shows notes, with a value after them or alone")
  func lists() async {
    #expect(
      await notes.answer("list pages from #book sort pages")
        == ["- [Rome](Rome.md): 90", "- [Emma](Emma.md): 300", "- [Dune](Dune.md): 412"])
    #expect(
      await notes.answer("LIST WITHOUT ID file.name + \"!\" FROM #desert") == ["- Dune!"])
    #expect(
      await notes.answer("LIST file.etags FROM #desert")
        == ["- [Dune](Dune.md):", "  - #book", "  - #desert"])
  }

  @Test("A table has a column for each value, under its own or another name")
  func tables() async {
    #expect(
      await notes.answer(
        "TABLE pages, due AS \"Due on\", mood\nFROM #book\nWHERE pages > 100 SORT pages DESC")
        == [
          "| File (2) | pages | Due on | mood |", "| --- | --: | --- | --- |",
          "| [Dune](Dune.md) | 412 | March 01, 2026 | dry, hot |",
          "| [Emma](Emma.md) | 300 | March 09, 2026 | calm |",
        ])
    #expect(
      await notes.answer("TABLE WITHOUT ID file.link AS Name, author FROM \"\" WHERE author")
        == ["| Name | author |", "| --- | --- |", "| [Emma](Emma.md) | [Ann](People/Ann.md) |"])
    #expect(await notes.answer("TABLE FROM #desert").last == "| [Dune](Dune.md) |")
  }

  @Test("A bar in a value does not end a cell")
  func bars() async {
    let notes = DataNotes(["a.md": "x:: one | two\n"])
    #expect(
      await notes.whole("TABLE x WHERE x").markdown.last == "| [a](a.md) | one \\| two |")
  }

  @Test("Clauses are applied in the order in which they are written")
  func order() async {
    #expect(
      await notes.answer("LIST FROM #book SORT pages LIMIT 2 SORT pages DESC WHERE pages < 1000")
        == ["- [Emma](Emma.md)", "- [Rome](Rome.md)"])
    #expect(
      await notes.answer("LIST FROM #book LIMIT 1 + 1 WHERE rating") == ["- [Emma](Emma.md)"])
    #expect(
      await notes.answer("LIST FROM #book SORT genre, pages desc")
        == ["- [Rome](Rome.md)", "- [Dune](Dune.md)", "- [Emma](Emma.md)"])
    #expect(await notes.answer("LIST FROM #book SORT due").first == "- [Rome](Rome.md)")
  }

  @Test("Groups have a key and rows, and a field of the rows is a list of each row's field")
  func groups() async {
    #expect(
      await notes.answer(
        "TABLE length(rows) AS n, rows.file.link, sum(rows.pages) AS sum FROM #book GROUP BY genre")
        == [
          "| genre (2) | n | rows.file.link | sum |", "| --- | --: | --- | --: |",
          "| history | 1 | [Rome](Rome.md) | 90 |",
          "| novel | 2 | [Dune](Dune.md), [Emma](Emma.md) | 712 |",
        ])
    #expect(
      await notes.answer("LIST rows.file.name FROM #book GROUP BY pages > 100 AS big SORT big DESC")
        == ["- true:", "  - Dune", "  - Emma", "- false:", "  - Rome"])
    #expect(
      await notes.answer("LIST rows.key FROM #book GROUP BY genre GROUP BY key = \"novel\" AS k")
        == ["- false:", "  - history", "- true:", "  - novel"])
    #expect(
      await notes.answer(
        "LIST rows.pages FROM #book GROUP BY genre FLATTEN rows.pages AS p WHERE p < 400")
        == ["- history:", "  - 90", "- novel:", "  - 412", "  - 300"])
  }

  @Test("FLATTEN makes a row of each item, and an endless one is refused")
  func flatten() async {
    #expect(
      await notes.answer(
        "LIST WITHOUT ID file.name + tag FROM #book FLATTEN file.tags AS tag WHERE tag != \"#book\""
      )
        == ["- Dune#desert", "- Emma#book/old"])
    #expect(
      await notes.answer(
        "LIST WITHOUT ID y FROM #desert FLATTEN list(1, 2) AS x FLATTEN x * 2 AS y")
        == ["- 2", "- 4"])
    let ten = "FLATTEN list(1,2,3,4,5,6,7,8,9,0)"
    let text = (0..<9).map { "\(ten) AS a\($0)" }.joined(separator: "\n")
    let endless = await notes.answer("LIST FROM #desert\n\(text)")
    #expect(endless.count == 1)
    #expect(endless.last?.hasSuffix("All rows together take too much memory.") == true)
  }

  @Test("Tasks appear below their notes, with their own fields and those of their notes")
  func tasks() async {
    #expect(
      await notes.answer("TASK FROM #book or \"People\" WHERE !completed")
        == [
          "**[Dune](Dune.md)**", "- [ ] read it [effort:: 3] 📅 2026-03-05",
          "**[Ann](People/Ann.md)**", "- [ ] write",
        ])
    #expect(
      await notes.answer("TASK WHERE effort > 2 and pages > 1 and due = date(2026-03-05)").count
        == 2)
    #expect(await notes.answer("TASK WHERE checked").last == "- [x] buy it")
    #expect(
      await notes.answer("TASK GROUP BY choice(completed, \"done\", \"open\") AS state")
        == [
          "**done**", "- [x] buy it", "**open**", "- [ ] read it [effort:: 3] 📅 2026-03-05",
          "- [ ] write",
        ])
    #expect(
      await notes.answer(
        "LIST WITHOUT ID meta(t.section).subpath FLATTEN file.tasks AS t WHERE t.section and t.text = \"write\""
      )
        == ["- Plans"])
    let answer = await notes.whole("TASK WHERE text = \"write\"")
    #expect(answer.rows.last?.origin?.line == 8)
    #expect(answer.rows.last?.origin?.note == NoteID("People/Ann.md"))
    #expect(await notes.answer("TASK WHERE text = \"none\"") == ["*No task is found.*"])
  }

  @Test("A calendar lists the days that have notes")
  func calendar() async {
    #expect(
      await notes.answer("CALENDAR due FROM #book")
        == [
          "**2026-03-01 Sunday**", "- [Dune](Dune.md)", "**2026-03-09 Monday**",
          "- [Emma](Emma.md)",
        ])
    #expect(await notes.answer("CALENDAR file.day").first == "**2026-03-01 Sunday**")
  }

  @Test("Rows know their notes")
  func origins() async {
    let answer = await notes.whole("TABLE pages FROM #desert")
    #expect(
      answer.rows.last?.origin == RowOrigin(note: NoteID("Dune.md"), line: 1, address: "Dune.md"))
  }

  @Test("Comments have no effect, and clauses ignore case")
  func comments() async {
    #expect(
      await notes.answer("// books\nlist\n  // of one\nfrom #desert\nwhere true")
        == ["- [Dune](Dune.md)"])
  }

  @Test(
    "A mistake is reported below the block with its line and column",
    arguments: [
      ("", "Line 1, column 1: A block begins with LIST, TABLE, TASK or CALENDAR."),
      ("LIST FROM", "Line 1, column 10: A #tag, a \"folder\" or a [[link]] is expected here."),
      ("LIST\nWHERE", "Line 2, column 6: The expression ends too early."),
      ("LIST\nWHERE a = ", "Line 2, column 11: The expression ends too early."),
      ("LIST WHERE (a", "Line 1, column 14: ) is expected here."),
      ("LIST WHERE nope(1)", "Line 1, column 12: There is no function nope()."),
      ("LIST WHERE length()", "Line 1, column 12: length() takes 1 argument, not 0."),
      ("LIST WHERE \"a", "Line 1, column 12: The text has no closing quote."),
      ("LIST WHERE a WHAT b", "Line 1, column 14: “WHAT” is not expected here."),
      ("LIST FROM #a FROM #b", "Line 1, column 14: There is one FROM already."),
      ("LIST SORT a FROM #b", "Line 1, column 13: FROM comes before all other clauses."),
      ("TABLE a AS FROM #b", "Line 1, column 17: “#” is not expected here."),
      ("LIST FROM csv(\"a\")", "Line 1, column 11: There is no file “a”."),
      ("LIST FROM outgoing([[Nowhere]])", "Line 1, column 11: There is no note “Nowhere”."),
      ("LIST LIMIT \"a\"", "Line 1, column 12: LIMIT takes a number."),
      ("LIST WHERE #a", "Line 1, column 12: A tag is written as a text here: \"#tag\"."),
      ("LIST\nWHERE\n file.name - 1", "Line 3, column 12: “-” cannot take a text and a number."),
    ])
  func problems(_ text: String, _ message: String) async {
    let answer = await notes.whole(text)
    #expect(answer.showsSource)
    #expect(answer.markdown.map { $0.filter { $0 != "\\" } } == ["⚠ \(message)"])
  }

  @Test("A row for which a clause fails is left out, and that is reported")
  func leftOut() async {
    let some = await notes.answer("LIST FROM #book WHERE pages - rating > 0")
    #expect(some.first == "- [Emma](Emma.md)")
    #expect(
      some.last
        == "⚠ 2 rows are left out by WHERE. Line 1, column 29: “-” cannot take a number and null.")
  }

  @Test("JavaScript is shown as written")
  func javaScript() async {
    let answer = await notes.blocks.answer(QueryBlock(.dataviewjs, "dv.list()"), in: nil)
    #expect(answer.showsSource)
    #expect(await notes.value("$ dv.current()") == "⚠ Line 1, column 1: “$” is not expected here.")
  }
}
