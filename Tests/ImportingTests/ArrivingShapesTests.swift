import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Sizes, anchors and tasks of other programs are imported")
struct ArrivingShapesTests {
  private let bench = ImportBench()
  private let given = GivenSource()

  @Test("Picture widths are imported from HTML, from Markdown and in tables")
  func sizes() async throws {
    bench.source.write("a.png", "picture")
    bench.source.write(
      "A.html",
      "<p><img src=a.png width=50><img src=a.png alt=words style='width:300px;height:60px'>"
        + "<img src=a.png width='50%'></p><table><tr><td><img src=a.png width=9><td>b</table>")
    bench.source.write("B.md", "<img src=\"a.png\" width=\"70\" height=\"30\"> ![w|80](a.png)\n")
    try await bench.bring()
    #expect(
      bench.text("A")
        == "![[a.png|50]]![[a.png|words|300x60]]![[a.png]]\n\n| ![[a.png\\|9]] | b |\n| --- | --- |\n"
    )
    #expect(bench.text("B") == "![[a.png|70x30]] ![[a.png|w|80]]\n")
  }

  @Test("A link to a heading's id, or to its name in an address, leads to that heading")
  func anchors() async throws {
    bench.source.write("A.html", "<title>A</title><p><a href='b.html#h2'>there</a></p>")
    bench.source.write("b.html", "<title>Bee</title><h2 id=h2>The second</h2>")
    bench.source.write(
      "C.md", "[x](D.md#some-heading) [y](D.md#Own%20words) [z](#my-own)\n\n# My own\n")
    bench.source.write("D.md", "# Some heading\n\n## Own words\n")
    try await bench.bring()
    #expect(bench.text("A") == "[[Bee#The second|there]]\n")
    #expect(
      bench.text("C")
        == "[[D#Some heading|x]] [[D#Own words|y]] [[#My own|z]]\n\n# My own\n")
  }

  @Test("A page with an empty title is named after its file")
  func emptyTitle() async throws {
    bench.source.write("Project.html", "<title></title><p>text</p><h1>Not a title</h1>")
    #expect(try await bench.bring().made == [NotePath("In/Project.md")])
  }

  @Test("To-dos and reminders become notes that begin with their task, and tasks recur")
  func tasks() throws {
    given.folder.write(
      "in/a.enex",
      """
      <en-export><note><title>Call</title><content><![CDATA[<en-note><div>words</div></en-note>]]></content>
      <note-attributes><reminder-time>20250102T090000Z</reminder-time></note-attributes>
      <task><title>water</title><taskStatus>open</taskStatus><taskGroupNoteLevelID>g</taskGroupNoteLevelID>
      <recurrence>RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO</recurrence></task></note></en-export>
      """)
    try given.read(EvernoteReader())
    #expect(given.text(0).hasPrefix("- [ ] Call 📅 2025-01-02\n\nwords\n"))
    #expect(given.text(0).contains("- [ ] water 🔁 every 2 weeks on Monday\n"))
    #expect(TaskNote.recurrence("FREQ=DAILY") == "every day")
    #expect(TaskNote.recurrence("FREQ=SECONDLY") == nil)
  }

  @Test("Dynalist's outlines are Markdown")
  func dynalist() throws {
    given.folder.write(
      "in/a.opml",
      "<opml><head><title>D</title><flavor>dynalist</flavor></head><body>"
        + "<outline text=\"**bold** __it__ [p](https://e.org/a_b)\"/><outline text=\"# no head\"/>"
        + "</body></opml>")
    try given.read(OpmlReader())
    #expect(given.text(0) == "- **bold** *it* [p](https://e.org/a_b)\n- \\# no head\n")
  }

  @Test(
    "TiddlyWiki: HTML is read as HTML, a macro call stays whole, and links in fields are reversed"
  )
  func tiddlywiki() throws {
    #expect(
      TiddlyWikiText.markdown(
        of:
          "<ul><li><b>one</b> <a title=\"t\" href=\"https://e.org\">x</a></li>\n\n<li>two</li></ul>\nend"
      )
        == "- **one** [x](https://e.org \"t\")\n- two\n\nend")
    #expect(
      TiddlyWikiText.markdown(of: "<<example src:\"* First\n|a|b|\n\">>\nend")
        == "```\n<<example src:\"* First\n|a|b|\n\">>\n```\nend")
    given.folder.write(
      "in/a.tid", "title: A\nsee: [[words|Target]] [[Plain]]\n\ntext\n")
    given.folder.write("in/b.tid", "title: B\ntype: image/png\n\nno picture!\n")
    try given.read(TiddlyWikiReader())
    #expect(given.notes[0].properties == [.init("see", ["[[Target|words]] [[Plain]]"])])
    #expect(given.text(1) == "```png\nno picture!\n\n```\n")
  }
}
