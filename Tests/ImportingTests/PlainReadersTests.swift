import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Simplenote, Keep, and folders of files")
struct PlainReadersTests {
  private let given = GivenSource()

  @Test("A Simplenote note has its first line as its title, and its text is not Markdown")
  func simplenote() throws {
    given.folder.write(
      "in/notes.json",
      ###"{"activeNotes":[{"id":"a","content":"Tea *1*\r\n\r\n#not a tag\r\n1. one","creationDate":"2024-02-03T04:05:06.789Z","lastModified":"2024-02-04T04:05:06.000Z","pinned":true,"tags":["x","me@example.org","you@e.org","@home"]},{"id":"b"}],"trashedNotes":[{"id":"c","content":"## Done\n- [ ] x","markdown":true}]}"###
    )
    given.folder.write("in/Tea.txt", "the same again")
    try given.read(SimplenoteReader())
    #expect(given.notes.map(\.title) == ["Tea *1*", "Done"])
    #expect(given.text(0) == "# Tea \\*1\\*\n\n\\#not a tag\n1\\. one\n")
    #expect(given.notes[0].tags == ["x", "@home"])
    #expect(given.notes[0].isPinned)
    #expect(given.notes[0].created == Timestamp(seconds: 1_706_933_106))
    #expect(given.text(1) == "## Done\n- [ ] x")
    #expect(given.notes[1].isTrashed)
    #expect(given.problems.map(\.of) == ["notes.json, note 2"])
  }

  @Test("A Keep note has its list, labels and files, and finds a file under another extension")
  func keep() throws {
    given.folder.write(
      "in/Takeout/Notizen/One.json",
      #"{"title":"A\nB","isTrashed":true,"isPinned":false,"isArchived":true,"color":"RED","createdTimestampUsec":1600000000000000,"userEditedTimestampUsec":0,"textContent":"see #this\nhttps://example.org/a_b","labels":[{"name":"home"}],"annotations":[{"url":"https://example.org/a_b","title":"x"},{"url":"https://example.org/c","title":"C"}],"attachments":[{"filePath":"p.jpeg"},{"filePath":"none.png"}]}"#
    )
    given.folder.write(
      "in/Takeout/Notizen/Two.json",
      #"{"title":"","isTrashed":false,"isArchived":false,"listContent":[{"text":"milk","isChecked":true},{"text":"eggs","isChecked":false}]}"#
    )
    given.folder.write("in/Takeout/Notizen/Bad.json", "{")
    given.folder.write("in/Takeout/Notizen/p.jpg", "photo")
    given.folder.write("in/Takeout/Notizen/One.html", "<p>the same")
    given.folder.write("in/Takeout/other.json", "{}")
    try given.read(KeepReader())
    let one = given.notes[0]
    #expect(one.title == "A B")
    #expect(
      given.text(0)
        == "# A B\n\nsee \\#this\nhttps://example.org/a_b\n\n[C](<https://example.org/c>)\n\n"
        + "![](<Takeout/Notizen/p.jpg>)\n")
    #expect(one.isArchived && one.isTrashed && !one.isPinned)
    #expect(one.tags == ["home"])
    #expect(one.changed == one.created)
    #expect(one.losses == ["Its file none.png is not in the archive."])
    #expect(given.text(1) == "- [x] milk\n- [ ] eggs\n")
    #expect(given.files == ["Takeout/Notizen/p.jpg": Array("photo".utf8)])
    #expect(given.problems.map(\.of) == ["Takeout/Notizen/Bad.json"])
  }

  @Test("Keep styles become Markdown, and a lone picture is named after its file")
  func keepStyles() throws {
    let span = #"<span style=\"font-size:7.2pt;font-weight:"#
    given.folder.write(
      "in/Keep/A.json",
      #"{"title":"","isTrashed":false,"isArchived":false,"textContent":"big\nred and blue","textContentHtml":"<p dir=\"ltr\">\#(span)700;\">big</span></p><p dir=\"ltr\">\#(span)400;\">red and </span>\#(span)400;font-style:italic;\">blue</span></p>","listContent":[{"text":"one two","textHtml":"<p>one \#(span)700;\">two</span></p>"}],"annotations":[{"url":"https://example.org","title":"E","description":"More\n*words*"}]}"#
    )
    given.folder.write(
      "in/Keep/2023-08-01T14_29_56.526+10_00.json",
      #"{"title":"","isTrashed":false,"isArchived":false,"attachments":[{"filePath":"p.png"}]}"#)
    given.folder.write("in/Keep/p.png", "photo")
    try given.read(KeepReader())
    #expect(given.notes[0].title == "2023-08-01T14_29_56.526+10_00")
    #expect(
      given.text(1)
        == "**big**\nred and *blue*\n- [ ] one **two**\n\n[E](<https://example.org>)\n"
        + "More \\*words\\*\n")
  }

  @Test("A folder's Markdown stays the same, and HTML becomes Markdown with the facts in its head")
  func folder() throws {
    given.folder.write("in/a/Plan.md", "---\ntags: x\n---\n# Other title\n")
    given.folder.write(
      "in/a/page.html",
      "<title>The page</title><meta name=keywords content='one, two'>"
        + "<meta name=date content=2020-02-03><p>See <a href='Plan.md'>plan</a>")
    given.folder.write("in/a/b/p.png", "picture")
    try given.read(MarkdownReader())
    #expect(given.notes.map(\.title) == ["Plan", "The page"])
    #expect(given.text(0) == "---\ntags: x\n---\n# Other title\n")
    #expect(given.text(1) == "See [plan](Plan.md)\n")
    #expect(given.notes[1].tags == ["one", "two"])
    #expect(given.notes[1].created == Timestamp(seconds: 1_580_688_000))
    #expect(given.files.keys.sorted() == ["a/b/p.png"])
  }

  static let links: [(ImportLink, ImportTarget?)] = [
    (ImportLink("b/p.png"), .note("a/b/p.png")), (ImportLink("../c%20d.md"), .note("c d.md")),
    (ImportLink("/top.md", part: "x"), .note("top.md", part: "x")),
    (ImportLink("../../out.md"), nil), (ImportLink("https://example.org/"), nil),
    (ImportLink("mailto:me@example.org"), nil),
    (ImportLink("Folder/Name", part: "h", isWiki: true), .titled("Name", part: "h")),
    (ImportLink("Name.md", isWiki: true), .titled("Name")),
  ]

  @Test("Links are resolved from the folder of their note", arguments: links)
  func targets(link: ImportLink, target: ImportTarget?) {
    var note = ImportedNote(id: "a/Plan.md", title: "Plan")
    note.linkFolder = "a"
    #expect(MarkdownReader().target(of: link, in: note) == target)
  }
}
