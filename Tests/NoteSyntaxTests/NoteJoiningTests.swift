import Bytes
import Entities
import Testing

@testable import NoteSyntax

@Suite("Joining several notes")
struct NoteJoiningTests {
  private struct Joined {
    var texts: [String: String]
    var differences: [JoinedProperties.Difference]
    var unclear: [JoinedParts.Unclear]
  }

  /// The first note is the target; `others` are notes next to the joined ones.
  private func joined(
    _ notes: [(path: String, title: String, text: String)], beside others: [(String, String)] = [],
    ids: [String: String] = [:]
  ) throws(NoteJoining.Problem) -> Joined {
    let paths = notes.map { NotePath($0.path) } + others.map { NotePath($0.0) }
    let files = Dictionary(grouping: paths) { LinkName.key(of: $0) }
    let identified = Dictionary(
      ids.map { (Array($0.key.utf8), [NotePath($0.value)]) }, uniquingKeysWith: { $1 })
    let parts = notes.map {
      NoteJoining.Part(path: NotePath($0.path), title: $0.title, text: Array($0.text.utf8))
    }
    let gone = Set(parts.dropFirst().map(\.path))
    let joining = try NoteJoining(
      parts[0], Array(parts.dropFirst()), files: { files[$0] ?? [] },
      identified: { identified[$0] ?? [] },
      losing: identified.filter { gone.contains($0.value[0]) })
    var texts = [
      notes[0].path: String(
        decoding: ByteEdit.apply(joining.edits, to: parts[0].text), as: UTF8.self)
    ]
    for (path, text) in others {
      let bytes = Array(text.utf8)
      let edits = joining.edits(in: bytes, at: NotePath(path))
      texts[path] = String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
    }
    return Joined(texts: texts, differences: joining.differences, unclear: joining.unclear)
  }

  @Test("The other notes' texts follow, each under its title unless it begins with a heading")
  func texts() throws {
    let joined = try joined([
      ("t.md", "T", "# T\n\nown"), ("a.md", "A", "\n\ntext of a\n\n\n"), ("b.md", "B", "## B\r\nb"),
      ("c.md", "c", " \n"),
    ])
    #expect(
      joined.texts["t.md"] == """
        ---
        aliases:
          - A
          - B
          - c
        ---
        # T

        own

        # A

        text of a

        ## B\r
        b

        """)
  }

  @Test(
    "Missing properties are added as written, lists are merged, and the target's values stay")
  func properties() throws {
    let joined = try joined([
      ("t.md", "T", "---\nstatus: open\ntags: [x]\nlinks:\n  - a\n---\nown\n"),
      (
        "a.md", "A",
        "---\ntitle: A\nid: 7\nstatus: done # really\ndue: 2026-03-02 # soon\ntags: x, y\n"
          + "links: [a, b]\nnested:\n  one: 1\naliases: First, Second\n---\ntext #y\n"
      ),
    ])
    #expect(
      joined.texts["t.md"] == """
        ---
        status: open
        tags: [x, y]
        links:
          - a
          - b
        due: 2026-03-02 # soon
        nested:
          one: 1
        aliases:
          - A
          - First
          - Second
        ---
        own

        # A

        text #y

        """)
    #expect(
      joined.differences == [
        JoinedProperties.Difference(
          note: NotePath("a.md"), name: "status", retained: "open", other: "done")
      ])
  }

  @Test("Links to joined notes lead to the target, in texts, properties, Markdown and canvases")
  func links() throws {
    let joined = try joined(
      [
        ("f/T.md", "T", "# T\nsee [[A]] and [a](../A.md)\n"),
        ("A.md", "A", "# A\n[[A]] [[T]] ![p](p.png) [x](b/B.md)\n"),
      ],
      beside: [
        ("n.md", "---\nup: \"[[A]]\"\n---\n[[A|words]] [a](A.md) [[T]] `[[A]]` [[17]]\n"),
        ("b/B.md", "[up](../A.md)\n"), ("c.canvas", "{\"file\": \"A.md\", \"text\": \"[[A]]\"}"),
        ("p.png", ""),
      ], ids: ["17": "A.md"])
    #expect(
      joined.texts["f/T.md"] == """
        ---
        aliases:
          - A
        ---
        # T
        see [[T]] and [a](T.md)

        # A
        [[T]] [[T]] ![p](../p.png) [x](../b/B.md)

        """)
    #expect(
      joined.texts["n.md"]
        == "---\nup: \"[[T]]\"\n---\n[[T|words]] [a](f/T.md) [[T]] `[[A]]` [[T]]\n")
    #expect(joined.texts["b/B.md"] == "[up](../f/T.md)\n")
    #expect(joined.texts["c.canvas"] == "{\"file\": \"f/T.md\", \"text\": \"[[T]]\"}")
  }

  @Test("Links to headings and blocks lead to the same ones, even where the target has equal names")
  func parts() throws {
    let joined = try joined(
      [
        ("T.md", "T", "# T\n## Plan\none ^x\n## Only\n"),
        ("A.md", "A", "# A\n## Plan\n[[#Plan]] [[#^x]] two ^x\n## Other\n"),
      ],
      beside: [
        (
          "n.md",
          "[[A#Plan]] [[A#Other]] [[A#^x]] [a](A.md#plan) [[T#Plan]] [[T#^x]] ![[A]] [[A#gone]]\n"
        )
      ])
    #expect(
      joined.texts["T.md"]?.hasSuffix("# A\n## Plan\n[[#A#Plan]] [[#^x-2]] two ^x-2\n## Other\n")
        == true)
    #expect(
      joined.texts["n.md"]
        == "[[T#A#Plan]] [[T#Other]] [[T#^x-2]] [a](T.md#plan-1) [[T#Plan]] [[T#^x]] ![[T#A]]"
        + " [[T#gone]]\n")
    #expect(joined.unclear == [])
  }

  @Test("An ambiguous link to one of two equal parts is reported")
  func unclear() throws {
    let joined = try joined(
      [("T.md", "T", "# Plan\none\n"), ("A.md", "Plan", "# Plan\ntwo\n")],
      beside: [("n.md", "[[A#Plan]]\n")])
    #expect(joined.texts["n.md"] == "[[T#Plan]]\n")
    #expect(joined.unclear == [JoinedParts.Unclear(note: NotePath("A.md"), part: "Plan")])
  }

  @Test(
    "Open code and broken front matter prevent a join",
    arguments: [
      ("```\ncode\n", "text\n", "t.md"), ("$$\nx\n", "text\n\n$$\ny\n$$\n", "t.md"),
      ("<!-- x\n", "text\n", "t.md"),
      ("---\na: [\n---\n", "text\n", "t.md"), ("text\n", "---\na: [\n---\n", "a.md"),
    ])
  func problems(target: String, other: String, named: String) {
    let problem = #expect(throws: NoteJoining.Problem.self) {
      try joined([("t.md", "T", target), ("a.md", "A", other)])
    }
    #expect(problem?.note == NotePath(named))
  }
}
