import Entities
import FileStore
import Importing
import NoteSyntax
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("TextBundles have each note with its files, and come back as they went")
struct TextBundleExportTests {
  private let vault = GivenVault()

  @Test("A bundle has its text, what is said of it, and its files under names of its own")
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

  /// What must come back of a note.
  private struct Facts: Equatable {
    var title: String
    var modified: Int64
    var tags: [String]
    var headings: [String]
    var tasks: [String]
    /// Where each link leads: a title, or a file's bytes.
    var links: [String]
    var words: [Substring]
  }

  private func facts(_ vault: GivenVault) async throws -> [String: Facts] {
    let request = ExportRequest(
      .json, to: NotePath(vault.out.path("facts-\(vault.folder.path.count)")))
    let plan = try await vault.exports().plan(request) { _ in true }
    let titles = Dictionary(plan.notes.map { ($0.path, $0.title) }, uniquingKeysWith: { $1 })
    var all: [String: Facts] = [:]
    for note in plan.notes {
      let bytes = vault.folder.read(note.path.text) ?? []
      var words = bytes
      bytes.withUnsafeBufferPointer { buffer in
        let scan = NoteScanner.scan(buffer)
        for link in scan.links.sorted(by: { $0.whole.lowerBound > $1.whole.lowerBound }) {
          words.replaceSubrange(link.whole, with: [0x20])
        }
        words.removeFirst(scan.body)
      }
      all[note.title] = Facts(
        title: note.title, modified: note.modified.seconds, tags: note.tags.sorted(),
        headings: note.headings.map(\.text), tasks: note.tasks.map(\.facts.words),
        links: note.links.map { link in
          guard let target = link.target else { return link.written }
          return titles[target] ?? vault.folder.text(target.text) ?? ""
        },
        words: String(decoding: words, as: UTF8.self).split { !$0.isLetter && !$0.isNumber })
    }
    return all
  }

  private func writeRandom(_ random: inout SeededRandom, count: Int) {
    let folders = ["", "a/", "a/b/", "ü c/"]
    let titles = (0..<count).map { number in
      let end = ["", " a/b", " (x)", " [y]", " #z", " 100%", " Ö"][number % 7]
      return "Note \(number)\(end)"
    }
    let stems = titles.map { NoteFileName.stem(for: $0) }
    let paths = stems.indices.map { folders[$0 % folders.count] + stems[$0] }
    for number in 0..<9 {
      vault.folder.write("\(folders[number % 4])p \(number % 3).png", "picture \(number)")
    }
    for number in 0..<count {
      var text =
        "---\ntitle: \"\(titles[number])\"\ntags: [t\(number % 5)]\n---\n# Head \(number)\n\n"
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        let other = Int.random(in: 0..<count, using: &random)
        let file = Int.random(in: 0..<9, using: &random)
        let picture = "\(folders[file % 4])p \(file % 3).png"
        switch Int.random(in: 0..<7, using: &random) {
        case 0: text += "words [[\(stems[other])]] behind #tag\n"
        case 1: text += "see [[\(paths[other])#Head \(other)|that one]]\n\n"
        case 2: text += "- [ ] do [[\(stems[other])|it]] 📅 2026-03-02\n\n"
        case 3: text += "![[\(picture)]] and [[\(picture)|file]]\n\n"
        case 4: text += "- [x] done *so* far\n\n"
        case 5: text += "## Part `code` [[#Head \(number)]]\n\n"
        default: text += "[gone](nowhere.md) [[none]] https://e.org/a_b\n\n"
        }
      }
      vault.folder.write("\(paths[number]).md", text)
    }
  }

  @Test(
    "Random notes are the same after a way out and in",
    arguments: [ExportFormat.textbundle, .textpack])
  func roundTrip(format: ExportFormat) async throws {
    var random = SeededRandom(seed: Thorough.seed)
    writeRandom(&random, count: 150)
    try await vault.export(format, to: "out")
    let back = GivenVault()
    let imports = VaultImports(
      store: FolderStore(root: back.folder.bytes, clock: StillClock()),
      files: FolderFiles(root: back.folder.bytes, clock: StillClock()),
      foreign: ObsidianFolder(root: back.folder.bytes), state: VaultState(), clock: StillClock())
    var request = ImportRequest(sources: [NotePath(vault.out.path("out"))])
    request.folder = NotePath("In")
    let plan = try await imports.plan(request) { _ in true }
    #expect(plan.format == .textbundle && plan.problems == [])
    let report = await imports.carryOut(plan) { _ in true }
    #expect(report.problems == [] && report.made.count == 150)
    // What leads to nothing is in a note of its own.
    back.folder.remove(try #require(report.report).text)
    let (sent, came) = (try await facts(vault), try await facts(back))
    #expect(sent.count == 150 && came.count == sent.count)
    for (title, facts) in sent where came[title] != facts {
      Issue.record("\(facts)\n\(came[title].map { "\($0)" } ?? "none")")
      return
    }
  }
}
