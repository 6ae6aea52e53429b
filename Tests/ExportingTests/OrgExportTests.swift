import Entities
import Glibc
import Programs
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("Org export, as Org itself reads it")
struct OrgExportTests {
  private let vault = GivenVault()

  /// Without the lines about the note itself.
  private func exported(_ text: String) async throws -> String {
    vault.folder.write("Plan.md", text)
    vault.folder.write("sub/My tea.md", "# Tea\n\n## Hot tea\n\nmilk ^b1\n")
    vault.folder.write("p.png", "picture")
    try await vault.export(.org, to: "out")
    let org = try #require(vault.out.text("out/Plan.org"))
    let start = try #require(org.firstRange(of: "#+options: ^:nil\n\n")).upperBound
    return String(org[start...])
  }

  @Test("Footnotes of embedded notes have their own names")
  func embeddedFootnotes() async throws {
    vault.folder.write("Foot.md", "here[^1]\n\n[^1]: theirs\n")
    #expect(
      try await exported("a[^1]\n\n![[Foot]]\n\n[^1]: ours\n")
        == """
        a[fn:1]

        #+begin_quote
        [[file:Foot.org][Foot]]

        here[fn:e2-1]
        #+end_quote

        [fn:e2-1] theirs
        [fn:1] ours

        """)
  }

  @Test(
    "Blocks and words become Org markup",
    arguments: [
      ("# A\n\ntext\n### B *c*", "* A\n\ntext\n\n*** B /c/\n"),
      ("a **b** *c **d*** ~~e~~ `f` ==g==", "a *b* /c *d*/ +e+ ~f~ _g_\n"),
      ("a**b**c `~=` \\*x* /y/ 1_2_3", "abc \\tilde{}= \\ast{}x* \\slash{}y/ 1_2_3\n"),
      (
        "[[My tea#Hot tea|cup]] [[My tea#^b1]] ![[p.png]] [w](https://e.org)",
        "[[file:sub/My tea.org::*Hot tea][cup]] [[file:sub/My tea.org::^b1][My tea › ^b1]] [[file:p.png]] [[https://e.org][w]]\n"
      ),
      (
        "https://e.org/a_b [[none]] \\[\\[x]]",
        "[[https://e.org/a_b]] none [\u{200b}[x]\u{200b}]\u{200b}\n"
      ),
      ("- a\n  - [ ] b\n\n    c\n2. d\n3. e", "- a\n\n  - [ ] b\n\n    c\n\n2. [@2] d\n3. e\n"),
      (
        "> a\n> > b\n\n> [!note] T\n> c",
        "#+begin_quote\na\n\n#+begin_quote2\nb\n#+end_quote2\n#+end_quote\n\n#+begin_note\n*T*\n\nc\n#+end_note\n"
      ),
      (
        "```swift x\n* a\n,#+b\n```\n\n    c",
        "#+begin_src swift\n,* a\n,,#+b\n#+end_src\n\n#+begin_example\nc\n#+end_example\n"
      ),
      ("| a\\|b | c |\n|---|---|\n| `x` | |", "| a\\vert{}b | c |\n|---+---|\n| ~x~ |  |\n"),
      ("a[^1] b^[c *d*]\n\n[^1]: e", "a[fn:1] b[fn::c /d/]\n\n[fn:1] e\n"),
      ("$x_1$ $$a\nb$$ %%no%% z ^id", "\\(x_1\\) \\[a b\\]  z <<^id>>\n"),
      ("\\- a\n\\# b\n1\\. c", "\u{200b}- a\n\u{200b}# b\n\u{200b}1. c\n"),
      ("# TODO x", "* \u{200b}TODO x\n"),
      ("---", "-----\n"),
      (
        "## T\n\n- [ ] a *b* 🔼 🔁 every 2 weeks when done 📅 2026-03-02 #t\n  - [x] c ✅ 2026-02-01\n- [-] d",
        "** T\n\n*** TODO [#B] a /b/ :t:\nDEADLINE: <2026-03-02 Mon .+2w>\n**** DONE c\nCLOSED: [2026-02-01 Sun]\n*** CANCELLED d\n"
      ),
      (
        "> ![[My tea]]\n\n- ![[My tea#^b1]]",
        "#+begin_quote\n#+begin_quote2\n[[file:sub/My tea.org][My tea]]\n\n*Tea*\n\n*Hot tea*\n\nmilk <<^b1>>\n#+end_quote2\n#+end_quote\n\n- #+begin_quote\n  [[file:sub/My tea.org::^b1][My tea › ^b1]]\n\n  milk <<^b1>>\n  #+end_quote\n"
      ),
      (
        "- [ ] a 📅 2026-03-02\n- [x] b ✅ 2026-03-03 ⏳ soon\n\ntext",
        "- [ ] a 📅 <2026-03-02 Mon>\n- [X] b ✅ [2026-03-03 Tue] ⏳ soon\n\ntext\n"
      ),
      (
        "| `a\\|b` | `c` |\n|---|---|\n| a\\|b | |",
        "| a\\vert{}b | ~c~ |\n|---+---|\n| a\\vert{}b |  |\n"
      ),
      (
        "> [!warning]\n> a\n> > [!warning] T\n> > b\n\n> [!example]\n> c\n\n> [!odd] D\n> e",
        "#+begin_warning\na\n\n#+begin_warning2\n*T*\n\nb\n#+end_warning2\n#+end_warning\n\n"
          + "#+begin_quote\n*Example*\n\nc\n#+end_quote\n\n#+begin_quote\n*D*\n\ne\n#+end_quote\n"
      ),
      ("", ""),
    ])
  func written(text: String, wanted: String) async throws {
    #expect(try await exported(text) == wanted)
  }

  @Test("A file begins with facts about its note")
  func head() async throws {
    vault.folder.write(
      "[x] y.md", "---\ntitle: A *b*\ntags: [a/b, c]\naliases: [\"o p\"]\nmy key: [1, two]\n---\n")
    try await vault.export(.org, to: "out")
    let lines = try #require(vault.out.text("out/(x) y.org")).split(separator: "\n")
    #expect(
      lines.filter { !$0.hasPrefix("#+date: [20") } == [
        ":PROPERTIES:", ":my_key: 1, two", ":ROAM_ALIASES: \"o p\"", ":END:",
        "#+title: A \\ast{}b\\ast{}", "#+filetags: :a/b:c:", "#+options: ^:nil",
      ])
  }

  private static let hasEmacs = access("/usr/bin/emacs", X_OK) == 0

  @Test(
    "org-lint finds no errors in random notes, and Emacs reads the same headings and links",
    .thorough,
    .enabled(if: hasEmacs))
  func lint() async throws {
    var random = SeededRandom(seed: Thorough.seed)
    vault.writeRandom(&random, count: 60)
    let out = try await vault.export(.org, to: "out")
    vault.out.write(
      "lint.el",
      """
      (require 'org) (require 'org-lint) (require 'org-element)
      (dolist (file (directory-files-recursively "out" "[.]org$"))
        (with-temp-buffer
          (insert-file-contents file)
          (setq buffer-file-name (expand-file-name file)
                default-directory (file-name-directory buffer-file-name))
          (org-mode)
          (dolist (report (org-lint))
            (princ (format "%s: %S\\n" file (append (cadr report) nil))))
          (let ((tree (org-element-parse-buffer)))
            (princ (format "%d %d\\n" (length (org-element-map tree 'headline
                                   (lambda (line) (unless (org-element-property :todo-keyword line) line))))
                           (length (org-element-map tree 'link 'identity)))))))
      """)
    var start = ProgramStart([
      "/usr/bin/env", "-C", vault.out.path(""), "emacs", "-Q", "--batch", "-l", "lint.el",
    ])
    start.takesOutput = true
    let result = try #require(
      await ProgramRun.run(start, within: ProgramLimits(inAll: .seconds(120))))
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    let counts = lines.map { $0.split(separator: " ").compactMap { Int($0) } }
    #expect(counts.count == 60 && counts.allSatisfy { $0.count == 2 }, "\(lines)")
    let headings = out.plan.notes.reduce(0) { $0 + $1.headings.count }
    let live = out.plan.notes.reduce(0) { $0 + $1.links.count { $0.target != nil } }
    #expect(counts.reduce(0) { $0 + ($1.first ?? 0) } == headings)
    // Including links to the web.
    #expect(counts.reduce(0) { $0 + ($1.last ?? 0) } >= live)
  }
}
