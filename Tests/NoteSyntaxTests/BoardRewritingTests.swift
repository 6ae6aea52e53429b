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

  @Test("A canvas card's file and wiki links are rewritten, and no other byte (vaults 12)")
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

  @Test("Names escaped in JSON are compared unescaped and written escaped")
  func escaped() {
    let moves = [
      NotePath("A \"b\".md"): NotePath("C \\ \"d\"\n.md"), NotePath("é/x.md"): NotePath("é/y.md"),
      NotePath("p.png"): NotePath("q.png"),
    ]
    let rewriting = LinkRewriting(moves: moves) { key in
      moves.keys.filter { LinkName.key(of: $0) == key }
    }
    func rewritten(_ text: String) -> String {
      let edits = rewriting.edits(inBoard: Array(text.utf8), at: NotePath("b.canvas"))
      return String(decoding: ByteEdit.apply(edits, to: Array(text.utf8)), as: UTF8.self)
    }
    #expect(
      rewritten(#"{"nodes": [{"file":"A \u0022b\".md","id":"1"}, {"f\u0069le" :"\u00e9\/x.md"}]}"#)
        == #"{"nodes": [{"file":"C \\ \"d\"\n.md","id":"1"}, {"f\u0069le" :"é/y.md"}]}"#)
    #expect(
      rewritten(#"[{"text":"\"\u00e9 [[\u00e9/x|\u00e9]]\n[l](\u00e9/x.md) ![[p.png]]"}]"#)
        == #"[{"text":"\"\u00e9 [[é/y|\u00e9]]\n[l](é/y.md) ![[q.png]]"}]"#)
    #expect(rewritten(#"{"background":"p.png"}"#) == #"{"background":"q.png"}"#)
    for same in [#"{"file":"\ud800A \"b\".md"}"#, #"{"x":"p.png","y":["p.png"]}"#] {
      #expect(rewritten(same) == same)
    }
  }

  @Test("A card's heading follows its note's title, and no other heading changes")
  func subpath() {
    let note = NotePath("A.md")
    let rewriting = LinkRewriting(
      moves: [:], files: { $0 == Array("a".utf8) ? [note] : [] },
      retitled: TitleChange(note: note, old: "Old", new: "New \"x\"", isHeading: true))
    let text = """
      [{"file":"A.md","subpath":"#Old#Sub"}, {"subpath":"#old","file":"A.md"},
       {"file":"B.md","subpath":"#Old"}, {"file":"A.md","subpath":"#Other"}, {"subpath":"#Old"}]
      """
    let edits = rewriting.edits(inBoard: Array(text.utf8), at: NotePath("b.canvas"))
    #expect(
      String(decoding: ByteEdit.apply(edits, to: Array(text.utf8)), as: UTF8.self) == """
        [{"file":"A.md","subpath":"#New \\"x\\"#Sub"}, {"subpath":"#New \\"x\\"","file":"A.md"},
         {"file":"B.md","subpath":"#Old"}, {"file":"A.md","subpath":"#Other"}, {"subpath":"#Old"}]
        """)
  }

  @Test("Only the wiki links of a base are rewritten (vaults 12)")
  func base() {
    let text = "filters:\n  - 'up == [[Other]]'\nfile: \"Other.md\"\nviews: [[1, 2], [3]]\n"
    #expect(rewritten(text, "a.base") == text.replacing("[[Other]]", with: "[[New name]]"))
  }

  @Test(
    "An incomplete board is left alone (vaults 12)",
    arguments: [
      "", "{", "\"file\"", "\"file\":", "\"file\":\"", "[[", "[[[[", "]]", "[[Other",
      "\"file\":\"Other.md",
    ])
  func broken(_ text: String) {
    #expect(rewritten(text, "board.canvas") == text)
  }
}
