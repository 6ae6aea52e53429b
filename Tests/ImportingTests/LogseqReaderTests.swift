import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Logseq graphs")
struct LogseqReaderTests {
  private let given = GivenSource()
  private let id = "64a0e7b2-1c1d-4a1e-9a7d-0123456789ab"

  private func config(_ text: String) { given.folder.write("in/logseq/config.edn", text) }

  @Test("Tasks have checkboxes, priorities and days, and named blocks and pages are linked")
  func outline() throws {
    config("{:preferred-format :markdown\n ;; :journals-directory \"old\"\n}")
    given.folder.write(
      "in/pages/Plan.md",
      """
      title:: The plan
      alias:: Goal, [[Aim]]
      tags:: #a, [[two words]]
      source:: [[Book]], [[Film]]
      icon:: x
      public:: true

      - TODO [#A] call [[Bob]]
        id:: \(id)
        SCHEDULED: <2024-01-31 Wed 10:00 .+2w>
        DEADLINE: <2024-02-03 Sat>
        :LOGBOOK:
        CLOCK: [2024-01-01 Mon 10:00:00]
        :END:
        collapsed:: true
      \t- DONE deep #[[two words]] ^^this^^
      \t  more
      \t\t- ```
      \t\t  - ((\(id))) code
      \t\t  ```
      \t- Color:: red
      \t  last
      - ## Head
      - one
        logseq.order-list-type:: number
        background-color:: red
      - ![a](../assets/p.png){:height 20, :width 30} `^^x^^`
      """)
    given.folder.write(
      "in/pages/Bob.md",
      "- ((\(id)))\n- {{embed ((\(id)))}}\n- [so](((\(id))))\n- {{embed [[Book]]}}\n- CANCELED no\n"
    )
    given.folder.write("in/assets/p.png", "picture")
    given.folder.write("in/logseq/bak/pages/Plan.md", "- old")
    try given.read(LogseqReader())
    #expect(given.problems == [])
    #expect(given.notes.map(\.title) == ["Bob", "The plan"])
    let plan = given.notes[1]
    #expect(
      given.text(1) == """
        - [ ] call [[Bob]] 10:00 ⏫ 🔁 every 2 weeks when done ⏳ 2024-01-31 📅 2024-02-03 ^\(id)
          - [x] deep #two-words ==this==
            more
            - ```
              - ((\(id))) code
              ```
          - last
            Color:: red
        - ## Head
        1. one
        - ![a](../assets/p.png) `^^x^^`

        """)
    #expect(
      given.text(0) == """
        - [[The plan#^\(id)|call Bob]]
        - ![[The plan#^\(id)]]
        - [[The plan#^\(id)|so]]
        - ![[Book]]
        - [-] no

        """)
    #expect(plan.aliases == ["Goal", "Aim"] && plan.tags == ["a", "two words"])
    #expect(
      plan.properties == [
        .init("source", ["[[Book]]", "[[Film]]"], as: .multitext), .init("public", ["true"]),
      ])
    #expect(plan.extras.map(\.name) == ["icon"])
    #expect(plan.losses == ["The times of its clocks (LOGBOOK) were left out."])
    #expect(given.files == ["assets/p.png": Array("picture".utf8)])
    #expect(
      LogseqReader().target(of: ImportLink("../assets/p.png"), in: plan) == .note("assets/p.png"))
    #expect(LogseqReader().target(of: ImportLink("../../x"), in: plan) == nil)
  }

  @Test(
    "A flat import makes outer blocks paragraphs, while tasks, numbers and inner items stay lists")
  func flat() throws {
    given.folder.write(
      "in/pages/Plan.md",
      """
      - ## Head
      - first
        more
        id:: \(id)
      \t- inner
      \t\t- deep
      \t- next
      -
      - [[Bob]] called
      - TODO one
      - DONE two
      \t- inner
      - ```
        code
        ```
        id:: 64a0e7b2-1c1d-4a1e-9a7d-0123456789ac
      - n
        logseq.order-list-type:: number
      """)
    given.folder.write("in/pages/Bob.md", "- see ((\(id)))\n")
    try given.read(LogseqReader(isFlat: true))
    #expect(
      given.text(1) == """
        ## Head

        first
        more ^\(id)

        - inner
          - deep
        - next

        [[Bob]] called

        - [ ] one
        - [x] two
          - inner

        ```
        code
        ```

        ^64a0e7b2-1c1d-4a1e-9a7d-0123456789ac

        1. n

        """)
    #expect(given.text(0) == "see [[Plan#^\(id)|first]]\n")
  }

  @Test("Files are named by the graph's version, journals by its own formats, and links find both")
  func names() throws {
    config(
      """
      {:journals-directory "days"
       :journal/file-name-format "yyyy-MM-dd"
       :journal/page-title-format "EEEE, dd 'of' MMMM yyyy"
       :file/name-format :legacy}
      """)
    given.folder.write("in/days/2024-03-02.md", "- [[a/b]]\n")
    given.folder.write("in/days/no day.md", "- x\n")
    given.folder.write("in/pages/a.b.md", "- [[Saturday, 02 of March 2024]]\n")
    given.folder.write("in/pages/c%2Fd%3Fe.md", "text\n\n- x\n")
    given.folder.write("in/pages/f___g.md", "")
    try given.read(LogseqReader())
    #expect(given.notes.map(\.title) == ["2024-03-02", "no day", "b", "d?e", "g"])
    #expect(given.notes.map(\.folder) == [["journals"], [], ["a"], ["c"], ["f"]])
    #expect(
      given.notes.map(\.names.own) == [
        ["Saturday, 02 of March 2024"], [], ["a/b"], ["c/d?e"], ["f/g"],
      ])
    #expect(given.notes[0].localCreated == CivilTime(year: 2024, month: 3, day: 2))
    #expect(given.text(3) == "text\n\n- x\n")
  }

  @Test("A graph within a folder and a graph without settings are read too")
  func roots() throws {
    given.folder.write("in/graph/logseq/config.edn", "{}")
    given.folder.write("in/graph/journals/2024_03_02.md", "- x")
    given.folder.write("in/other/pages/y.md", "- x")
    try given.read(LogseqReader())
    #expect(given.notes.map(\.names.own) == [["Mar 2nd, 2024"]])
    given.folder.write("bare/pages/v1.2.md", "- x")
    try given.read(LogseqReader(), from: "bare")
    #expect(given.notes.last?.title == "v1.2")
  }

  @Test(
    "Reading ends whatever the settings and pages contain",
    arguments: [
      "", "{:journal/file-name-format", "\"", ":::", "{:a \"\\", "'", "((", "- ((", "- `((x))",
      "- {{embed [[", "\t\t- a\n- b\n   - c", "- ```\n- x", "id:: x", "- id:: ", "- TODO",
      "- TODO x\n  SCHEDULED: <2024-99-99> DEADLINE: <", "- #[[", "- ![](x){:height",
    ])
  func hostile(text: String) throws {
    config(text)
    given.folder.write("in/pages/p.md", text)
    given.folder.write("in/journals/2024_01_01.md", text)
    try given.read(LogseqReader())
    #expect(given.notes.count == 2)
  }
}
