import Archives
import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Standard Notes, TextBundle and Bear, Roam, jrnl, Notion")
struct OutlineReadersTests {
  private let given = GivenSource()

  @Test(
    "Standard Notes: tags name their notes, even nested tags, and rich text is read as rich text")
  func standardNotes() throws {
    given.folder.write(
      "in/Standard Notes Backup and Import File.txt",
      ###"""
      {"version":"004","items":[
      {"uuid":"n1","content_type":"Note","created_at":"2024-02-03T04:05:06.000Z","updated_at":"2024-03-01T00:00:00.000Z",
       "content":{"title":"Plain","text":"# A\r\n*b*","appData":{"org.standardnotes.sn":{"pinned":true,"client_updated_at":"2024-02-05T00:00:00.000Z"}}}},
      {"uuid":"n2","content_type":"Note","content":{"title":"Old rich","text":"<p>a <b>c</b></p>"}},
      {"uuid":"n3","content_type":"Note","content":{"title":"Super","noteType":"super","text":"{\"root\":{\"children\":[{\"type\":\"heading\",\"tag\":\"h2\",\"children\":[{\"type\":\"text\",\"text\":\"Hi\",\"format\":0}]},{\"type\":\"list\",\"listType\":\"check\",\"children\":[{\"type\":\"listitem\",\"checked\":true,\"children\":[{\"type\":\"text\",\"text\":\"done\",\"format\":1}]}]}]}}"}},
      {"uuid":"n4","content_type":"Note","content":"004:secret"},
      {"uuid":"t1","content_type":"Tag","content":{"title":"home","references":[{"uuid":"n1","content_type":"Note"}]}},
      {"uuid":"t2","content_type":"Tag","content":{"title":"a.b","references":[{"uuid":"n1","content_type":"Note"},{"uuid":"t1","content_type":"Tag"}]}}
      ]}
      """###)
    given.folder.write("in/Items/Note/Plain.txt", "a copy")
    try given.read(StandardNotesReader())
    #expect(given.notes.map(\.title) == ["Plain", "Old rich", "Super"])
    #expect(given.text(0) == "# A\n*b*")
    #expect(given.notes[0].tags == ["home", "home/a/b"])
    #expect(given.notes[0].isPinned)
    #expect(given.notes[0].changed == Timestamp(seconds: 1_707_091_200))
    #expect(given.text(1) == "a **c**\n")
    #expect(given.text(2) == "## Hi\n\n- [x] **done**\n\n")
    #expect(given.problems.map(\.of) == ["n4"])
    #expect(given.problems.first?.reason.contains("encrypted") == true)
  }

  @Test("A renamed Standard Notes backup is recognized, and an encrypted one is reported")
  func renamedBackup() throws {
    given.folder.write(
      "in/mine.txt",
      ###"{"items":[{"uuid":"n1","content_type":"Note","content":"003:secret"}],"auth_params":{}}"###
    )
    given.folder.write("in/readme.txt", "no backup")
    let source = try SourceTree([Array(given.folder.path("in").utf8)])
    #expect(try ImportFormat.guess(source) == .standardNotes)
    try given.read(StandardNotesReader())
    #expect(given.problems.map(\.of) == ["n1", "readme.txt"])
    #expect(given.problems.first?.reason.contains("encrypted") == true)
  }

  @Test("Bear: notes exported as separate files are read from their folder")
  func bearNotes() throws {
    given.folder.write("in/other.txt", "")
    for name in ["One", "Two"] {
      MadeArchives.zip(
        [("\(name).textbundle/text.md", Array("# \(name)\n".utf8))],
        to: given.folder.path("in/\(name).bear"))
    }
    try given.read(TextBundleReader())
    #expect(given.notes.map(\.title).sorted() == ["One", "Two"])
    #expect(given.problems == [])
  }

  @Test("Bear: bundles in a backup have their facts and files, and an encrypted bundle is named")
  func bear() throws {
    let info = { (id: String, more: String) in
      Array(
        #"{"version":2,"net.shinyfrog.bear":{"uniqueIdentifier":"\#(id)","creationDate":"2020-01-02T03:04:05Z","pinned":1,"tags":["a","two words"],"title":"Title \#(id)"\#(more)}}"#
          .utf8)
    }
    MadeArchives.zip(
      [
        ("Bear Notes/One.textbundle/info.json", info("1", "")),
        (
          "Bear Notes/One.textbundle/text.md",
          Array("# One\n#a ![](assets/p%201.png) [[Title 2/Part]]".utf8)
        ),
        ("Bear Notes/One.textbundle/assets/p 1.png", [1]),
        ("Bear Notes/Two.textbundle/info.json", info("2", #","encrypted":true"#)),
        ("Bear Notes/Two.textbundle/text.md", []),
        ("Bear Notes/Three.textbundle/info.json", info("3", "")),
      ], to: given.folder.path("all.bear2bk"))
    try given.read(TextBundleReader(), from: "all.bear2bk")
    let (one, two) = (
      try #require(given.notes.first { $0.id == "1" }), try #require(given.notes.last)
    )
    #expect(one.title == "Title 1" && one.isPinned && one.tags == ["two words"])
    #expect(one.created == Timestamp(seconds: 1_577_934_245))
    #expect(two.losses.count == 1 && two.properties.map(\.name) == ["encrypted"])
    #expect(given.files.keys.sorted() == ["Bear Notes/One.textbundle/assets/p 1.png"])
    let reader = TextBundleReader()
    #expect(
      reader.target(of: ImportLink("assets/p%201.png"), in: one)
        == .file("Bear Notes/One.textbundle/assets/p 1.png"))
    #expect(
      reader.target(of: ImportLink("Title 2/Part", isWiki: true), in: one)
        == .first([.titled("Title 2/Part"), .titled("Title 2", part: "Part")]))
    #expect(given.problems.map(\.of) == ["Bear Notes/Three.textbundle"])
  }

  @Test("A folder with a TextBundle name is a TextBundle even without an info file")
  func bareBundle() throws {
    given.folder.write("in/Tea.textbundle/text.md", "![](assets/p.png)\n")
    given.folder.write("in/Tea.textbundle/assets/p.png", "picture")
    given.folder.write("in/other/text.md", "no\n")
    try given.read(TextBundleReader())
    #expect(given.notes.map(\.title) == ["Tea"])
    #expect(given.files.keys.sorted() == ["Tea.textbundle/assets/p.png"])
    #expect(given.problems == [])
  }

  @Test("An untitled note is named by its first words, up to the length of a name")
  func firstWords() {
    func words(_ text: String) -> String? {
      ImportedNote(id: "", title: "", text: Array(text.utf8)).firstWords
    }
    let long = String(repeating: "seven77 ", count: 9)
    #expect(words("![](a.png)\n\nSun and sea.\n") == "Sun and sea.")
    #expect(words(long) == String(long.prefix(55)))
    #expect(words(String(repeating: "x", count: 70)) == String(repeating: "x", count: 60))
    #expect(words("![](a.png)\n") == nil)
  }

  @Test("Roam: a daily page is named by its day and has its original title as an alias")
  func roamDay() throws {
    given.folder.write(
      "in/a.json",
      ###"[{"title":"April 19th, 2020","uid":"04-19-2020","children":[{"string":"one"}]}]"###)
    try given.read(RoamReader())
    #expect(given.notes.map(\.title) == ["2020-04-19"])
    #expect(given.notes[0].aliases == ["April 19th, 2020"])
  }

  @Test(
    "A name becomes a tag, and characters that no tag may hold still separate words",
    arguments: [
      ("two words", "two-words"), ("a: b=c", "a-b-c"), ("don't", "dont"), ("R&D / x.y", "R-D/x-y"),
      ("C++", "C"), ("a - b", "a-b"), ("2024", "_2024"), ("🌱 x", "🌱-x"), ("--", "--"), ("?", nil),
    ] as [(String, String?)])
  func tags(name: String, tag: String?) { #expect(ImportedText.tag(name) == tag) }

  @Test("Roam: referenced blocks have ids, and references become links to them")
  func roam() throws {
    given.folder.write(
      "in/pages.json",
      ###"""
      [{"title":"January 1st, 2024","create-time":1600000000000,"children":[
        {"string":"{{[[TODO]]}} call [[Bob]]","uid":"aa_1","children":[{"string":"see ((bb-2)) and ^^this^^ __now__","uid":"cc"}]},
        {"string":"Head","heading":2,"uid":"dd"},
        {"string":"{{[[embed]]: ((bb-2))}} #[[two words]] `a __b__`","uid":"ee"}]},
       {"title":"Bob","children":[{"string":"is ((aa_1))'s [friend]","uid":"bb-2"}]},{"nothing":1}]
      """###)
    try given.read(RoamReader())
    #expect(given.notes.map(\.title) == ["January 1st, 2024", "Bob"])
    #expect(
      given.text(0) == """
        - [ ] call [[Bob]] ^aa-1
          - see [[Bob#^bb-2|is ((aa_1))'s friend]] and ==this== *now*
        - ## Head
        - ![[Bob#^bb-2]] #two-words `a __b__`

        """)
    #expect(
      given.text(1)
        == "- is [[January 1st, 2024#^aa-1|call Bob]]'s [friend] ^bb-2\n")
    #expect(given.problems.map(\.of) == ["pages.json, page 3"])
  }

  @Test(
    "Roam and OPML: a flat import makes outer items paragraphs, while tasks and inner items stay")
  func flat() throws {
    given.folder.write(
      "roam/pages.json",
      ###"""
      [{"title":"Plan","uid":"p","children":[
        {"string":"first ((aa))","uid":"x","children":[{"string":"inner","uid":"aa"}]},
        {"string":"Head","heading":2,"uid":"dd"},
        {"string":"{{[[TODO]]}} call","uid":"t"},
        {"string":"last\\nline","uid":"ee"}]}]
      """###.replacing("\\\\n", with: "\\n"))
    try given.read(RoamReader(isFlat: true), from: "roam")
    #expect(
      given.text(0) == """
        first [[Plan#^aa|inner]]

        - inner ^aa

        ## Head

        - [ ] call

        last
        line

        """)
    given.folder.write(
      "opml/a.opml",
      #"<opml><head><title>Plan</title></head><body><outline text="one"><outline text="in"/></outline>"#
        + #"<outline text="two"/></body></opml>"#)
    try given.read(OpmlReader(isFlat: true), from: "opml")
    #expect(given.text(1) == "one\n\n- in\n\ntwo\n")
  }

  @Test("Standard Notes: a code note is code, whatever it contains")
  func standardNotesCode() throws {
    given.folder.write(
      "in/backup.txt",
      ###"""
      {"items":[{"uuid":"n1","content_type":"Note","content":{"title":"Code","noteType":"code","text":"x = \"#a\" # <y>\n```\n[[no]]"}},
      {"uuid":"n2","content_type":"Note","content":{"title":"None","noteType":"code","text":" "}}]}
      """###)
    try given.read(StandardNotesReader())
    #expect(given.text(0) == "````\nx = \"#a\" # <y>\n```\n[[no]]\n````\n")
    #expect(given.text(1) == "")
  }

  @Test(
    "jrnl: each entry is a note of its day, and a line that only resembles an entry's start is text"
  )
  func jrnl() throws {
    given.folder.write(
      "in/journal.txt",
      """
      [2013-06-09 15:39] Title here. And body @work with [brackets].
      [not a date] more
      second line

      [2013-06-10 03:02:01 PM] Starred! *
      [10.06.2013 09:00] Only a title
      """)
    try given.read(JrnlReader())
    #expect(
      given.notes.map(\.title) == [
        "2013-06-09 Title here", "2013-06-10 Starred!", "2013-06-10 Only a title",
      ])
    #expect(
      given.text(0)
        == "# Title here.\n\nAnd body @work with [brackets].\n[not a date] more\nsecond line\n")
    #expect(given.notes[0].tags == ["work"])
    #expect(
      given.notes[0].localCreated == CivilTime(year: 2013, month: 6, day: 9, hour: 15, minute: 39))
    #expect(given.notes[1].properties.map(\.name) == ["starred"])
    #expect(given.notes[1].localCreated?.hour == 15)
    given.folder.write(
      "json/journal.json",
      #"{"tags":{},"entries":[{"title":"T.","body":"b","date":"2020-01-02","time":"03:04","starred":true},{"title":"x"}]}"#
    )
    try given.read(JrnlReader(), from: "json")
    #expect(given.notes.last?.title == "2020-01-02 T")
    #expect(given.problems.map(\.of) == ["journal.json, entry 2"])
  }

  @Test(
    "Notion: ids leave names and links, properties leave the text, and a database becomes a table")
  func notion() throws {
    let id = "0123456789abcdef0123456789abcdef"
    MadeArchives.zip(
      [
        (
          "Plan \(id).md",
          Array(
            "# Plan: all of it\n\nStatus: Done\nCreated: March 2, 2024 10:30 AM\nTags: a, two words\n\nSee [Sub](Plan%20\(id)/Sub%20\(id).md).\nNote: this is text\n"
              .utf8)
        ),
        ("Plan \(id)/Sub \(id).md", Array("# Sub\n\n![p](Sub/p.png)\n".utf8)),
        ("Plan \(id)/Sub/p.png", [1]),
        ("Base \(id).csv", Array("\u{FEFF}Name,Note\nA,\"x, \"\"y\"\"\nz|\"\n".utf8)),
        ("Base \(id)_all.csv", Array("Name,Note\r\nA,\"x, \"\"y\"\"\nz|\"\r\nB,\r\n".utf8)),
      ], to: given.folder.path("part.zip"))
    MadeArchives.zip(
      [("Export-1-Part-1.zip", given.folder.read("part.zip") ?? [])], to: given.folder.path("n.zip")
    )
    try given.read(NotionReader(), from: "n.zip")
    #expect(given.problems == [])
    #expect(given.notes.map(\.title) == ["Base", "Plan: all of it", "Sub"])
    #expect(
      given.text(0)
        == "# Base\n\n| Name | Note |\n| --- | --- |\n| A | x, \"y\"<br>z\\| |\n| B |  |\n")
    let plan = given.notes[1]
    #expect(
      given.text(1)
        == "# Plan: all of it\n\nSee [Sub](Plan%20\(id)/Sub%20\(id).md).\nNote: this is text\n")
    #expect(plan.tags == ["a", "two words"])
    #expect(plan.properties == [.init("Status", ["Done"])])
    #expect(
      plan.localCreated == CivilTime(year: 2024, month: 3, day: 2, hour: 10, minute: 30))
    #expect(given.notes[2].folder == ["Plan"])
    let link = ImportLink("Plan%20\(id)/Sub%20\(id).md")
    #expect(NotionReader().target(of: link, in: plan) == .note(given.notes[2].id))
    #expect(given.files.keys.sorted() == ["Plan \(id)/Sub/p.png"])
  }

  static let dates: [(String, CivilTime?)] = [
    ("March 2, 2024 10:30 PM", CivilTime(year: 2024, month: 3, day: 2, hour: 22, minute: 30)),
    ("2 Mar 2024", CivilTime(year: 2024, month: 3, day: 2)),
    ("2024-03-02", CivilTime(year: 2024, month: 3, day: 2)), ("soon", nil), ("", nil),
    ("February 30, 2024", nil), ("March 2 2024 :", CivilTime(year: 2024, month: 3, day: 2)),
  ]

  @Test("Days written in words are read", arguments: dates)
  func words(text: String, time: CivilTime?) { #expect(EnglishDate.read(text) == time) }

  static let hostile: [[UInt8]] = [
    [], Array("{".utf8), Array("[]".utf8), Array("null".utf8), [0xff, 0xfe, 0],
    Array(String(repeating: "[", count: 100_000).utf8), Array(#"{"items":[1,null,"x"]}"#.utf8),
    Array(#"[{"title":1},{"title":"a","children":[[[]]]}]"#.utf8),
    Array(#"{"activeNotes":[null,{"content":[]}]}"#.utf8), Array("\"".utf8),
  ]

  @Test("A reader reports on any file and ends", arguments: hostile)
  func ends(bytes: [UInt8]) throws {
    let names = [
      "notes.json", "Standard Notes Backup and Import File.txt", "x.textbundle/info.json",
      "x.textbundle/text.md", "a.md", "a.html", "b 0123456789abcdef0123456789abcdef.csv",
      "0123456789abcdef0123456789abcdef.md", "journal.txt", "a.opml", "a.tid", "a.json", "a.org",
      "a.doentry", "pages/a.md", "N/N.txt",
    ]
    for name in names { given.folder.write("in/\(name)", bytes) }
    for format in ImportFormat.allCases {
      try given.read(format.reader(for: ImportRequest(sources: [])))
    }
  }
}
