import Archives
import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("OPML, TiddlyWiki, Apple Notes")
struct WikiReadersTests {
  private let given = GivenSource()

  @Test(
    "OPML becomes an outline with notes, links and checkboxes, and a broken file is read in part")
  func opml() throws {
    given.folder.write(
      "in/Out.opml",
      """
      <?xml version="1.0"?><opml version="2.0"><head><title>My list</title>
      <dateCreated>Mon, 05 Feb 2024 10:30:00 GMT</dateCreated><ownerName>Me</ownerName></head><body>
      <outline text="One # *a*" _note="first&#10;&#10;# second"><outline text="&lt;b&gt;Two&lt;/b&gt; &amp;amp; more" _complete="true"/></outline>
      <outline text="# no heading" heading="2"/><outline text="Feed" type="rss" htmlUrl="https://e.org" xmlUrl="https://e.org/f"/>
      <outline text="run" url="javascript:alert(1)"/><outline title="Box" checkbox="true"/><outline text="x" _status="indeterminate"/>
      </body></opml>
      """)
    given.folder.write("in/bad.opml", "<opml><body><outline text='a'><outline text='b'>")
    given.folder.write("in/none.opml", "<html/>")
    try given.read(OpmlReader())
    #expect(given.notes.map(\.title) == ["My list", "bad"])
    #expect(
      given.text(0) == """
        - One # \\*a\\*
          first
          \\# second
          - [x] **Two** & more
        - ## \\# no heading
        - [Feed](<https://e.org>) <https://e.org/f>
        - run
        - [ ] Box
        - [/] x

        """)
    #expect(
      given.notes[0].localCreated == CivilTime(year: 2024, month: 2, day: 5, hour: 10, minute: 30))
    #expect(given.notes[0].extras == [.init("author", ["Me"])])
    #expect(given.text(1) == "- a\n  - b\n" && given.notes[1].losses.count == 1)
    #expect(given.problems.map(\.of) == ["none.opml"])
  }

  @Test("Older wikis have code in braces, pictures at the side, and pictures with links")
  func oldWikitext() {
    #expect(
      TiddlyWikiText.markdown(
        of: """
          {{{
          |a|k
          }}}
          //{{{
          run();
          //}}}
          {{{a|b}}} {{{ [tag[x]] }}}
          [<img[Tree|tree.png]] [>img[tree.png][Forest]] [img[Tree|https://e.org/t.png][https://e.org]]
          | no | row
          @@one; two@@ @@color:red;border:1px;.big three; four@@ @@.big five@@
          """) == """
          ```
          |a|k
          ```
          ```
          run();
          ```
          `a|b` `{{{ [tag[x]] }}}`
          ![Tree](imported:tree.png) [![](imported:tree.png)](imported:Forest) \
          [![Tree](<https://e.org/t.png>)](<https://e.org>)
          | no | row
          ==one; two== ==three; four== ==five==
          """)
  }

  @Test("An untitled tiddler takes its file's name, and a file with a facts file is a tiddler")
  func files() throws {
    given.folder.write("in/Tea.tid", "tags: hot\n\nwords\n")
    given.folder.write("in/Cut.tid", "title: Cut\nno field\nmore\n")
    given.folder.write("in/a.png", "picture")
    given.folder.write("in/a.png.meta", "title: A picture\ntype: image/png\n")
    given.folder.write("in/b.md", "# Head\n")
    given.folder.write("in/b.md.meta", "title: Page\ntype: text/x-markdown\ntags: x\n")
    given.folder.write("in/c.js.meta", "title: $:/own\ntype: application/javascript\n")
    given.folder.write("in/c.js", "own")
    given.folder.write("in/d.png.meta", "title: Gone\n")
    try given.read(TiddlyWikiReader())
    #expect(given.notes.map(\.title) == ["Cut", "Tea", "Page"])
    #expect(
      given.notes.indices.map { given.text($0) } == ["no field\nmore\n", "words\n", "# Head\n"])
    #expect(given.notes.map(\.tags) == [[], ["hot"], ["x"]])
    #expect(given.files == ["A picture": Array("picture".utf8)])
    #expect(given.names == ["A picture": "a.png"])
    #expect(given.problems.map(\.of) == ["d.png.meta"])
  }

  @Test("Wikitext becomes Markdown, and macros and widgets become code")
  func wikitext() {
    #expect(
      TiddlyWikiText.markdown(
        of: """
          ! Head ''b''
          ''bold'' //it// __u__ ~~s~~ ^^up^^ ,,down,, `a*b` ``c`d`` http://e.org/a_b //x
          * one
          ** two
          *# three
          # first
          ; Term
          : what
          > said
          <<<
          quoted
          * in
          <<< Me
          |!A|!B|h
          |[[x|Y]]|>|
          |cap|c
          ----
          [[Text|Target]] [[Only]] [[site|https://e.org]] [img[a b.png]] [img width=20 [alt|https://e.org/p.png]]
          {{Other}} {{a||b}} <<macro x>> <$list filter="x"> <b>raw</b><span class="x">in</span><script>x</script>
          @@color:red;mark@@ ~WikiWord &nbsp; #no [[a]b
          <$button>
          ```
          ''code''
          ```
          $$$text/css
          a {}
          $$$
          """) == """
          # Head **b**
          **bold** *it* <u>u</u> ~~s~~ <sup>up</sup> <sub>down</sub> `a*b` `` c`d `` <http://e.org/a_b> //x
          - one
            - two
            1. three
          1. first
          **Term**
          - what
          > said

          > quoted
          > - in
          > — Me

          cap

          | A | B |
          | --- | --- |
          | [[Y\\|x]] |  |

          ---
          [[Target|Text]] [[Only]] [site](<https://e.org>) ![](imported:a%20b.png) ![alt](<https://e.org/p.png>)
          ![[Other]] `{{a||b}}` `<<macro x>>` `<$list filter="x">` <b>raw</b>in`<script>`x`</script>`
          ==mark== WikiWord &nbsp; \\#no \\[\\[a\\]b
          `<$button>`
          ```
          ''code''
          ```
          ```css
          a {}
          ```
          """)
  }

  @Test("A wiki's tiddlers are read from old and new stores, .tid files and JSON")
  func tiddlers() throws {
    given.folder.write(
      "in/wiki.html",
      ###"""
      <html><script>"tiddlywiki-tiddler-store"</script>
      <script class="tiddlywiki-tiddler-store" type="application/json">[{"title":"$:/core","text":"x"},
      {"title":"A","text":"''b'' [[Pic.png]]","created":"20240131101500123","modified":"20240201","tags":"[[two words]] one","colour":"red","creator":"me"},
      {"title":"Pic.png","type":"image/png","text":"AQID"},{"title":"Bad","type":"image/png","text":"!"},{"text":"none"},
      {"title":"M","type":"text/x-markdown","text":"*m*"},{"title":"J","type":"application/json","text":"{}"}]</script></html>
      """###)
    given.folder.write(
      "in/old.html",
      #"<div id="storeArea"><div title="Old &amp; gone" tags="x" created="202401020304"><pre>&lt;b&gt; ''y''</pre></div><div title="Empty"></div></div>"#
    )
    given.folder.write("in/t.tid", "title: T\nmodified: 20240102030405000\n\nline\n")
    given.folder.write("in/t.json", #"[{"title":"Q","text":"q","tags":["a b"]}]"#)
    given.folder.write("in/secret.html", #"<pre id="encryptedStoreArea">x</pre>"#)
    given.folder.write("in/page.html", "<p>x")
    try given.read(TiddlyWikiReader())
    #expect(given.notes.map(\.title) == ["Old & gone", "Empty", "Q", "T", "A", "Bad", "M", "J"])
    let note = given.notes[4]
    #expect(note.tags == ["two words", "one"] && note.properties.map(\.name) == ["colour"])
    #expect(note.created == Timestamp(seconds: 1_706_696_100) && note.changed == note.created)
    #expect(given.text(4) == "**b** [[Pic.png]]\n" && given.text(0) == "<b> **y**\n")
    #expect(given.text(6) == "*m*\n" && given.text(7) == "```json\n{}\n```\n")
    #expect(given.notes[2].tags == ["a b"] && given.text(3) == "line\n")
    #expect(given.files == ["Pic.png": [1, 2, 3]])
    #expect(given.problems.map(\.of) == ["page.html", "secret.html", "wiki.html"])
  }

  @Test(
    "A folder with a text of the same name is a note with files, and other pages come unchanged")
  func appleNotes() throws {
    given.folder.write("in/Notes/Trip to sea/Trip to sea.txt", "Trip to *sea*\n\u{FFFC}\n#pack\n")
    given.folder.write("in/Notes/Trip to sea/Image 1.jpeg", "1")
    given.folder.write("in/Notes/Trip to sea/Files/a.pdf", "2")
    given.folder.write("in/Notes/Long nam/Long name of a note.txt", "")
    given.folder.write("in/Notes/page.html", "<p>x <img src='data:image/png;base64,AQID'></p>")
    try given.read(AppleNotesReader())
    #expect(given.notes.map(\.title) == ["Long name of a note", "Trip to *sea*", "page"])
    #expect(given.notes.map(\.folder) == [["Notes"], ["Notes"], ["Notes"]])
    #expect(
      given.text(1) == """
        # Trip to \\*sea\\*

        \\#pack

        [a.pdf](imported:Notes/Trip%20to%20sea/Files/a.pdf)

        ![](imported:Notes/Trip%20to%20sea/Image%201.jpeg)

        """)
    #expect(given.text(2) == "x ![](imported:Notes/page.html/1)\n")
    #expect(given.files["Notes/page.html/1"] == [1, 2, 3] && given.files.count == 3)
    let link = ImportLink("imported:Notes/page.html/1")
    #expect(InternalLink.target(of: link) == .note("Notes/page.html/1"))
  }

  static let hostile = [
    "|", "|a", "||", "!", "<<<", "<<<\n<<<.", "[[", "[[|]]", "[img[", "[img[]]", "{{", "{{}}", "<",
    "<>",
    "@@@@", "@@", "''", "''''", "&;", "~", "\\define", "```", "$$$", "****", ">>>> x",
    "[ext[a|javascript:x]]",
    String(repeating: "''//", count: 3000), String(repeating: "*", count: 3000) + " x",
  ]

  @Test("Reading any wikitext ends", arguments: hostile)
  func ends(text: String) {
    let markdown = TiddlyWikiText.markdown(of: text)
    #expect(!markdown.contains("](<javascript"))
  }

  static let kinds: [(files: [String: String], format: ImportFormat)] = [
    (["logseq/config.edn": "{}", "pages/a.md": ""], .logseq),
    (["a.org": ""], .org), (["a.opml": ""], .opml), (["a.tid": ""], .tiddlywiki),
    (["w.html": #"<div id="storeArea">"#], .tiddlywiki), (["w.html": "<p>"], .markdown),
    (["a.json": #"[{"title":"a","text":"b"}]"#], .tiddlywiki),
    (["a.json": #"[{"title":"a","children":[]}]"#], .roam),
    (["a.json": #"{"entries":[{"uuid":"a","creationDate":"b"}]}"#], .dayOne),
    (["a.doentry": ""], .dayOne), (["N/a/a.txt": "x", "N/b/b.txt": "x"], .appleNotes),
    (["a/a.txt": "x"], .markdown),
  ]

  @Test("The file names determine the format", arguments: kinds)
  func guess(files: [String: String], format: ImportFormat) throws {
    for (name, text) in files { given.folder.write("in/\(name)", text) }
    #expect(try ImportFormat.guess(SourceTree([Array(given.folder.path("in").utf8)])) == format)
  }
}
