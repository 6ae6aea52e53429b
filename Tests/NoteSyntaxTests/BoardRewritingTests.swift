import Bytes
import Entities
import Testing

@testable import NoteSyntax

@Suite("Links in canvases and bases follow the notes")
struct BoardRewritingTests {
  private func rewritten(_ text: String, _ board: String) -> String {
    let files = ["Other.md", "sub/Note.md", "Stays.md"].map { NotePath($0) }
    let moves = [
      NotePath("Other.md"): NotePath("New name.md"),
      NotePath("sub/Note.md"): NotePath("top/Note.md"),
    ]
    let rewriting = LinkRewriting(moves: moves) { key in
      files.filter { LinkName.key(of: $0) == key }
    }
    let bytes = Array(text.utf8)
    let edits = rewriting.edits(inBoard: bytes, at: NotePath(board))
    return String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
  }

  @Test("A card's file and the wiki links of a canvas are rewritten, and no other byte (vaults 12)")
  func canvas() {
    let text = """
      {"nodes":[
      \t{"id":"a","type":"file","file":"Other.md","x":0},
      \t{"id":"b", "file" : "sub/Note.md"}, {"file":"Stays.md"}, {"file":"Other"},
      \t{"type":"text","text":"see [[Other]] and ![[Other|it]]\\n\\"file\\":\\"Other.md\\" [[Stays]] [x]"}
      ], "edges":[]}
      """
    let wanted = """
      {"nodes":[
      \t{"id":"a","type":"file","file":"New name.md","x":0},
      \t{"id":"b", "file" : "top/Note.md"}, {"file":"Stays.md"}, {"file":"Other"},
      \t{"type":"text","text":"see [[New name]] and ![[New name|it]]\\n\\"file\\":\\"Other.md\\" [[Stays]] [x]"}
      ], "edges":[]}
      """
    #expect(rewritten(text, "board.canvas") == wanted)
  }

  @Test("Of a base the wiki links alone are rewritten (vaults 12)")
  func base() {
    let text = "filters:\n  - 'up == [[Other]]'\nfile: \"Other.md\"\nviews: [[1, 2], [3]]\n"
    #expect(rewritten(text, "a.base") == text.replacing("[[Other]]", with: "[[New name]]"))
  }

  @Test(
    "What is no whole board is left alone (vaults 12)",
    arguments: [
      "", "{", "\"file\"", "\"file\":", "\"file\":\"", "[[", "[[[[", "]]", "[[Other",
      "\"file\":\"Other.md",
    ])
  func broken(_ text: String) {
    #expect(rewritten(text, "board.canvas") == text)
  }
}
