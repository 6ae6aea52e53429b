import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Links of other programs lead to the notes they meant")
struct ArrivingLinksTests {
  private let bench = ImportBench()
  private var source: TemporaryFolder { bench.source }

  static let titles = [
    "1. one", "- d", "# h", "tick `a", "*bold* _it_ `code`", "my_note", "a *b", "x [y]", "C#",
    "back\\s", "$5", "~x", "double  blank",
  ]

  @Test("Evernote: a title may contain any Markdown character", arguments: titles)
  func evernote(title: String) async throws {
    source.write(
      "Book.enex",
      """
      <en-export>
      <note><title>\(title)</title><content><![CDATA[<en-note>there</en-note>]]></content></note>
      <note><title>Links</title><content><![CDATA[<en-note><div>\
      <a href="evernote:///view/1/s1/g/g/">\(title)</a></div></en-note>]]></content></note>
      </en-export>
      """)
    let report = try await bench.bring()
    #expect(report.brokenLinks == [] && report.problems == [])
    let path = try #require(report.made.first)
    let text = try #require(bench.text("Links"))
    let isCode = path.stem.text.contains("`")
    let address = path.name.text.replacing("`", with: "%60").replacing(" ", with: "%20")
    #expect(text.contains(isCode ? "](\(address))" : "[[\(path.stem.text)"), "\(text)")
  }

  @Test("Titles that differ only in case are distinguished by case")
  func capitals() async throws {
    source.write(
      "a.json",
      #"[{"title":"Case","uid":"c1","children":[{"string":"one"}]},"#
        + #"{"title":"case","uid":"c2","children":[{"string":"two"}]},"#
        + #"{"title":"Links","uid":"c3","children":[{"string":"[[Case]] [[case]] [[CASE]]"}]}]"#)
    try await bench.bring()
    #expect(bench.text("Case") == "- one\n")
    #expect(bench.text("case 2") == "---\ntitle: case\n---\n- two\n")
    #expect(bench.text("Links") == "- [[Case]] [[case 2|case]] [[Case]]\n")
  }

  @Test("Roam: a link within a page title is no link, and a link within another link stays")
  func nested() async throws {
    source.write(
      "a.json",
      #"[{"title":"x [[P2]] y","uid":"n1","children":[{"string":"one","uid":"b1"}]},"#
        + #"{"title":"P2","uid":"n2"},"#
        + #"{"title":"Links","uid":"n3","children":[{"string":"[[x [[P2]] y]] #[[x [[P2]] y]]"},"#
        + #"{"string":"[[no [[P2]] page]] ((b1))"}]}]"#)
    let report = try await bench.bring()
    let path = try #require(report.made.first)
    #expect(path.stem.text == "x P2 y")
    #expect(
      bench.text("Links") == """
        - [[x P2 y]] #x-P2-y
        - no [[P2]] page [[x P2 y#^b1|one]]

        """)
    #expect(report.brokenLinks == [])
  }

  @Test("Logseq: a link to a page below another page has the full name")
  func namespaces() async throws {
    source.write("pages/a___b.md", "- deep\n")
    source.write("pages/Links.md", "- see [[a/b]]\n")
    source.write("logseq/config.edn", "{:file/name-format :triple-lowbar}")
    try await bench.bring()
    #expect(bench.text("Links") == "- see [[b|a/b]]\n")
  }

  @Test("Bear: links find titles with a slash or a colon, and addresses that name a title")
  func bear() async throws {
    source.write("a.textbundle/text.md", "# A: b/c?\n## Head\n")
    source.write("a.textbundle/info.json", Self.info("I1", "A: b/c?"))
    source.write(
      "b.textbundle/text.md",
      "# Links\n[[A: b/c?]] [[Links/Part]] [w](bear://x-callback-url/open-note?title=A%3A%20b%2Fc%3F)\n"
        + "::mark:: a::b::c `::no::`\n## Part\n")
    source.write("b.textbundle/info.json", Self.info("I2", "Links"))
    let report = try await bench.bring()
    #expect(report.brokenLinks == [])
    let path = try #require(report.made.first { $0.stem.text != "Links" })
    let name = path.stem.text
    #expect(
      bench.text("Links") == "# Links\n[[\(name)|A: b/c?]] [[Links#Part]] [[\(name)|w]]\n"
        + "==mark== a::b::c `::no::`\n## Part\n")
  }

  private static func info(_ id: String, _ title: String) -> String {
    #"{"version":2,"net.shinyfrog.bear":{"uniqueIdentifier":"\#(id)","title":"\#(title)"}}"#
  }

  @Test("Bear: a note address in running text becomes a link, except in code or on the web")
  func bare() async throws {
    source.write("a.textbundle/text.md", "# Tea\n")
    source.write("a.textbundle/info.json", Self.info("I1", "Tea"))
    let address = "bear://x-callback-url/open-note?id=I1"
    source.write(
      "b.textbundle/text.md",
      "# Links\nSee \(address), <\(address)> and [x](\(address)).\n`\(address)` https://bear.app/I1\n"
        + "```\n\(address)\n```\n(\(address)&header=Hot) bear:// \(address)2\n"
        + "[\(address)](\(address)) <b title=\"\(address)\">b</b>\n")
    source.write("b.textbundle/info.json", Self.info("I2", "Links"))
    let report = try await bench.bring()
    #expect(
      report.brokenLinks.map(\.reason) == [
        "The link “\(address)2” leads to nothing that was imported."
      ])
    #expect(
      bench.text("Links") == "# Links\nSee [[Tea]], [[Tea]] and [[Tea|x]].\n"
        + "`\(address)` https://bear.app/I1\n```\n\(address)\n```\n"
        + "([[Tea#Hot]]) bear:// \(address)2\n[[Tea]] <b title=\"\(address)\">b</b>\n")
  }

  @Test("Simplenote: a note address in running text becomes a link")
  func bareElsewhere() async throws {
    source.write(
      "notes.json",
      #"{"activeNotes":[{"id":"a","content":"T\nsee simplenote://note/b."},{"id":"b","content":"Two"}]}"#
    )
    try await bench.bring()
    #expect(bench.text("T") == "# T\n\nsee [[Two]].\n")
  }

  @Test("A link without words is reported by its address")
  func wordless() async throws {
    source.write("A.md", "[](none.md) ![](gone.png)\n")
    let report = try await bench.bring()
    #expect(
      report.brokenLinks.map(\.reason) == [
        "The link “none.md” leads to nothing that was imported.",
        "The link “gone.png” leads to nothing that was imported.",
      ])
  }
}
