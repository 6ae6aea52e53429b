import NoteSyntax
import TestSupport
import Testing

@Suite("Tags for the index")
struct SharedTagTests {
  @Test("The index finds the tags that the editor colors", arguments: TagCases.all)
  func tags(_ text: String, _ tags: [String]) {
    let found = NoteScanner.scan(text.utf8.span).tags.map(\.name)
    #expect(found == tags)
  }

  static let htmlBlocks: [(String, [String])] = [
    ("<tr><td>--x: #1a1a1a</td>\n#no\n\n#yes", ["yes"]),
    ("<div\nid=x>#no\n</div>\n\n#yes", ["yes"]),
    ("a\n<table>\n<tr><td>#no\n\n<td>#no\n\n#yes", ["yes"]),
    ("<style>\n\na { color: #abc }\n</style>\n#yes", ["yes"]),
    ("> <div>\n> #no\n\n#yes", ["yes"]), ("- <p>#no\n\n  #yes", ["yes"]),
  ]

  @Test(
    "A block of HTML has no tags, and neither does an HTML tag over several lines (vaults 16)",
    arguments: htmlBlocks)
  func html(_ text: String, _ tags: [String]) {
    let found = NoteScanner.scan(text.utf8.span).tags.map(\.name)
    #expect(found == tags)
  }
}
