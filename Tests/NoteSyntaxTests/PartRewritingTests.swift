import Bytes
import Entities
import Testing

@testable import NoteSyntax

@Suite("Links to renamed parts")
struct PartRewritingTests {
  private func leads(_ name: LinkName?) -> Bool {
    name.map { $0.key == Array("n".utf8) } ?? true
  }

  static let headings: [(String, String, String, String)] = [
    ("[[N#Old]] [[#old]] [[N#Old|T]]", "Old", "New", "[[N#New]] [[#New]] [[N#New|T]]"),
    ("[[N#A#Old#B]] [[N#Older]] [[M#Old]]", "Old", "New", "[[N#A#New#B]] [[N#Older]] [[M#Old]]"),
    ("[[N#^Old]] `[[N#Old]]` [[N]]", "Old", "New", "[[N#^Old]] `[[N#Old]]` [[N]]"),
    (
      "[t](n.md#Old%20one) [t](#Old%20one)", "Old one", "A (b)",
      "[t](n.md#A%20%28b%29) [t](#A%20%28b%29)"
    ),
    ("[t](n.md#what-its-like)", "What it's like", "Neu – schön!", "[t](n.md#neu--schön)"),
    ("[[N#A B]]", "A|B", "C#D [e]", "[[N#C D e]]"),
    ("---\nx: '[[N#Old]]'\n---\n", "Old", "It's", "---\nx: '[[N#It''s]]'\n---\n"),
    ("[[N#É]]", "E\u{301}", "F", "[[N#F]]"),
    ("![[N#Old]] [N]: x", "Old", "Old", "![[N#Old]] [N]: x"),
  ]

  @Test("Links to a heading follow its new name in their own form", arguments: headings)
  func renamesHeadings(text: String, old: String, new: String, expected: String) {
    let bytes = Array(text.utf8)
    let edits = PartRewriting.headingRenamed(from: old, to: new, in: bytes, leads: leads)
    #expect(String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self) == expected)
  }

  @Test("Links to a block follow its new id")
  func renamesBlocks() {
    let bytes = Array("[[N#^old]] [t](n.md#^OLD) [[N#old]] [[M#^old]] ![[#^old]]".utf8)
    let edits = PartRewriting.blockRenamed(from: "old", to: "new-1", in: bytes, leads: leads)
    #expect(
      String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
        == "[[N#^new-1]] [t](n.md#^new-1) [[N#old]] [[M#^old]] ![[#^new-1]]")
  }

  @Test("Links beyond the limit of a scan are left out")
  func limits() {
    let bytes = Array(String(repeating: "[[a]]", count: NoteScan.most + 10).utf8)
    let count = NoteScanner.scan(bytes.span).links.count
    #expect(count == NoteScan.most)
  }
}
