import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Org files")
struct OrgReaderTests {
  private let given = GivenSource()

  private func read(_ files: [String: String]) throws {
    for (name, text) in files { given.folder.write("in/\(name)", text) }
    try given.read(OrgReader())
  }

  @Test("Headlines become headings, and tasks become tasks with everything below them")
  func headlines() throws {
    try read([
      "a.org": """
      :PROPERTIES:
      :ID: file-1
      :ROAM_ALIASES: one "two words"
      :ROAM_REFS: https://example.org/a
      :Kind: book
      :END:
      #+TITLE: The *plan*
      #+filetags: :x:y z:
      #+date: [2024-02-03 Sat 10:30]
      #+author: Me
      #+TODO: TODO GO(g) | OVER(o@/!) CANCELED
      Words #no tag.
      * Head /one/ :tag:b@c:
      :PROPERTIES:
      :Effort: 1:00
      :END:
        inner
        - deeper
      ** TODO [#A] Call [2/3] :home:
         SCHEDULED: <2024-01-31 Wed 10:00 +1w> DEADLINE: <2024-02-03 Sat -2d>
         :PROPERTIES:
         :ID: task_1
         :END:
         :LOGBOOK:
         - Note taken
         CLOCK: [2024-01-01 Mon 10:00]--[2024-01-01 Mon 11:00] => 1:00
         :END:
         body
      *** Below
      text
      ** OVER Done
         CLOSED: [2024-01-05 Fri 09:00]
      * CANCELED No
      CLOSED: [2024-01-06 Sat]
      * GO on
      * WAITING is common
      * Nothing
      SCHEDULED: <2024-03-03 Sun>
      """
    ])
    let note = given.notes[0]
    #expect(note.title == "The plan" && note.aliases == ["one", "two words"])
    #expect(note.tags == ["x", "y", "z"] && note.source == "https://example.org/a")
    #expect(note.properties == [.init("kind", ["book"])] && note.extras.map(\.name) == ["author"])
    #expect(
      note.localCreated == CivilTime(year: 2024, month: 2, day: 3, hour: 10, minute: 30))
    #expect(
      given.text(0) == """
        Words \\#no tag.

        # Head *one*
        #tag #b-c
        effort:: 1:00
        inner
        - deeper
        - [ ] Call \\[2/3\\] #home 10:00 ⏫ 🔁 every week ⏳ 2024-01-31 📅 2024-02-03 ^task-1
          - Note taken
          body
          - Below
            text
        - [x] Done #OVER ✅ 2024-01-05
        - [-] No ❌ 2024-01-06
        - [ ] on #GO
        - [ ] is common #WAITING

        # Nothing
        SCHEDULED: <2024-03-03 Sun>

        """)
    #expect(note.losses == ["The times of its clocks (CLOCK) were left out."])
  }

  @Test(
    "Markup, lists, tables, blocks and footnotes become Markdown, and other characters stay text")
  func blocks() throws {
    try read([
      "a.org": """
      *bold* /it/ _under_ =a`b= ~c~ +no+ a*b*c 2 * 3 * 4 *bold /in/ it*. \\(x^2\\) [1] *x
      - one
        more
        1) two
           3. [@7] deep
      - [X] done
      - [-] half :: no term
      - term :: what it is

      | a | /b/ |
      |---+-----|
      | c\\vert{}d |
      #+TBLFM: $2=1
      # hidden
      #+begin_src sh :results output
        echo hi
      ,* star
      #+end_src
      : fixed
      : two
      #+BEGIN_QUOTE
      said

      - twice
      #+END_QUOTE
      -----
      See[fn:1] and[fn:: in *it*] https://e.org/a_b_c.
      [fn:1] The note.
      #+INCLUDE: "x.org"
      # Not a heading
      1. x
      :nodrawer:
      #+begin_center
      mid
      #+end_center
      #+begin_src
      open
      """
    ])
    #expect(
      given.text(0) == """
        **bold** *it* <u>under</u> `` a`b `` `c` ~~no~~ a\\*b\\*c 2 * 3 * 4 **bold *in* it**. $x^2$ \\[1\\] \\*x
        - one
          more
          1. two
             7. deep
        - [x] done
        - [/] **half**: no term
        - **term**: what it is

        | a | *b* |
        | --- | --- |
        | c\\|d |  |

        %% hidden %%
        ```sh
          echo hi
        * star
        ```
        ```
        fixed
        two
        ```

        > said
        >
        > - twice

        ---
        See[^1] and^[in **it**] <https://e.org/a_b_c>.
        [^1]: The note.
        `#+INCLUDE: "x.org"`
        %% Not a heading %%
        1. x
        :nodrawer:
        mid
        ```
        open
        ```

        """)
    #expect(given.notes[0].losses.count == 2)
  }

  @Test("Links lead to notes, headlines, tasks and files, by id, path and name")
  func links() throws {
    try read([
      "20240131T101500--first-note__one_two.org": """
      [[id:n1][to /b/]] [[id:h1]] [[id:t1]] [[denote:20240201T000000][d]]
      [[file:sub/b.org::*The head][f]] [[./img/p 1.png]] [[file:img/p 1.png][pic]]
      [[*Own]] [[#cid][c]] [[Own]] [[id:none][n]] [[elisp:(x)][run]] [[file:~/x.txt]]
      [[attachment:q.png]] [[https://e.org/a b][web]]
      * Own
      :PROPERTIES:
      :CUSTOM_ID: cid
      :ID: abcdef
      :END:
      """,
      "sub/b.org":
        ":PROPERTIES:\n:ID: n1\n:END:\n* The head\n:PROPERTIES:\n:ID: h1\n:END:\n* TODO T\n:PROPERTIES:\n:ID: t1\n:END:\n[[../img/p%201.png]] [[../a.txt]]\n",
      "20240201T000000--d.org": "", "img/p 1.png": "1", "img/p%201.png": "2", "a.txt": "3",
      "data/ab/cdef/q.png": "4", "20240102030405-roam_note.org": "", "x.org.gpg": "",
      "old.org_archive": "* x",
    ])
    let index = try #require(given.notes.firstIndex { $0.title == "first note" })
    let note = given.notes[index]
    #expect(note.tags == ["one", "two"])
    #expect(
      note.localCreated == CivilTime(year: 2024, month: 1, day: 31, hour: 10, minute: 15))
    #expect(
      given.text(index) == """
        [to *b*](imported:sub/b.org) [The head](imported:sub/b.org#The%20head) [T](imported:sub/b.org#%5Et1) [d](imported:20240201T000000--d.org)
        [f](imported:sub/b.org#The%20head) ![](imported:img/p%201.png) [pic](imported:img/p%201.png)
        [[#Own|Own]] [[#Own|c]] [[#Own|Own]] n (`id:none`) run (`elisp:(x)`) `file:~/x.txt`
        ![](imported:data/ab/cdef/q.png) [web](<https://e.org/ab>)

        # Own

        """)
    #expect(note.losses.count == 3)
    #expect(
      InternalLink.target(of: ImportLink("imported:sub/b.org#%5Et1"))
        == .note("sub/b.org", part: "^t1"))
    let other = try #require(given.notes.firstIndex { $0.id == "sub/b.org" })
    #expect(given.text(other).contains("![](imported:img/p%25201.png) [a.txt](imported:a.txt)"))
    #expect(given.notes.contains { $0.title == "roam note" })
    #expect(given.notes.first { $0.id == "old.org_archive" }?.isArchived == true)
    #expect(given.problems.map(\.of) == ["x.org.gpg"])
    #expect(given.files.count == 4)
  }

  @Test("A Logseq graph in Org has its pages and links")
  func logseq() throws {
    given.folder.write("in/logseq/config.edn", "{:preferred-format :org}")
    given.folder.write(
      "in/pages/a___b.org", "* TODO x\n:PROPERTIES:\n:id: 64a0\n:END:\n** [[Other page]]\n")
    given.folder.write("in/journals/2024_03_02.org", "* ((64a0)) [[../assets/p.png]]\n")
    given.folder.write("in/assets/p.png", "1")
    try given.read(LogseqReader())
    #expect(given.notes.map(\.title) == ["2024-03-02", "b"])
    #expect(
      given.text(0) == "# [x](imported:pages/a___b.org#%5E64a0) ![](imported:assets/p.png)\n")
    #expect(given.text(1) == "- [ ] x ^64a0\n  - [[Other page]]\n")
    #expect(given.notes[1].names.own == ["a/b"] && given.notes[1].losses == [])
  }

  static let stamps: [(String, String?)] = [
    ("2024-01-31 Wed +1w", "every week"), ("2024-01-31 .+2m", "every 2 months when done"),
    ("2024-01-31 ++1d/3d", "every day"), ("2024-01-31 +1h", nil), ("2024-01-31 +0d", nil),
    ("2024-01-31 10:00-11:00 Wed +1y -3d", "every year"),
  ]

  @Test("Repeating timestamps become recurrence rules", arguments: stamps)
  func repeaters(text: String, rule: String?) throws {
    let stamp = try #require(OrgStamp(text))
    #expect(stamp.day.text == "2024-01-31" && stamp.repeater?.rule == rule)
  }

  @Test(
    "Reading ends whatever a file contains",
    arguments: [
      "*", "* ", "** TODO", "* :a:", "* TODO :a:", ":PROPERTIES:", "#+begin_", "#+begin_x\n#+end_x",
      "#+TODO:", "#+TODO: |", "|", "||", "|-", "[fn:", "[fn:1]", "[[", "[[]]", "[[a][", "((", "\\(",
      "<http", "<2024-", "* TODO x\nSCHEDULED: <2024-99-01>", "-", "- [", "1.", "9999999999. x",
      "- ::", "#+:", "#+a", ": ", "%%", String(repeating: "*/", count: 5000),
      String(repeating: "[fn:x:", count: 2000),
      String(repeating: "#+begin_a\n#+begin_b\n", count: 500),
      (1...300).map { String(repeating: "*", count: $0) + " TODO x" }.joined(separator: "\n"),
    ])
  func hostile(text: String) throws {
    try read(["a.org": text])
    #expect(given.notes.count == 1)
  }
}
