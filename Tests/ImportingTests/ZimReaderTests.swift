import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Zim notebooks, and programs that cannot be read")
struct ZimReaderTests {
  private let bench = ImportBench()

  private func page(_ name: String, _ text: String) {
    bench.source.write(
      name,
      "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.4\n"
        + "Creation-Date: 2024-05-06T07:08:09+02:00\n\n\(text)")
  }

  @Test("Zim: pages become notes with their headings, lists, checkboxes, links, pictures and tags")
  func whole() async throws {
    bench.source.write("notebook.zim", "[Notebook]\nversion=0.4\n")
    page(
      "Home.txt",
      """
      ====== Home ======
      Created Monday 06 May 2024

      ===== Part two =====
      **bold** //it// __mark__ ~~gone~~ ''a*b'' H_{2}O @work [[+Sub page]] [[:Other|that]]
      [[Other#Part]] [[./file.pdf|paper]] {{./cup.png?width=300}} [[https://e.org|web]] 2 < 3 *x

      * one
      \t* two
      1. first
      [ ] open <2024-06-01
      [*] done
      [x] not
      '''
      a **b**
      '''
      {{{code: lang="python3" linenumbers="True"
      x = 1
      }}}
      -----
      """)
    page("Home/Sub_page.txt", "[[Other]] [[Home]] [[none]]\n")
    page("Other.txt", "===== Part =====\n")
    bench.source.write("Home/file.pdf", "pdf")
    bench.source.write("Home/cup.png", "cup")
    let report = try await bench.bring()
    #expect(report.problems == [])
    #expect(report.made.count == 3 && report.files.count == 2)
    #expect(
      bench.text("Home") == """
        ---
        created: 2024-05-06T05:08:09
        ---
        # Home
        Created Monday 06 May 2024

        ## Part two
        **bold** *it* ==mark== ~~gone~~ `a*b` H<sub>2</sub>O #work [[Sub page]] [[Other|that]]
        [[Other#Part]] [[file.pdf|paper]] ![[cup.png|300]] [web](<https://e.org>) 2 < 3 \\*x

        - one
            - two
        1. first
        - [ ] open 📅 2024-06-01
        - [x] done
        - [-] not
        ```
        a **b**
        ```
        ```python3
        x = 1
        ```

        ---

        """)
    #expect(bench.text("Home/Sub page")?.contains("[[Other]] [[Home]] [[none|none]]") == true)
    #expect(report.brokenLinks.map(\.of) == ["In/Home/Sub page.md"])
  }

  private static let unread: [(program: String, files: [(String, String)])] = [
    ("RedNotebook", [("2024-05.txt", "3: {text: 'Up early'}\n4: {text: x}\n")]),
    ("vimwiki", [("index.wiki", "= Head =\n[[a]]\n"), ("a.wiki", "x\n"), ("b.md", "y\n")]),
    ("Tomboy", [("a.note", "<note version=\"0.3\"/>")]),
    ("CherryTree", [("a.ctd", "<cherrytree/>")]),
    ("OneNote", [("a.one", "x")]),
  ]

  @Test(
    "Notes of an unsupported program are refused by the program's name",
    arguments: unread.map(\.program))
  func refused(program: String) async throws {
    for (name, text) in Self.unread.first(where: { $0.program == program })?.files ?? [] {
      bench.source.write(name, text)
    }
    let error = await #expect(throws: ImportError.self) { try await bench.bring() }
    #expect(error?.message.contains("holds notes of \(program)") == true)
    // An import as Markdown gets the text where there is some.
    guard ["RedNotebook", "vimwiki"].contains(program) else { return }
    var request = bench.request
    request.format = .markdown
    #expect(try await bench.bring(request).problems == [])
  }

  @Test("A few unsupported files among notes do not stop the notes from being imported")
  func mixed() async throws {
    bench.source.write("a.md", "x")
    bench.source.write("b.md", "y")
    bench.source.write("plan.one", "z")
    #expect(try await bench.bring().made.count == 2)
  }

  @Test("jrnl's own JSON is recognized, and a broken archive is refused with the reason")
  func known() async throws {
    bench.source.write(
      "j.json",
      #"{"tags":{},"entries":[{"title":"Up early.","body":"","date":"2024-05-06","time":"07:08"}]}"#
    )
    #expect(try await bench.bring().made.count == 1)
    let other = ImportBench()
    other.source.write("a.zip", [0x50, 0x4b, 3, 4] + [UInt8](repeating: 9, count: 90))
    var request = other.request
    request.sources = [NotePath(other.source.path("a.zip"))]
    let error = await #expect(throws: ImportError.self) { try await other.bring(request) }
    #expect(error?.message.contains("its list of files cannot be read") == true)
  }
}
