import Entities
import Glibc
import Programs
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("Exports checked with the programs that read them", .thorough)
struct OutsideProgramTests {
  private let vault = GivenVault()

  private static func has(_ name: String) -> Bool { access("/usr/bin/\(name)", X_OK) == 0 }

  /// A program's output, its errors first.
  private func say(_ words: String...) async -> (text: String, hasSucceeded: Bool) {
    var start = ProgramStart(["/usr/bin/env"] + words)
    start.takesOutput = true
    guard let run = await ProgramRun.run(start, within: ProgramLimits(inAll: .seconds(300))) else {
      return ("it did not start", false)
    }
    return (String(decoding: run.errors + run.output, as: UTF8.self), run.hasSucceeded)
  }

  /// A valid picture of one pixel.
  private static let dot: [UInt8] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
  ]

  /// Notes with every kind of block, and with texts meant to break a page.
  private func writeOdd() {
    for (number, text) in hostileTexts.enumerated() {
      vault.folder.write(
        "odd/<b>\"o' & \(number).md",
        "---\n\"<i>\": \"<script>\"\ntags: [a\(number % 3)/b, \"<x>\"]\n---\n\(text)\n\n- \(text)\n"
      )
    }
    vault.folder.write("p.png", Self.dot)
    vault.folder.write("empty.md", "")
    vault.folder.write("2026-03-02.md", "day\n")
    vault.folder.write("日本語.md", "# 日本語\n\n[[空の]] 🎉 [[Plan]]\n")
    vault.folder.write(
      "Plan.md",
      """
      # Plan *one* <b>

      A [[日本語|cup]] ==marked **bold**== ~~gone~~ `a<b` $x_1$ #trip/sea %%not this%%
      second line[^1]^[in the text] and [up](https://e.org/?a==b). ^b1

      > [!warning]- Mind
      > the step
      > > [!x] *more*
      > > - in it

      - [ ] open
        1. one

           two
      - [/] half

      | a | b |
      |---|--:|
      | 1 | ![[p.png]] |

      ![[日本語]] ![[p.png|120]]

      ![[2026-03-02]]

      ```swift
      let x = "<b>" // why
      ```

      ```dataview
      TABLE file.inlinks, file.tags
      ```

      $$
      \\sum_i x
      $$

      ***
      <div>raw</div>

      [^1]: The note.

          - with a list

      """)
  }

  @Test(
    "tidy finds no errors in a site of odd notes, and each link leads to a target",
    .enabled(if: Self.has("tidy"), "needs tidy: .ci/install tests"))
  func site() async throws {
    writeOdd()
    let files = try await vault.site()
    #expect(followedLinks(in: files) > 300)
    try await vault.export(.html, to: "site/one.html") { $0.isSingle = true }
    for path in Array(files.keys) + ["one.html"] where path.hasSuffix(".html") {
      // An empty note has an empty article.
      let found = await say(
        "tidy", "-e", "-q", "-utf8", "--drop-empty-elements", "no", vault.out.path("site/" + path))
      #expect(found.text == "", "\(path)")
    }
  }

  @Test(
    "epubcheck finds no errors in a book of odd notes",
    .enabled(if: Self.has("epubcheck"), "needs epubcheck: apt-get install epubcheck, with Java"))
  func epub() async throws {
    writeOdd()
    try await vault.export(.epub, to: "a.epub")
    let found = await say("java", "-jar", "/usr/bin/epubcheck", vault.out.path("a.epub"))
    #expect(found.hasSucceeded && !found.text.contains("WARNING"), "\(found.text)")
  }

  @Test(
    "unzip finds no errors in a zip, a book and a textpack",
    .enabled(if: Self.has("unzip"), "needs unzip: .ci/install tests"),
    arguments: [ExportFormat.zip, .epub, .textpack])
  func zip(format: ExportFormat) async throws {
    writeOdd()
    try await vault.export(format, to: "a.zip")
    let found = await say("unzip", "-t", "-q", vault.out.path("a.zip"))
    #expect(found.hasSucceeded && found.text.hasPrefix("No errors detected"), "\(found.text)")
  }

  @Test(
    "pdftotext returns each word of the paper export",
    .enabled(
      if: Self.has("pdftotext") && (Self.has("weasyprint") || Self.has("chromium")),
      "needs pdftotext and weasyprint: .ci/install tests"))
  func pdf() async throws {
    var words = ["Brot", "Öl", "naïve", "coöperate", "Ψυχή", "мир"]
    // Characters without glyphs in any font are not on paper.
    for (language, word) in [("ja", "日本語"), ("und-zsye", "👨‍👩‍👧")] {
      if await say("fc-list", ":lang=\(language)").text.isEmpty == false { words.append(word) }
    }
    vault.folder.write("Plan.md", "# Plan\n\n\(words.joined(separator: " and "))\n")
    vault.folder.write("Tea.md", "# Tea\n\n- [ ] pour `code`\n")
    try await vault.export(.pdf, to: "a.pdf")
    let text = await say("pdftotext", vault.out.path("a.pdf"), "-").text
    for word in words + ["Plan", "Tea", "pour", "code"] {
      #expect(text.contains(word), "\(word) in \(text)")
    }
  }
}
