import Entities
import Testing

@testable import NoteSyntax

@Suite("Which file a link means")
struct LinkNameTests {
  static let names: [(NoteScan.Link.Kind, String, String, String?, String)] = [
    (.wiki, "Note", "Note", nil, "note"), (.wiki, "Note.md", "Note", "md", "note"),
    (.wiki, "a/Ünï.MARKDOWN", "a/Ünï", "markdown", "ünï"), (.wiki, "a%20b", "a%20b", nil, "a%20b"),
    (.markdown, "Three%20laws.md", "Three laws", "md", "three laws"),
    (.markdown, "a\\)b%2", "a)b%2", nil, "a)b%2"), (.markdown, "%C3%89.txt", "É", "txt", "é"),
    (.wiki, "img.png", "img.png", nil, "img.png"), (.wiki, "v1.2", "v1.2", nil, "v1.2"),
    (.markdown, "denote:20250328T075526", "denote:20250328T075526", nil, "20250328t075526"),
    (.wiki, ".md", ".md", nil, ".md"), (.wiki, "", "", nil, ""),
  ]

  @Test("A target is read without escapes and a note's extension", arguments: names)
  func reads(kind: NoteScan.Link.Kind, target: String, path: String, ending: String?, key: String) {
    let name = LinkName(kind, Array(target.utf8))
    #expect(name.path == Array(path.utf8))
    #expect(name.ending == ending.map { Array($0.utf8) })
    #expect(name.key == Folding.name(Array(key.utf8)))
    #expect(LinkName(kind, plain: name.target) == name)
  }

  static let files = [
    "Note.md", "a/Note.md", "a/b/Deep.md", "b/Deep.md", "b/deep.md", "a/Other.md", "a/Other.txt",
    "img.png", "a/img.png", "b/C d.md", "x/a/Other2.md", "É.md", "todo.txt", "a/c:d.md", "e%20f.md",
  ].map { NotePath($0) }

  static let cases: [(NoteScan.Link.Kind, String, String, String?)] = [
    (.wiki, "Note", "a/Other.md", "Note.md"), (.wiki, "nOTE.md", "a/Other.md", "Note.md"),
    (.wiki, "a/Note", "x.md", "a/Note.md"), (.wiki, "A/NOTE", "x.md", "a/Note.md"),
    (.wiki, "/a/Note", "x.md", "a/Note.md"), (.wiki, "Deep", "x.md", "b/Deep.md"),
    (.wiki, "deep", "x.md", "b/deep.md"), (.wiki, "Other", "x.md", "a/Other.md"),
    (.wiki, "Other.txt", "x.md", "a/Other.txt"), (.wiki, "Other.markdown", "x.md", nil),
    (.wiki, "b/Deep", "a/Note.md", "b/Deep.md"), (.wiki, "./Note", "a/Other.md", "a/Note.md"),
    (.wiki, "../Note", "a/Other.md", "Note.md"), (.wiki, "../Note", "Other.md", nil),
    (.wiki, "img.png", "a/x.md", "img.png"), (.wiki, "img", "a/x.md", nil),
    (.wiki, "todo", "x.md", "todo.txt"), (.wiki, "none/Note", "x.md", nil),
    (.wiki, "e\u{301}", "x.md", "É.md"), (.wiki, "E\u{301}", "x.md", "É.md"),
    (.wiki, "b/Deep", "x.md", "b/Deep.md"), (.wiki, "a/Other2", "x.md", "x/a/Other2.md"),
    (.wiki, "/a/Other2", "x.md", nil), (.wiki, "C d", "x.md", "b/C d.md"),
    (.wiki, "e%20f", "x.md", "e%20f.md"), (.markdown, "e%2520f.md", "x.md", "e%20f.md"),
    (.markdown, "Note.md", "a/Other.md", "a/Note.md"),
    (.markdown, "Note", "a/Other.md", "a/Note.md"),
    (.markdown, "../Note.md", "a/Other.md", "Note.md"),
    (.markdown, "/Note.md", "a/Other.md", "Note.md"), (.markdown, "C%20d.md", "x.md", "b/C d.md"),
    (.markdown, "b/C%20d", "a/Note.md", "b/C d.md"), (.markdown, "./c:d.md", "a/x.md", "a/c:d.md"),
    (.markdown, "../../x.md", "a/x.md", nil), (.markdown, "img.png", "a/x.md", "a/img.png"),
    (.markdown, "a/../Note.md", "x.md", "Note.md"), (.reference, "Note.md", "a/x.md", "a/Note.md"),
    (.wiki, "", "x.md", nil), (.markdown, "denote:20250328T075526", "x.md", nil),
  ]

  @Test("The best of several files", arguments: cases)
  func picks(kind: NoteScan.Link.Kind, target: String, source: String, expected: String?) {
    let name = LinkName(kind, Array(target.utf8))
    let files = Self.files.filter { LinkName.key(of: $0) == name.key }
    let best = name.best(among: files, from: NotePath(source))
    #expect(best == expected.map { NotePath($0) })
    #expect(name.best(among: files.reversed(), from: NotePath(source)) == best)
  }

  @Test("Titles, aliases and ids are meant where no file has the name")
  func titles() {
    let titled = ["long/b.md", "a.md"].map { NotePath($0) }
    let source = NotePath("x.md")
    let name = LinkName(.wiki, Array("Title".utf8))
    #expect(name.best(among: [], titled: titled, from: source) == NotePath("a.md"))
    let file = NotePath("deep/er/title.md")
    #expect(name.best(among: [file], titled: titled, from: source) == file)
    let id = LinkName(.markdown, Array("denote:2025".utf8))
    #expect(id.best(among: [], titled: titled, from: source) == NotePath("a.md"))
    let path = LinkName(.markdown, Array("b/Title.md".utf8))
    #expect(path.best(among: [], titled: titled, from: source) == nil)
  }
}
