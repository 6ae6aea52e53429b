import CCmark
import Entities
import Services
import TestSupport
import Testing

@testable import Exporting
@testable import Markdown

@Suite("Portable Markdown: plain CommonMark with links between files")
struct MarkdownExportTests {
  private let vault = GivenVault()

  private func exported(_ text: String) async throws -> String {
    vault.folder.write("Plan.md", text)
    vault.folder.write("sub/My tea.md", "# Tea\n\n## Hot tea\n\nmilk [up](../Plan.md) ^b1\n")
    vault.folder.write("Secret.md", "---\npublish: false\n---\nxyzzy\n")
    vault.folder.write("a/p (1).png", "picture")
    try await vault.export(.md, to: "out")
    return try #require(vault.out.text("out/Plan.md"))
  }

  @Test(
    "Syntax that CommonMark lacks becomes CommonMark or text",
    arguments: [
      (
        "[[My tea]] [[My tea#Hot tea|a *cup*]]",
        "[My tea](sub/My%20tea.md) [a \\*cup\\*](sub/My%20tea.md#hot-tea)"
      ),
      (
        "[m](sub/My%20tea.md#^b1) ![[a/p (1).png|90]]",
        "[m](sub/My%20tea.md) ![a/p (1).png](a/p%20%281%29.png)"
      ),
      (
        "![[no.png|90]] ![a|90](a/p%20%281%29.png) ![b|9x9](no.png) ![c|d](no.png) [e|9](no.md) ![f|5](https://e.org/f.png)",
        "no.png ![a](a/p%20%281%29.png) b c|d e|9 ![f](https://e.org/f.png)"
      ),
      ("[[none]] [[Secret|words]] [gone *x*](no.md) ![alt](no.png)", "none words gone *x* alt"),
      ("`[[My tea]]` \\[[x]]", "`[[My tea]]` \\[[x]]"),
      ("==two **b**== a %%gone%% b ^id", "<mark>two **b**</mark> a  b"),
      ("    ==code== [[My tea]] %%x%%", "    ==code== [[My tea]] %%x%%"),
      (
        "a^[in *it*] b[^n]\n\n[^n]: one\n\n    two",
        "a (in *it*) b[^n]\n\n[^n]: one\n\n    two"
      ),
      ("> [!note]- Mind\n> it\n> > [!tip]", "> **Mind**\n> \n> it\n> > **Tip**"),
      ("- > [!a b]\n  > x", "- > **A b**\n  > \n  > x"),
      ("# T\n\n[[#T]]", "# T\n\n[T](#t)"),
      ("x\r\n> [!note] T\r\n> y\r\n", "x\r\n> **T**\n> \r\n> y\r\n"),
      (
        "---\na: \"[[My tea]]\"\n---\n[r]: sub/My%20tea.md\n\n[w][r]",
        "---\na: \"[[My tea]]\"\n---\n[r]: sub/My%20tea.md\n\n[w][r]"
      ),
      (
        "![[My tea#Hot tea]]\n\nend",
        "> [My tea › Hot tea](sub/My%20tea.md#hot-tea)\n>\n> ## Hot tea\n> \n> milk [up](Plan.md)\n\nend"
      ),
      ("- [ ] ![[My tea#Hot tea]]", "- [ ] [My tea › Hot tea](sub/My%20tea.md#hot-tea)"),
      ("", ""),
    ])
  func signs(text: String, wanted: String) async throws {
    #expect(try await exported(text) == wanted)
    #expect(vault.out.names(in: "out").contains("Secret.md") == false)
  }

  @Test(
    "Answers replace their queries, in any container",
    arguments: [
      (
        "> - ```query\n>   milk file:Tea\n>   ```\n> - b",
        "> - \n>   - [Tea](Tea.md)\n>     - [1](Tea.md) **milk**\n>   \n> - b"
      ),
      (
        "> ```query\n> milk file:Tea\n```\nx\n```",
        "> \n> - [Tea](Tea.md)\n>   - [1](Tea.md) **milk**\n> \n```\nx\n```"
      ),
      ("a `one\ntwo` b `= 1 + 1` c", "a `one\ntwo` b 2 c"),
      ("> a `= 1 +\n> 1` %%`= 3`%% b `= 3`", "> a 2  b 3"),
      ("| `= \"a\\|b\"` | `c` |\n|---|---|", "| a\\|b | `c` |\n|---|---|"),
      ("- [ ] `` = 1 `` `no` \\`= 2` `= 3`", "- [ ] 1 `no` \\`= 2` `= 3`"),
      ("`= 1`[^a]\n\n[^a]: b `= 2`\n\n`= 3`", "1[^a]\n\n[^a]: b 2\n\n3"),
    ])
  func answers(text: String, wanted: String) async throws {
    vault.folder.write("Tea.md", "milk\n")
    vault.folder.write("Plan.md", text)
    try await vault.export(.md, to: "out")
    #expect(vault.out.text("out/Plan.md") == wanted)
  }

  /// Letters and digits that a CommonMark reader shows.
  private func words(_ text: String) -> [String] {
    guard let tree = MarkdownTree(Array(text.utf8)) else { return [] }
    let shown = [CMARK_KIND_TEXT, CMARK_KIND_CODE, CMARK_KIND_CODE_BLOCK]
    var texts: [String] = []
    tree.document.walk(
      &texts,
      enter: { texts, node in
        if shown.contains(node.kind) {
          texts.append(String(decoding: node.text, as: UTF8.self))
        }
        return cmark_tree_child(node)
      }, leave: { _, _ in })
    return texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
  }

  @Test("A CommonMark reader shows the words of the note in order")
  func sameWords() async throws {
    let written = try await exported(
      """
      # One

      two [[none|three]] ==four== five^[six] %%no%% `seven`

      > [!note] eight
      > nine

      - [ ] ten [[My tea|eleven]]
      - twelve ^no

      | thirteen | fourteen |
      |---|---|
      | fifteen | sixteen |

      ```swift
      seventeen
      ```

      """)
    let numbers = [
      "One", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    ]
    #expect(words(written) == numbers)
  }

  @Test("Names that differ only in case are two files, and links find both")
  func names() async throws {
    vault.folder.write("case.md", "[[CASE]]")
    vault.folder.write("CASE.md", "[[case]] [self](CASE.md)")
    vault.folder.write("日本 \"q\".md", "")
    try await vault.export(.md, to: "out")
    #expect(vault.out.text("out/CASE.md") == "[case](case%202.md) [self](CASE.md)")
    #expect(vault.out.text("out/case 2.md") == "[CASE](CASE.md)")
    #expect(vault.out.text("out/日本 \"q\".md") == "")
  }
}
