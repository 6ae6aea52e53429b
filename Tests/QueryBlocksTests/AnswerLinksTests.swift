import Entities
import Testing

@testable import QueryBlocks

@Suite("Query blocks: links in answers")
struct AnswerLinksTests {
  @Test(
    "A link leads to any path from any note",
    arguments: [
      (nil, "Ä b/c (d)#e.md", "%C3%84%20b/c%20%28d%29%23e.md"), ("own.md", "a/b.md", "a/b.md"),
      ("a/own.md", "a/b.md", "b.md"), ("a/b/own.md", "a/c/d.md", "../c/d.md"),
      ("a/own.md", "d.md", "../d.md"), ("a/own.md", "a", "../a"),
    ])
  func links(_ note: String?, _ path: String, _ address: String) {
    let links = AnswerLinks(from: note.map { NoteID($0) })
    #expect(links.address(of: NotePath(path)) == address)
    #expect(links.link("A [b]", to: NotePath(path)) == .link("A [b]", to: address))
  }

  @Test("A path that is not valid text is linked too")
  func bytes() {
    let path = NotePath(bytes: [0x61, 0xff, 0x0a])
    #expect(AnswerLinks(from: nil).address(of: path) == "a%FF%0A")
  }
}
