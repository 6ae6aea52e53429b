import Entities
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("TextBundles hold each note with its files, and return unchanged")
struct TextBundleExportTests {
  private let vault = GivenVault()

  @Test("A bundle has its text, its facts, and its files under names of its own")
  func bundle() async throws {
    vault.folder.write(
      "Plan.md",
      "---\ntags: [sea]\n---\n![[a/p.png]] ![x](b/p.png) [[Tea#Hot|tea]] [m](sub/Tea.md#Hot) [[Odd]] [![](a/p.png)](sub/Tea.md) [w](https://e.org) [[none]]\n"
    )
    vault.folder.write("sub/Tea.md", "# Tea\n## Hot\n")
    vault.folder.write("Odd.md", "---\ntitle: a/b\n---\n")
    vault.folder.write("a/p.png", "one")
    vault.folder.write("b/p.png", "two")
    vault.folder.write("q.png", "unused")
    let out = try await vault.export(.textbundle, to: "out") { $0.attachments = .all }
    #expect(
      vault.out.text("out/Plan.textbundle/text.md")
        == "---\ntags: [sea]\n---\n![](assets/p.png) ![x](assets/p%202.png) [[Tea/Hot|tea]] [[Tea/Hot|m]] [Odd](bear://x-callback-url/open-note?id=Odd%2Emd) [![](assets/p.png)](bear://x-callback-url/open-note?id=sub%2FTea%2Emd) [w](https://e.org) [[none]]\n"
    )
    #expect(vault.out.text("out/Plan.textbundle/assets/p.png") == "one")
    #expect(vault.out.text("out/Plan.textbundle/assets/p 2.png") == "two")
    let info = try #require(vault.out.text("out/sub/Tea.textbundle/info.json"))
    #expect(info.contains(#""version":2"#) && info.contains(#""title":"Tea""#))
    #expect(out.report.problems.map(\.of) == [NotePath("q.png")])
  }
}
