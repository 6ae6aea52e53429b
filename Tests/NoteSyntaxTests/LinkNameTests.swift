import Entities
import Folding
import Testing

@testable import NoteSyntax

@Suite("The file that a link means")
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

  @Test("A target is read without escapes and without a note's extension", arguments: names)
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
    (.wiki, "Note", "x/Far.md", "Note.md"), (.wiki, "nOTE.md", "x/Far.md", "Note.md"),
    (.wiki, "a/Note", "x.md", "a/Note.md"), (.wiki, "A/NOTE", "x.md", "a/Note.md"),
    (.wiki, "/a/Note", "x.md", "a/Note.md"), (.wiki, "Deep", "x.md", "b/Deep.md"),
    (.wiki, "deep", "x.md", "b/deep.md"), (.wiki, "Other", "x.md", "a/Other.md"),
    (.wiki, "Other.txt", "x.md", "a/Other.txt"), (.wiki, "Other.markdown", "x.md", nil),
    (.wiki, "b/Deep", "a/Note.md", "b/Deep.md"), (.wiki, "./Note", "a/Other.md", "a/Note.md"),
    (.wiki, "../Note", "a/Other.md", "Note.md"), (.wiki, "../Note", "Other.md", nil),
    (.wiki, "img.png", "x.md", "img.png"), (.wiki, "img", "a/x.md", nil),
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

  @Test("The best of several files is chosen", arguments: cases)
  func picks(kind: NoteScan.Link.Kind, target: String, source: String, expected: String?) {
    let name = LinkName(kind, Array(target.utf8))
    let files = Self.files.filter { LinkName.key(of: $0) == name.key }
    let best = name.best(among: files, from: NotePath(source))
    #expect(best == expected.map { NotePath($0) })
    #expect(name.best(among: files.reversed(), from: NotePath(source)) == best)
  }

  /// One row for each way in which a link can go wrong: the vault, the link's note, the link, and
  /// the expected file.
  static let resolutions: [(files: [String], source: String, link: String, target: String?)] = [
    // A folder in the link must match: a note elsewhere is not meant.
    (["home/Plan.md"], "S.md", "[[work/Plan]]", nil), (["Real.md"], "S.md", "[[x/y/Real]]", nil),
    (["TLS/x.md", "HTTPS.md"], "S.md", "[[TLS/HTTPS]]", nil),
    (["a/b/Plan.md"], "S.md", "[[b/Plan]]", "a/b/Plan.md"),
    (["a/b/Plan.md"], "S.md", "[[/b/Plan]]", nil),
    (["home/Plan.md"], "S.md", "[t](work/Plan)", nil),
    // Headings, titles and aliases are not file names.
    (["Bases syntax.md"], "S.md", "[[Example]]", nil),
    (["Bases syntax.md"], "S.md", "[t](Example.md)", nil),
    (["Basic_sets.md"], "S.md", "[t](Basic%20sets.md)", nil),
    (["Hesperus.md"], "S.md", "[[Phosphorus]]", nil),
    // Among namesakes, the one in or below the note's own folder, or else the shortest path.
    (["a/N.md", "b/N.md"], "b/S.md", "[[N]]", "b/N.md"),
    (["a/N.md", "b/N.md"], "a/S.md", "[[N]]", "a/N.md"),
    (["a/N.md", "b/N.md"], "c/S.md", "[[N]]", "a/N.md"),
    (["N.md", "b/N.md"], "b/S.md", "[[N]]", "b/N.md"),
    (["N.md", "b/c/N.md"], "b/S.md", "[[N]]", "b/c/N.md"),
    (["b/N.md", "b/c/N.md"], "b/c/d/S.md", "[[N]]", "b/N.md"),
    (["long/N.md", "bb/N.md"], "b/S.md", "[[N]]", "bb/N.md"),
    (["N.md", "b/N.md"], "b/S.md", "[[/N]]", "N.md"),
    (["a/x/N.md", "b/x/N.md"], "b/S.md", "[[x/N]]", "b/x/N.md"),
    (["x/N.md", "b/x/N.md"], "b/S.md", "[[x/N]]", "x/N.md"),
    (["a/N.md", "b/N.md"], "b/S.md", "[t](N.md)", "b/N.md"),
    (["a/p.png", "b/p.png"], "b/S.md", "![[p.png]]", "b/p.png"),
    // The length of a path is its number of characters.
    (
      ["pl/Załączniki/x.png", "ar/Attachments/x.png"], "S.md", "![[x.png]]", "pl/Załączniki/x.png"
    ),
    (["abc/N.md", "\u{1f332}/N.md"], "S.md", "[[N]]", "\u{1f332}/N.md"),
    // What looks like an extension may be part of the name.
    (["a.markdown.md"], "S.md", "[[a.markdown]]", "a.markdown.md"),
    (["t.txt.md"], "S.md", "[[t.txt]]", "t.txt.md"), (["x.md.md"], "S.md", "[[x.md]]", "x.md.md"),
    (["x.md.md", "x.md"], "S.md", "[[x.md]]", "x.md"), (["x.md.md"], "S.md", "[[x]]", nil),
    (["x.md.md", "d/x.md"], "S.md", "[[x.md]]", "d/x.md"),
    (["d/x.md.md"], "S.md", "[[d/x.md]]", "d/x.md.md"),
    (
      ["dendron.topic.markdown.md"], "S.md", "[[dendron.topic.markdown]]",
      "dendron.topic.markdown.md"
    ),
    (["x.md"], "S.md", "[[x.markdown]]", nil), (["x.txt.md"], "S.md", "[t](x.txt)", "x.txt.md"),
    (["Diary.md.age"], "S.md", "[[Diary]]", "Diary.md.age"),
    (["Diary.md.age"], "S.md", "[[Diary.md]]", "Diary.md.age"),
  ]

  @Test("A link means a file by its path or name, and nothing else", arguments: resolutions)
  func resolves(files: [String], source: String, link: String, target: String?) {
    let bytes = Array(link.utf8)
    let found = NoteScanner.scan(bytes.span).links.map { link in
      let name = LinkName(link, in: bytes.span)
      let known = files.map { NotePath($0) }.filter { LinkName.key(of: $0) == name.key }
      return name.best(among: known, from: NotePath(source))
    }
    #expect(found == [target.map { NotePath($0) }])
  }

  @Test("An id is a target only where no file has the name and the link has no folder")
  func ids() {
    let identified = ["long/b.md", "a.md"].map { NotePath($0) }
    let source = NotePath("x.md")
    func best(_ kind: NoteScan.Link.Kind, _ target: String, _ files: [NotePath] = []) -> NotePath? {
      LinkName(kind, Array(target.utf8)).best(among: files, identified: identified, from: source)
    }
    #expect(best(.wiki, "1a2b") == NotePath("a.md"))
    let file = NotePath("deep/er/1a2b.md")
    #expect(best(.wiki, "1a2b", [file]) == file)
    #expect(best(.markdown, "denote:2025") == NotePath("a.md"))
    #expect(best(.markdown, "1a2b") == NotePath("a.md"))
    for target in ["b/1a2b", "/1a2b", "./1a2b", "1a2b.md"] {
      #expect(best(.wiki, target) == nil && best(.markdown, target) == nil)
    }
  }
}
