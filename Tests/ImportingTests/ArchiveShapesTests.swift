import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Variants found in people's archives")
struct ArchiveShapesTests {
  private let given = GivenSource()

  @Test(
    "jrnl: older journals have times without brackets, and text before the first entry is reported")
  func oldJournal() throws {
    given.folder.write(
      "in/home.journal",
      "2011-02-03 07:08 Up early.\nAt 2011-02-03 10:00 out.\n\n[2012-01-02 10:00] With brackets\n")
    given.folder.write("in/day.txt", "A head\n[2012-01-02 10:00] One\n2012-01-03 10:00 no entry\n")
    try given.read(JrnlReader())
    #expect(
      given.notes.map(\.title) == [
        "2012-01-02 One", "2011-02-03 Up early", "2012-01-02 With brackets",
      ])
    #expect(given.text(0) == "# One\n\n2012-01-03 10:00 no entry\n")
    #expect(given.text(1) == "# Up early.\n\nAt 2011-02-03 10:00 out.\n")
    #expect(given.problems.map(\.of) == ["day.txt"])
    given.folder.write("one/diary.log", "[2012-01-02 10:00] One\n")
    try given.read(JrnlReader(), from: "one")
    #expect(given.notes.count == 4)
  }

  @Test(
    "Day One: items nest under their parents, text after a list is no item, and rules are rules")
  func dayOne() throws {
    given.folder.write(
      "in/Journal.json",
      ###"""
      {"entries":[{"uuid":"A","creationDate":"2024-03-01T10:00:00Z","text":"","richText":{"contents":[
      {"text":"First\n","attributes":{"line":{"listStyle":"numbered","indentLevel":1,"listIndex":1}}},
      {"text":"below\n","attributes":{"line":{"listStyle":"bulleted","indentLevel":2}}},
      {"text":"deeper\n","attributes":{"line":{"listStyle":"bulleted","indentLevel":3}}},
      {"text":"A text\n"},{"embeddedObjects":[{"type":"horizontalRuleLine"}]},
      {"text":"said\n","attributes":{"line":{"quote":true,"indentLevel":1}}},{"text":"unsaid\n"},
      {"text":"Fourth\n","attributes":{"line":{"listStyle":"numbered","listIndex":4}}},
      {"text":"Head","attributes":{"line":{"header":3}}},
      {"text":"box","attributes":{"line":{"listStyle":"checkbox"}}},{"text":" more","attributes":{"line":{"listStyle":"checkbox"}}},
      {"attributes":{},"text":"the end"}]}}]}
      """###)
    try given.read(DayOneReader())
    #expect(
      given.text(0) == """
        1. First
           - below
             - deeper

        A text
        ***
        > said

        unsaid

        4. Fourth
        ### Head
        - [ ] box more

        the end

        """)
  }

  @Test("Standard Notes: tables, note links, folds and pictures of the newer editor are imported")
  func lexical() throws {
    given.folder.write(
      "in/backup.txt",
      ###"""
      {"items":[{"uuid":"n1","content_type":"Note","content":{"title":"Other [1]","text":"x"}},
      {"uuid":"n2","content_type":"Note","content":{"title":"New","noteType":"super","text":"{\"root\":{\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"see \"},{\"type\":\"snbubble\",\"itemUuid\":\"n1\"},{\"type\":\"text\",\"text\":\" now\",\"format\":128}]},{\"type\":\"quote\",\"children\":[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"linebreak\"},{\"type\":\"text\",\"text\":\"two\"}]},{\"type\":\"table\",\"children\":[{\"type\":\"tablerow\",\"children\":[{\"type\":\"tablecell\",\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"A|B\"}]}]},{\"type\":\"tablecell\",\"children\":[]}]},{\"type\":\"tablerow\",\"children\":[{\"type\":\"tablecell\",\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"c\"}]},{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"d\"}]}]},{\"type\":\"tablecell\",\"children\":[]}]}]},{\"type\":\"collapsible-container\",\"children\":[{\"type\":\"collapsible-title\",\"children\":[{\"type\":\"text\",\"text\":\"Fold\"}]},{\"type\":\"collapsible-content\",\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"- in\"}]}]}]},{\"type\":\"list\",\"listType\":\"number\",\"start\":3,\"children\":[{\"type\":\"listitem\",\"children\":[{\"type\":\"text\",\"text\":\"n\"}]},{\"type\":\"listitem\",\"children\":[{\"type\":\"list\",\"listType\":\"bullet\",\"children\":[{\"type\":\"listitem\",\"children\":[{\"type\":\"text\",\"text\":\"m\"}]}]}]},{\"type\":\"listitem\",\"children\":[{\"type\":\"text\",\"text\":\"o\"}]}]},{\"type\":\"unencrypted-image\",\"src\":\"https://e.org/i.png\",\"alt\":\"pic\"},{\"type\":\"youtube\",\"videoID\":\"abc\"},{\"type\":\"snfile\",\"fileUuid\":\"f\"}]}}"}}]}
      """###)
    try given.read(StandardNotesReader())
    #expect(
      given.text(1) == """
        see [Other \\[1\\]](imported:n1) ==now==

        > one
        > two

        | A\\|B |  |
        | --- | --- |
        | c<br>d |  |

        Fold

        \\- in

        3. n
           - m
        4. o

        ![pic](<https://e.org/i.png>)

        https://www.youtube.com/watch?v=abc


        """)
    #expect(
      given.notes[1].losses == ["A file of it was not imported: the backup does not include files."]
    )
    let link = ImportLink("imported:n1")
    #expect(InternalLink.target(of: link) == .note("n1"))
  }

  @Test("Simplenote: checkboxes and links to notes work in plain notes too")
  func simplenote() throws {
    given.folder.write(
      "in/notes.json",
      ###"{"activeNotes":[{"id":"a","content":"T\n- [ ] open *1*\n- [x] done\n- item\n[the b](simplenote://note/b1) [web](https://e.org)"}]}"###
    )
    try given.read(SimplenoteReader())
    #expect(
      given.text(0)
        == "# T\n\n- [ ] open \\*1\\*\n- [x] done\n\\- item\n[the b](simplenote://note/b1) "
        + "[web\\](https://e.org)\n")
  }

  static let tags: [(String, String)] = [
    ("#two words# #one", "#two-words #one"), ("#a/b c# end", "#a/b-c end"),
    ("#one and #two", "#one and #two"), ("# Head #", "# Head #"), ("x#a b# y", "x#a b# y"),
    ("#a b#c", "#a b#c"), ("`#a b#` #c\nd#", "`#a b#` #c\nd#"), ("#", "#"), ("##", "##"),
  ]

  @Test("Bear: a tag of several words ends with the tag sign", arguments: tags)
  func bear(text: String, written: String) throws {
    given.folder.write("in/N.textbundle/info.json", #"{"version":2,"net.shinyfrog.bear":{}}"#)
    given.folder.write("in/N.textbundle/text.markdown", text)
    given.folder.write("in/O.textbundle/info.json", #"{"version":2}"#)
    given.folder.write("in/O.textbundle/text.fountain", text)
    try given.read(TextBundleReader())
    #expect(given.text(0) == written && given.text(1) == text)
  }

  @Test("Roam: days are journals, code ends on its own line, and tables are tables")
  func roam() throws {
    given.folder.write(
      "in/pages.json",
      ###"""
      [{"title":"March 2nd, 2024","uid":"03-02-2024","create-time":1600000000000,"children":[
        {"string":"```js\nlet a = 1```","uid":"c1","children":[{"string":"below [so]([[Page]])"}]},
        {"string":"try ```sh\nls\n``` then","children":[]},{"string":"see ((c1)) and ```x```"},
        {"string":"{{[[video]]: https://e.org/v}} {{[[query]]: {and: [[Page]]}}}"}]},
       {"title":"Page","uid":"p","children":[{"string":"{{[[table]]}}","uid":"t","children":[
        {"string":"A","children":[{"string":"B","children":[{"string":"C"}]}]},
        {"string":"a | ^^b^^","children":[{"string":"d","children":[{"string":"e"}]},{"string":"f"}]}]},
        {"string":"{{table}}","children":[{"string":"named","uid":"n1"},{"string":"((n1))"}]}]}]
      """###)
    try given.read(RoamReader())
    let day = given.notes[0]
    #expect(day.title == "2024-03-02" && day.aliases == ["March 2nd, 2024"])
    #expect(day.folder == ["journals"])
    #expect(day.localCreated == CivilTime(year: 2024, month: 3, day: 2))
    #expect(
      given.text(0) == """
        - ```js
          let a = 1
          ```

          ^c1
          - below [[Page|so]]
        - try
          ```sh
          ls
          ```
          then
        - see [[March 2nd, 2024#^c1|let a = 1]] and ```x```
        - https://e.org/v {{query: {and: [[Page]]}}}

        """)
    #expect(
      given.text(1) == """
        - | A | B | C |
          | --- | --- | --- |
          | a \\| ==b== | d | e |
          |  | f |  |
        - {{table}}
          - named ^n1
          - [[Page#^n1|named]]

        """)
  }

  @Test("Logseq: headings without bullets are blocks, and quotes, notes and code are recognized")
  func logseq() throws {
    given.folder.write(
      "in/pages/P.md",
      """
      - one
        card:: 2
        more
      \t- in
      ### Head
      id:: 64a0e7b2-1c1d-4a1e-9a7d-0123456789ab
      \t- below ((64a0e7b2-1c1d-4a1e-9a7d-0123456789ab)) [it]([[Q]])
      - #+BEGIN_QUOTE
        said

        again
        #+END_QUOTE
      - mind
        #+BEGIN_NOTE
        this
        #+END_NOTE
      - #+begin_src python
        - x
        #+end_src
      - #+BEGIN_OPEN
        left
      - a
        logseq.order-list-type:: number
      \t- b
      """)
    try given.read(LogseqReader())
    #expect(
      given.text(0) == """
        - one
          card:: 2
          more
          - in
        - ### Head ^64a0e7b2-1c1d-4a1e-9a7d-0123456789ab
          - below [[P#^64a0e7b2-1c1d-4a1e-9a7d-0123456789ab|Head]] [[Q|it]]
        - > said
          >
          > again
        - mind
          > [!note]
          > this
        - ```python
          - x
          ```
        - #+BEGIN_OPEN
          left
        1. a
           - b

        """)
  }

  @Test("Evernote: a bare & is text in every field", arguments: [1, 7, 10_000])
  func readsBareAmpersand(pieces: Int) throws {
    let plain =
      "<note><title>Salt & pepper</title><tag>a&b</tag><content>x &lt;b&gt;y&lt;/b&gt; & z"
    let found = try EvernoteReaderTests.read(
      EvernoteReaderTests.export("\(plain)</content></note>", EvernoteReaderTests.note("B", "b")),
      pieces: pieces)
    #expect(found.notes.map(\.title) == ["Salt & pepper", "B"])
    #expect(found.notes[0].tags == ["a&b"])
    #expect(found.text.hasPrefix("x **y** & z\n"))
    #expect(found.problems == [] && found.notes[0].losses == [])
  }
}
