import Archives
import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Evernote notes")
struct EvernoteReaderTests {
  /// What a reader found.
  final class Found: ImportSink {
    var notes: [ImportedNote] = []
    var files: [(id: String, name: String, bytes: [UInt8])] = []
    var problems: [ImportNotice] = []
    var limit = Int.max
    /// Files must come before the note that shows them.
    var order: [String] = []

    func add(_ note: ImportedNote) throws(ImportFailure) {
      if notes.count == limit { throw .stopped }
      notes.append(note)
      order.append(note.id)
    }
    func add(_ file: ImportedFile) throws(ImportFailure) {
      files.append((file.id, file.name, try file.read()))
      order.append(file.id)
    }
    func add(_ problem: ImportNotice) { problems.append(problem) }

    var text: String {
      notes.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "~")
    }
  }

  static func read(_ enex: String, pieces: Int = 1000, limit: Int = .max) throws(ImportFailure)
    -> Found
  {
    let found = Found()
    found.limit = limit
    let file = EvernoteFile("Trips.enex", folder: ["Trips"], found)
    let bytes = Array(enex.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try file.add(Array(bytes[start..<min(start + pieces, bytes.count)]))
    }
    try file.finish()
    return found
  }

  static func export(_ notes: String...) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<!DOCTYPE en-export SYSTEM \"http://xml.evernote.com/pub/evernote-export4.dtd\">\n"
      + "<en-export export-date=\"20241222T222542Z\" application=\"Evernote\" version=\"10\">\n"
      + notes.joined(separator: "\n") + "\n</en-export>\n"
  }

  static func note(_ title: String, _ content: String, _ rest: String = "") -> String {
    """
    <note><title>\(title)</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>\(content)</en-note>]]>
    </content><created>20241222T222542Z</created>\(rest)</note>
    """
  }

  static func resource(_ base64: String, _ mime: String = "image/png", name: String = "") -> String
  {
    let attributes = "<resource-attributes><file-name>\(name)</file-name></resource-attributes>"
    return "<resource><data encoding=\"base64\">\n\(base64)\n</data><mime>\(mime)</mime>"
      + "<recognition><![CDATA[<data>no</data>]]></recognition>\(attributes)</resource>"
  }

  static let hash = "b95f67f61ebb03619622d798f45fc2d3"

  @Test("Note content written as elements instead of CDATA is read too")
  func elements() throws {
    let given = GivenSource()
    given.folder.write(
      "in/a.enex",
      Self.export(
        "<note><title>One</title><content><en-note><div>a &lt;b&gt; <b title='\"'>c</b><br/></div></en-note>"
          + "</content><created>20241222T222542Z</created></note>",
        "<note><title>Two</title><content>&lt;en-note&gt;x &lt;i&gt;y&lt;/i&gt;&lt;/en-note&gt;</content></note>"
      ))
    try given.read(EvernoteReader())
    #expect(given.problems == [])
    #expect(given.text(0) == "a \\<b> **c**\n")
    #expect(given.text(1) == "x *y*\n")
    #expect(given.notes[0].created == Timestamp(seconds: 1_734_906_342))
  }

  @Test("CDATA in a note's text is read as words, and the following notes are read")
  func cdataWithin() throws {
    let given = GivenSource()
    given.folder.write(
      "in/a.enex",
      Self.export(
        Self.note("One", "<div>a<![CDATA[b <c> & d]]></div>"),
        Self.note("Two", "<div>a</div><![CDATA[>]]><div>]] <![CDATA[z"),
        Self.note("Three", "<div>a<![CDATA[b]]]]><![CDATA[></div>"), Self.note("Four", "last")))
    try given.read(EvernoteReader())
    #expect(given.problems == [])
    #expect(given.notes.map(\.title) == ["One", "Two", "Three", "Four"])
    #expect(given.text(0) == "ab \\<c> & d\n")
    #expect(given.text(2) == "ab\n")
  }

  @Test("Each of several notebooks becomes a folder")
  func notebooks() throws {
    let given = GivenSource()
    for name in ["Home", "Work"] {
      given.folder.write("in/\(name).enex", Self.export(Self.note("A", "<div>text</div>")))
    }
    try given.read(EvernoteReader())
    #expect(given.notes.map(\.folder) == [["Home"], ["Work"]])
  }

  @Test("The title, dates, tags, notebook, page and location are read")
  func readsFacts() throws {
    let rest = """
      <updated>20241223T000001Z</updated><tag>a b</tag><tag>c</tag><tag>c</tag><note-attributes>
      <author>Me</author><source-url>https://a.b/?c&amp;d</source-url><latitude>1.5</latitude>
      <longitude>2.5</longitude><reminder-order>1</reminder-order>
      <reminder-time>20250101T090000Z</reminder-time>
      <reminder-done-time>2025-01-01T10:00:00+01:00</reminder-done-time></note-attributes>
      """
    let found = try Self.read(Self.export(Self.note("A &amp; B", "<div>text</div>", rest)))
    let note = try #require(found.notes.first)
    #expect(note.title == "A & B")
    #expect(note.text == Array("- [x] A & B 📅 2025-01-01 ✅ 2025-01-01\n\ntext\n".utf8))
    #expect(note.created == Timestamp(seconds: 1_734_906_342))
    #expect(note.changed == Timestamp(seconds: 1_734_912_001))
    #expect(note.tags == ["a b", "c"])
    #expect(note.folder == ["Trips"])
    #expect(note.source == "https://a.b/?c&d")
    #expect(
      note.properties == [
        .init("reminder", ["2025-01-01T09:00:00Z"], as: .datetime),
        .init("reminder-done", ["2025-01-01T09:00:00Z"], as: .datetime),
      ])
    #expect(note.extras == [.init("author", ["Me"]), .init("location", ["1.5, 2.5"])])
    #expect(note.losses.isEmpty && found.problems.isEmpty)
  }

  @Test(
    "A file comes once, before its note, and is shown or linked", arguments: [1, 5, 64, 10_000])
  func readsFiles(pieces: Int) throws {
    let content = "<div>see <en-media type=\"image/png\" hash=\"\(Self.hash)\"/>here</div>"
    let enex = Self.export(
      Self.note(
        "T", content,
        Self.resource("AA\nEC") + Self.resource("AAEC")
          + Self.resource("Bw==", "application/pdf", name: "x [1].pdf")))
    let found = try Self.read(enex, pieces: pieces)
    let id = "Trips.enex#20241222T222542Z"
    #expect(found.order == [id + "/" + Self.hash, id + "/89e74e640b8c46257a29de0616794d5d", id])
    #expect(found.files.map(\.bytes) == [[0, 1, 2], [7]])
    #expect(found.files.map(\.name) == ["\(Self.hash).png", "x [1].pdf"])
    #expect(
      found.text == """
        see ![](evernote-file:\(Self.hash))here

        - [x \\[1\\].pdf](evernote-file:89e74e640b8c46257a29de0616794d5d)

        """)
    let target = EvernoteReader().target(
      of: ImportLink("evernote-file:\(Self.hash)"), in: found.notes[0])
    #expect(target == .file(found.files[0].id))
  }

  @Test("A link to a note leads to the note with those words")
  func targets() {
    let note = ImportedNote(id: "a", title: "A")
    func target(_ address: String, _ words: String = "B") -> ImportTarget? {
      EvernoteReader().target(of: ImportLink(address, words: words), in: note)
    }
    #expect(target("evernote:///view/1/s1/x/x/") == .titled("B"))
    #expect(
      target("evernote:///view/1/s1/x/x/", "**a\\*b_c** \\#d")
        == .first([.titled("**a*b_c** #d"), .titled("a*b_c #d")]))
    #expect(target("https://www.evernote.com/shard/s1/nl/1/x/") == .titled("B"))
    #expect(target("https://share.evernote.com/note/x") == .titled("B"))
    #expect(target("https://www.evernote.com/shard/s1/sh/x/y") == nil)
    #expect(target("evernote:///view/1/s1/x/x/", "") == nil)
    #expect(target("https://a.b") == nil)
  }

  private static let contents: [(String, String)] = [
    ("", ""),
    ("<div>a</div><div><br/></div><div>b</div><div>c<br/></div>", "a\n\nb\nc\n"),
    ("<div><en-todo checked=\"true\"/>a</div><div><en-todo/>b</div>", "- [x] a\n- [ ] b\n"),
    (
      "<ul style=\"--en-todo:true;\"><li style=\"--en-checked:true;\"><div>a</div></li><li><div>b</div></li></ul>",
      "- [x] a\n- [ ] b\n"
    ),
    ("<ul><li><div>a</div></li><ul><li><div>b</div></li></ul></ul>", "- a\n  - b\n"),
    (
      "<div style=\"--en-codeblock:true; --en-syntaxLanguage:swift\"><div>let a</div><div>  b</div></div>",
      "```swift\nlet a\n  b\n```\n"
    ),
    (
      "<div style=\"--en-codeblock:true;--en-codeblockLanguage:clike\">int</div>",
      "```clike\nint\n```\n"
    ),
    (
      "<div style=\"--en-codeblock:true;--en-codeblockLanguage:plaintext\">x</div>", "```\nx\n```\n"
    ),
    (
      "<div><span style=\"--en-highlight:yellow;background-color: #ffef9e;\">a</span></div>",
      "==a==\n"
    ),
    (
      "<div><a href=\"evernote:///view/1/s1/x/x/\">B</a> #no</div>",
      "[B](evernote:///view/1/s1/x/x/) \\#no\n"
    ),
    ("<div>a<en-media hash=\"0\" type=\"image/png\"/>b</div>", "ab\n"),
  ]

  @Test("The text becomes Markdown", arguments: contents)
  func readsText(content: String, expected: String) throws {
    #expect(try Self.read(Self.export(Self.note("T", content))).text == expected)
  }

  @Test("Tasks appear at their group, or after the text")
  func readsTasks() throws {
    func task(_ title: String, _ group: String, _ rest: String) -> String {
      "<task><title>\(title)</title><taskGroupNoteLevelID>\(group)</taskGroupNoteLevelID>\(rest)</task>"
    }
    let tasks =
      task("two #x", "G-1", "<sortWeight>B</sortWeight><taskStatus>completed</taskStatus>")
      + task("one", "G-1", "<sortWeight>A</sortWeight><dueDate>20241221T230000Z</dueDate>")
      + task(
        "lost", "G-2",
        "<dueDate>20241221T093000Z</dueDate><dueDateUIOption>date_time</dueDateUIOption>")
    let content = "<div>a</div><div style=\"--en-task-group:true; --en-id:G-1;\"/><div>b</div>"
    #expect(
      try Self.read(Self.export(Self.note("T", content, tasks))).text == """
        a

        - [ ] one 📅 2024-12-22
        - [x] two \\#x

        b

        - [ ] lost 📅 2024-12-21

        """)
  }

  @Test("Encrypted text is saved as a file and reported")
  func keepsEncrypted() throws {
    let content = "<div>a <en-crypt cipher=\"AES\" hint=\"cat\">Q1RYVA==</en-crypt></div>"
    let found = try Self.read(Self.export(Self.note("T", content)))
    #expect(found.files.map(\.bytes) == [Array("Q1RYVA==".utf8)])
    #expect(found.files.map(\.name) == ["encrypted 1.txt"])
    let hash = found.files[0].id.split(separator: "/").last ?? ""
    #expect(found.text == "a [Encrypted text (hint: cat)](evernote-file:\(hash))\n")
    #expect(found.notes[0].properties == [.init("encrypted", ["true"], as: .checkbox)])
    #expect(found.notes[0].losses.count == 1)
  }

  private static let days: [(String, String)] = [
    ("20220528T215959Z", "2022-05-28"), ("20220529T045959Z", "2022-05-28"),
    ("20220528T115959Z", "2022-05-28"), ("20220527T220000Z", "2022-05-28"),
    ("20220528T050000Z", "2022-05-28"), ("20220528T000000Z", "2022-05-28"),
  ]

  @Test("A task's day is the author's local day in any time zone", arguments: days)
  func readsDays(written: String, day: String) throws {
    let task = "<task><title>a</title><taskFlag>true</taskFlag><dueDate>\(written)</dueDate></task>"
    #expect(try Self.read(Self.export(Self.note("T", "", task))).text == "- [ ] a ⏫ 📅 \(day)\n")
  }

  @Test("A picture embedded in its address becomes a file")
  func keepsPictures() throws {
    let found = try Self.read(
      Self.export(Self.note("T", "<img src=\"data:image/png;base64,AAEC\"/>")))
    #expect(found.text == "![](evernote-file:\(Self.hash))\n")
    #expect(found.files.map(\.name) == ["\(Self.hash).png"])
    #expect(found.order.last == found.notes[0].id)
  }

  @Test("An invalid date is reported, and the year 1970 counts as no date")
  func readsDates() throws {
    let rest = "<updated>20241322T222542Z</updated>"
    let found = try Self.read(Self.export(Self.note("T", "", rest)))
    #expect(found.notes[0].changed == nil)
    #expect(
      found.notes[0].losses == ["The modification date cannot be read: 20241322T222542Z."])
    #expect(ImportedTime.read("20240229T235959Z") == Timestamp(seconds: 1_709_251_199))
    let inZone = ImportedTime.read("2024-02-29 23:59:59 +0100")
    #expect(inZone == Timestamp(seconds: 1_709_247_599))
    for text in ["", "20230229T000000Z", "20241222T222542+1"] {
      #expect(ImportedTime.read(text) == nil)
    }
    let old = Self.export(
      Self.note("T", "").replacing("20241222T222542Z", with: "19700101T000000Z"))
    let note = try #require(try Self.read(old).notes.first)
    #expect(note.created == nil && note.losses.isEmpty)
  }

  @Test("Notes of the same second have distinct ids, the same on every run")
  func givesIds() throws {
    let enex = Self.export(Self.note("A", "a"), Self.note("B", "b"))
    let ids = try Self.read(enex).notes.map(\.id)
    #expect(ids == ["Trips.enex#20241222T222542Z", "Trips.enex#20241222T222542Z#2"])
    #expect(try Self.read(enex, pieces: 3).notes.map(\.id) == ids)
  }

  @Test(
    "A damaged file loses the damaged note, and the next note is read", arguments: [1, 7, 10_000])
  func endures(pieces: Int) throws {
    let bad = "<note><title>Bad</title><content>a</title></note>"
    let found = try Self.read(
      Self.export(
        Self.note("A", "a"), bad, Self.note("B&nbsp;", "b"), "<note></x>", Self.note("C", "c")),
      pieces: pieces)
    #expect(found.notes.map(\.title) == ["A", "B", "C"])
    #expect(found.problems.map(\.of) == ["Trips.enex: Bad", "Trips.enex"])
    #expect(
      found.problems.first?.reason == "The file is damaged here, line 7, column 37: mismatched tag."
    )
    #expect(found.problems.last?.reason.contains("line 11,") == true)
  }

  @Test("A note whose text was read before the damage is imported")
  func keepsCutNote() throws {
    let whole = Self.export(Self.note("A", "a", Self.resource("AAEC")))
    let found = try Self.read(String(whole.dropLast(60)))
    #expect(found.text.hasPrefix("a\n"))
    #expect(found.notes[0].losses.count == 1)
  }

  @Test("A file that is no export is a problem, and an error from the sink ends the reading")
  func tellsProblems() throws {
    #expect(try Self.read("no").problems.count == 1)
    #expect(try Self.read("").problems.count == 1)
    #expect(throws: ImportFailure.stopped) {
      try Self.read(Self.export(Self.note("A", ""), Self.note("B", "")), limit: 1)
    }
    let damaged = Self.export(Self.note("A", "", Self.resource("AA!EC", name: "x.png")))
    #expect(try Self.read(damaged).notes[0].losses == ["Its file x.png is damaged."])
  }

  @Test("500 notes are read with the same facts")
  func readsMany() throws {
    var random = SeededRandom(seed: Thorough.seed)
    var notes: [String] = []
    var words: [[String]] = []
    var digests: [String] = []
    for number in 0..<500 {
      let own = (0..<Int.random(in: 0..<20, using: &random)).map { "w\(number)x\($0)" }
      words.append(own)
      let marks = ["div", "b", "p", "li", "h2", "code"]
      let content = own.map { word in
        let mark = marks.randomElement(using: &random) ?? "div"
        return "<\(mark)>\(word)</\(mark)> "
      }.joined()
      let hasFile = Bool.random(using: &random)
      let bytes = [UInt8(number & 255), UInt8(number >> 8), 1]
      if hasFile { digests.append(Md5.hexadecimal(bytes)) }
      notes.append(
        Self.note("N\(number)", content, hasFile ? Self.resource(Self.base64(bytes)) : ""))
    }
    let found = try Self.read(Self.export(notes.joined()), pieces: 999)
    #expect(found.notes.map(\.title) == (0..<500).map { "N\($0)" })
    #expect(Set(found.notes.map(\.id)).count == 500)
    #expect(found.files.map { String($0.id.suffix(32)) } == digests)
    for (note, own) in zip(found.notes, words) {
      let text = String(decoding: note.text, as: UTF8.self)
      let read = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      #expect(read.filter { $0.hasPrefix("w") } == own)
    }
  }

  private static func base64(_ three: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let number = Int(three[0]) << 16 | Int(three[1]) << 8 | Int(three[2])
    return String([18, 12, 6, 0].map { letters[number >> $0 & 63] })
  }
}
