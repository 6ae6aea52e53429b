import Entities
import Services
import Testing

@testable import QueryBlocks

@Suite("Query blocks: data that Dataview reads besides notes")
struct DataSettingsTests {
  @Test("The plugin's settings determine the look of dates, null and the first column")
  func settings() async {
    let notes = DataNotes([
      ".obsidian/plugins/dataview/data.json":
        #"{"renderNullAs":"*none*","defaultDateFormat":"dd.MM.yyyy","tableIdColumnName":"Note","#
        + #""defaultDateTimeFormat":"HH:mm 'on' d.M.","showResultCount":false,"refreshInterval":1}"#,
      "a.md": "---\nday: 2026-03-02\nat: 2026-03-02T14:05\n---\n", "Home.md": "x\n",
    ])
    #expect(
      await notes.answer("TABLE day, at, gone FROM \"a\"") == [
        "| Note | day | at | gone |", "| --- | --- | --- | --- |",
        "| [a](a.md) | 02.03.2026 | 14:05 on 2.3. | *none* |",
      ])
    #expect(await notes.value("date(2026-03-02) + \"\"") == "02.03.2026")
  }

  @Test("Unreadable settings are reported and have no effect")
  func broken() async {
    let notes = DataNotes([".obsidian/plugins/dataview/data.json": "{", "a.md": "x:: 1\n"])
    let answer = await notes.answer("TABLE gone FROM \"a\"")
    #expect(answer[2] == "| [a](a.md) | - |")
    #expect(answer.last?.contains("data.json is not a JSON object") == true)
  }

  @Test("A bookmarked file is starred, even within a group")
  func starred() async {
    let notes = DataNotes([
      ".obsidian/bookmarks.json":
        #"{"items":[{"type":"group","items":[{"type":"file","path":"a.md"}]},{"type":"file","#
        + #""path":"b.md","subpath":"y"},{"type":"search","query":"c"},7]}"#,
      "a.md": "x\n", "b.md": "x\n",
    ])
    #expect(await notes.answer("LIST WHERE file.starred") == ["- [a](a.md)"])
  }

  @Test("A note's list items are its lists, and its tasks are among them")
  func lists() async {
    let notes = DataNotes([
      "a.md": "# A\n\n- one [size:: 3]\n  - [x] two #t\n\n1. three\n", "Home.md": "\n",
    ])
    let columns = "l.text, l.line, l.task, l.size, l.completed"
    #expect(
      await notes.answer("TABLE WITHOUT ID \(columns) FROM \"a\" FLATTEN file.lists AS l")
        .dropFirst(2) == [
          "| one [size:: 3] | 2 | false | 3 | - |", "| two #t | 3 | true | - | true |",
          "| three | 5 | false | - | - |",
        ])
    #expect(await notes.answer("LIST length(file.lists) FROM \"a\"") == ["- [a](a.md): 3"])
    #expect(
      await notes.answer("LIST filter(file.lists, (x) => !x.task) FROM \"a\"") == [
        "- [a](a.md):", "  - one [size:: 3]", "  - three",
      ])
  }

  @Test("csv() has a row for each line of a file")
  func csv() async {
    let notes = DataNotes([
      "data/Books.csv":
        "\u{FEFF}Title,Pages,Read On\r\n# none\r\n\"Emma, \"\"the\"\" book\",300,2026-02-01\r\n\r\nDune,412\r\nShort\r\n",
      "semi.csv": "a;b\n1;2,5\n", "Home.md": "x\n",
    ])
    #expect(
      await notes.answer(
        "TABLE WITHOUT ID Title, pages, read-on FROM csv(\"data/Books.csv\") SORT pages DESC") == [
          "| Title | pages | read-on |", "| --- | --: | --- |", "| Dune | 412 | - |",
          "| Emma, \"the\" book | 300 | February 01, 2026 |", "| Short | - | - |",
        ])
    #expect(await notes.answer("LIST FROM csv(\"Books.csv\") LIMIT 1") == ["- data/Books.csv#0"])
    #expect(
      await notes.answer("TABLE WITHOUT ID a + 1, b FROM csv( \"semi.csv\" )").last == "| 2 | 2,5 |"
    )
    for (query, problem) in [
      ("LIST FROM csv(\"no.csv\")", "There is no file “no.csv”"),
      ("LIST FROM csv(a.csv)", "A file in quotes is expected here"),
      ("LIST FROM #a and csv(\"semi.csv\")", "csv() cannot be joined with other sources"),
      ("LIST FROM csv(\"../../etc/passwd\")", "There is no file"),
    ] {
      #expect(await notes.answer(query).first?.contains(problem) == true, "\(query)")
    }
  }

  @Test(
    "The time between two dates is shown in years, months, weeks and days",
    arguments: [
      ("date(2026-03-09) - date(2026-03-02)", "1 week"),
      ("date(2026-03-12) - date(2026-03-02)", "1 week, 3 days"),
      ("date(2028-05-01) - date(2026-03-02)", "2 years, 2 months, 1 day"),
      ("date(2026-03-31) - date(2026-02-28)", "1 month, 3 days"),
      ("date(2026-02-28) - date(2026-03-31)", "-1 month, -3 days"),
      ("date(2026-03-02T12:30) - date(2026-02-02)", "1 month, 12 hours, 30 minutes"),
      ("date(2026-03-02) - date(2026-03-02)", "0 seconds"),
      ("(date(2026-05-02) - date(2026-03-02)).days", "61"),
      ("(date(2026-05-02) - date(2026-03-02)) * 2", "4 months, 2 days"),
      ("(date(2026-03-12) - date(2026-03-02)) = dur(10 days)", "true"),
    ])
  func between(_ expression: String, _ shown: String) async {
    #expect(await DataNotes().value(expression) == shown)
  }

  @Test("Tasks have the fields of their notes only in TASK queries (obsidian 2 12)")
  func ownFields() async {
    let notes = DataNotes()
    #expect(await notes.value("map([[Dune]].file.tasks, (t) => t.due)") == "March 05, 2026, -")
    #expect(
      await notes.answer(
        "TABLE WITHOUT ID L.text AS t FROM \"Dune\" FLATTEN file.lists AS L WHERE L.due"
      )
      .count == 3)
    #expect(await notes.answer("TASK FROM #desert WHERE due = date(2026-03-01)").count == 2)
  }

  @Test("A quoted number is text, whether or not the index selects the notes")
  func quoted() async {
    let notes = DataNotes([
      "text.md": "---\nrating: \"5\"\n---\n", "number.md": "---\nrating: 12\n---\n",
      "low.md": "---\nrating: 2\n---\n",
    ])
    // Types come in the order of their names: text is greater than any number.
    for query in ["WHERE rating > 10", "WHERE true AND rating > 10", "WHERE (rating + 0) = rating"]
    {
      let found = await notes.answer("LIST \(query) SORT file.name").filter { $0.hasPrefix("- [") }
      #expect(found.first == (query.contains("+") ? "- [low](low.md)" : "- [number](number.md)"))
      #expect(found.count == 2, "\(query)")
    }
  }
}
