import Archives
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("Notes as one page, as a book and on paper")
struct BookExportTests {
  private let vault = GivenVault()
  private static let picture: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]

  private func writeSome() {
    vault.folder.write(
      "Plan.md",
      "# Plan\n\n[[Tea#2 hot & \"new\"]] [[#Part]] [b](sub/Tea.md#^b1) ![[p.png]] ![[f.png]] #tag\n\n## Part\n"
    )
    vault.folder.write(
      "sub/Tea.md",
      "Tea <b> & [up](Plan.md)[^1]\n\n## 2 hot & \"new\"\n\n日本語 words ^b1\n\n[^1]: [[Plan]]\n")
    vault.folder.write("Secret.md", "---\npublish: false\n---\nxyzzy\n")
    vault.folder.write("p.png", Self.picture)
    vault.folder.write("f.png", "no picture")
  }

  @Test("One file holds all notes and pictures, and links lead within it")
  func single() async throws {
    writeSome()
    try await vault.export(.html, to: "a.html") { $0.isSingle = true }
    let html = try #require(vault.out.text("a.html"))
    for part in [
      "<a href=\"#n1\">Plan</a>", "<h1 id=\"n1-plan\">Plan</h1>", "href=\"#n2-2-hot--new\"",
      "id=\"n2-2-hot--new\"", "href=\"#n1-part\"", "href=\"#n2-block.b1\"", "id=\"n2-block.b1\"",
      "src=\"data:image/png;base64,iVBORw0KGgoBAgM=\"", "href=\"#n2-fn-1\"", "id=\"n2-fn-1\"",
      "Tea <code class=\"html\">&lt;b&gt;</code> &amp;",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(!html.contains("xyzzy") && !html.contains("<script"))
    vault.out.makeFolder("b")
    try await vault.export(.html, to: "b/a.html") { $0.isSingle = true }
    #expect(vault.out.read("a.html") == vault.out.read("b/a.html"))
  }

  @Test("A book begins with its uncompressed type and has a chapter for each note")
  func epub() async throws {
    writeSome()
    try await vault.export(.epub, to: "a.epub")
    let bytes = try #require(vault.out.read("a.epub"))
    #expect(bytes.prefix(4) == [0x50, 0x4b, 3, 4])
    // Not compressed, and with nothing between its name and its text.
    #expect(bytes[8..<10] == [0, 0] && bytes[28..<30] == [0, 0])
    #expect(String(decoding: bytes, as: UTF8.self).contains("mimetype"))
    let source = try SourceTree([Array(vault.out.path("a.epub").utf8)])
    func text(_ path: String) throws -> String {
      let entry = try #require(source[path])
      return String(decoding: try source.read(entry, atMost: 1 << 20), as: UTF8.self)
    }
    #expect(try text("mimetype") == "application/epub+zip")
    #expect(try source.read(try #require(source["book/p2.png"]), atMost: 99) == Self.picture)
    let plan = try text("book/n1.xhtml")
    for part in [
      "href=\"n2.xhtml#i-2-hot--new\"", "href=\"n1.xhtml#i-part\"", "<img src=\"p2.png\"", "f.png",
      "#tag",
    ] { #expect(plan.contains(part), "\(part)") }
    #expect(!plan.contains("src=\"f.png\""))
    #expect(try text("book/n2.xhtml").contains("id=\"i-2-hot--new\""))
    #expect(try text("book/content.opf").contains("<dc:title>a</dc:title>"))
    #expect(try text("book/nav.xhtml").contains("<li><a href=\"n2.xhtml\">Tea</a></li>"))
    vault.out.makeFolder("b")
    try await vault.export(.epub, to: "b/a.epub")
    #expect(vault.out.read("b/a.epub") == bytes)
    for entry in source.entries {
      #expect(
        !String(decoding: try source.read(entry, atMost: 1 << 20), as: UTF8.self).contains("xyzzy"))
    }
  }

  private static let hasPrinter = ["weasyprint", "chromium", "google-chrome"].contains {
    access("/usr/bin/\($0)", X_OK) == 0
  }

  @Test("A paper export has the words, and no partial file remains", .enabled(if: Self.hasPrinter))
  func pdf() async throws {
    writeSome()
    try await vault.export(.pdf, to: "a.pdf")
    #expect(vault.out.read("a.pdf")?.starts(with: Array("%PDF-".utf8)) == true)
    #expect(vault.out.names() == ["a.pdf"])
  }
}
