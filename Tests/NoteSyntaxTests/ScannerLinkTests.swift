import NoteSyntax
import Testing

@Suite("Links and tags found by a scan")
struct ScannerLinkTests {
  static let wiki: [(String, [String])] = [
    ("[[Note]] [[Note.md]] [[a/b c]]", ["1 wiki <Note>", "1 wiki <Note.md>", "1 wiki <a/b c>"]),
    ("[[Note|Text]] [[ Note | T t ]]", ["1 wiki <Note> |Text", "1 wiki <Note> |T t"]),
    (
      "[[N#H1#H2]] [[#H]] [[N#^b|t#u]]",
      ["1 wiki <N> #H1#H2", "1 wiki <> #H", "1 wiki <N> #^b |t#u"]
    ),
    ("| [[N\\|T]] | [[N#H\\|T]]", ["1 wiki <N> |T", "1 wiki <N> #H |T"]),
    ("![[i.png|640x480]]", ["1 wiki embed <i.png> |640x480"]),
    ("\\![[a]] !![[b]]", ["1 wiki <a>", "1 wiki embed <b>"]),
    ("[[]] [[|x]] [[#]] [[ ]] [[a\n]]", []),
    ("[[a [[b]] [[[c]]] [[d]", ["1 wiki <b>", "1 wiki <c>"]),
    ("[[a|[b] c]] [[12]]", ["1 wiki <a> |[b] c", "1 wiki <12>"]),
    ("[[home:a.md|b]] [[漢字]]", ["1 wiki <home:a.md> |b", "1 wiki <漢字>"]),
    (
      "# [[a]]\n> - [[b]]\n1. [[c]]\n| [[d]] |",
      [
        "1 h1 [[a]]", "1 wiki <a>", "2 wiki <b>", "3 wiki <c>", "4 wiki <d>",
      ]
    ),
  ]

  @Test("Wiki links have their parts and texts, and embeds are found", arguments: wiki)
  func findsWikiLinks(text: String, expected: [String]) {
    #expect(ScanText.scan(text) == expected)
  }

  static let markdown: [(String, [String])] = [
    ("[T](a.md) ![P](b%20c.png)", ["1 markdown <a.md> |T", "1 markdown embed <b%20c.png> |P"]),
    ("[T](a.md#D) [T](#D)", ["1 markdown <a.md> #D |T", "1 markdown <> #D |T"]),
    ("[a](b(c)d) [a](b\\)c)", ["1 markdown <b(c)d> |a", "1 markdown <b\\)c> |a"]),
    (
      "[a](<b c(.md> \"T\") [a]( b 'T' ) [a](b (T))",
      [
        "1 markdown <b c(.md> |a", "1 markdown <b> |a", "1 markdown <b> |a",
      ]
    ),
    ("[a](b c) [a](b [a] (b) [a](b \"c) []()", []),
    ("[a [b] c](d) [e](f)", ["1 markdown <d> |a [b] c", "1 markdown <f> |e"]),
    ("[a [b](c) d](e)", ["1 markdown <c> |b"]),
    ("[![a](b.png)](c.md)", ["1 markdown <c.md> |![a](b.png)", "1 markdown embed <b.png> |a"]),
    ("[two\nlines](a.md)", ["1 markdown <a.md> |two\nlines"]),
    ("[two\n\nparagraphs](a.md)", []), ("[a](b\nc)", []),
    (
      "[a](https://b.c/#d) ![](mailto:e) [a](//b)",
      [
        "1 external <https://b.c/#d> |a", "1 external embed <mailto:e> |", "1 external <//b> |a",
      ]
    ),
    (
      "[a](denote:20250328T075526) [a](c:d)",
      [
        "1 markdown <denote:20250328T075526> |a", "1 markdown <c:d> |a",
      ]
    ),
    ("![250](a.png) [`]`](b)", ["1 markdown embed <a.png> |250", "1 markdown <b> |`]`"]),
    (
      "[a]: b.md\n[c d]: <e f.md> 'T'\n[g]: h#i \"T\"\n",
      [
        "1 reference <b.md>", "2 reference <e f.md>", "3 reference <h> #i",
      ]
    ),
    ("text\n[a]: b.md", []), ("[a]: b c", []), ("[^a]: b.md", []),
    (
      "[a]: https://b.c",
      [
        "1 external <https://b.c>"
      ]
    ),
    ("[a](((((b)))))", ["1 markdown <((((b))))> |a"]),
  ]

  @Test("Markdown links, pictures and definitions are found", arguments: markdown)
  func findsMarkdownLinks(text: String, expected: [String]) {
    #expect(ScanText.scan(text) == expected)
  }

  @Test("A link's range goes from the first bracket, or the mark before it, to the last")
  func wholes() {
    let text = "a ![[b|c]] [d](e 'f') ![g](<h>)\n\n[i]: j.md 'k'"
    let bytes = Array(text.utf8)
    let wholes = NoteScanner.scan(bytes.span).links
      .map { String(decoding: bytes[$0.whole], as: UTF8.self) }
    #expect(wholes == ["![[b|c]]", "[d](e 'f')", "![g](<h>)", "[i]: j.md 'k'"])
  }

  static let tags: [(String, [String])] = [
    ("#a #b/c #d-e_f #g1", ["1 #a", "1 #b/c", "1 #d-e_f", "1 #g1"]),
    ("#1984 #1 #y1984 #12a #1/2 #1/#2 #3/", ["1 #y1984", "1 #12a", "1 #1/2"]),
    ("==#a== a=#b ==b #c==", ["1 #a", "1 #c"]),
    ("a#b a/#c &#39; https://a.b/c#d x_#e .#f", []),
    ("(#a) [#b] \"#c\" *#d* >#e", ["1 #a", "1 #b", "1 #c", "1 #d", "1 #e"]),
    ("#a,#b #c. #d!", ["1 #a", "1 #c", "1 #d"]),
    (
      "#标签 #тег #وسم #टैग #🎉 #a🎉b #👨‍👩‍👧",
      [
        "1 #标签", "1 #тег", "1 #وسم", "1 #टैग", "1 #🎉", "1 #a🎉b", "1 #👨‍👩‍👧",
      ]
    ),
    ("中文#标签 中文，#标签 「#引」 #a，b", ["1 #标签", "1 #引", "1 #a"]),
    ("#️⃣ # #a##b #c#d ##e", ["1 #a", "1 #c"]),
    ("[[#a]] [x](#b) `#c`", ["1 wiki <> #a", "1 markdown <> #b |x"]),
    ("#a/ #/ #b//c", ["1 #a", "1 #b//c"]), ("#one\n\n\n#two", ["1 #one", "4 #two"]),
    (":a:b: c", []), ("#a\u{A0}b #e\u{301}", ["1 #a", "1 #e\u{301}"]), ("#a\u{0}b", ["1 #a"]),
  ]

  @Test("Tags are found in any script, but not in words, links and addresses", arguments: tags)
  func findsTags(text: String, expected: [String]) {
    #expect(ScanText.scan(text) == expected)
  }

  @Test("Tags between colons are found when requested")
  func colonTags() {
    let options = ScanOptions(hasColonTags: true)
    #expect(ScanText.scan(":a:b-c: x :d:\n1:2:3 a:b: ::", options) == ["1 #a", "1 #b-c", "1 #d"])
    #expect(
      ScanText.scan("---\nkeywords: [a, b]\n---\n", options)
        == ["keywords: a + b", "2 #a", "2 #b"])
    #expect(ScanText.scan("---\nkeywords: a\n---\n") == ["keywords: a"])
  }
}
