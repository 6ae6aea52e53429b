import Entities
import Testing

@Suite("Names of Logseq's pages")
struct LogseqNameTests {
  @Test(
    "A file's title is the name of its page",
    arguments: [
      ("a___b", "a/b"), ("a%2Fb", "a/b"), ("a___b___c d", "a/b/c d"), ("100%", "100%"),
      ("a%ZZ", "a%ZZ"), ("what%3F", "what?"), ("caf%C3%A9", "café"), ("bad%FF", "bad%FF"),
      ("a__b", "a__b"),
    ])
  func titles(stem: String, title: String) {
    #expect(LogseqName.title(of: stem) == title)
    #expect(NotePath("pages/\(stem).md").ownTitle(inLogseq: true) == title)
    #expect(NotePath("pages/\(stem).md").ownTitle(inLogseq: false) == stem)
    #expect(NotePath("pages/\(stem).md").name(besides: title) == nil)
  }

  @Test("A new title is written in Logseq's form, and a Denote name has its own title")
  func renamed() {
    let page = NotePath("pages/a___b.md")
    #expect(
      NoteFileName.path(of: page, titled: "a/c: d", inLogseq: true).text == "pages/a___c d.md")
    #expect(NoteFileName.path(of: page, titled: "c", inLogseq: true).text == "pages/c.md")
    #expect(NoteFileName.path(of: page, titled: "a/c").text == "pages/ac.md")
    #expect(NotePath("20230101T101010--x-y__z.md").ownTitle(inLogseq: true) == "x y")
  }
}
