import Entities
import FileStore
import Importing
import NoteSyntax
import OpenVault
import Services
import TestSupport
import Testing

@testable import Exporting

/// The facts of an exported note that must return.
struct NoteFacts: Equatable {
  var title: String
  var modified: Int64?
  var tags: [String]
  var headings: [String]
  var tasks: [String]
  /// The target of each link: a title, or a file's bytes.
  var links: [String]
  var words: [Substring]

  /// Of all notes, by title. `keepsDead`: dead links are links; else they are text.
  static func all(
    in vault: GivenVault, keepsDead: Bool, hasTimes: Bool
  ) async throws -> [String: NoteFacts] {
    let request = ExportRequest(
      .json, to: NotePath(vault.out.path("facts-\(vault.folder.path.count)")))
    let plan = try await vault.exports().plan(request) { _ in true }
    let titles = Dictionary(plan.notes.map { ($0.path, $0.title) }, uniquingKeysWith: { $1 })
    var all: [String: NoteFacts] = [:]
    for note in plan.notes {
      let text = withoutLinks(note, vault.folder.read(note.path.text) ?? [], keepsDead)
      var facts = text.withUnsafeBufferPointer { buffer in
        let scan = NoteScanner.scan(buffer.span)
        func words(_ range: Range<Int>) -> String {
          String(decoding: buffer[range], as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
            .joined(separator: " ")
        }
        return NoteFacts(
          title: note.title, tags: note.tags.sorted(),
          headings: scan.headings.map { "\($0.level) " + words($0.text) },
          tasks: scan.tasks.map { "\($0.status) " + words($0.text) }, links: [],
          words: words(scan.body..<buffer.count).split(separator: " "))
      }
      facts.modified = hasTimes ? note.modified.seconds : nil
      if keepsDead {
        facts.headings = note.headings.map(\.text)
        facts.tasks = note.tasks.map(\.facts.words)
      }
      facts.links = note.links.compactMap { link in
        guard let target = link.target else { return keepsDead ? link.written : nil }
        return titles[target] ?? vault.folder.text(target.text) ?? ""
      }
      all[note.title] = facts
    }
    return all
  }

  private static func withoutLinks(
    _ note: ExportedNote, _ bytes: [UInt8], _ keepsDead: Bool
  ) -> [UInt8] {
    var words = bytes
    bytes.withUnsafeBufferPointer { buffer in
      let scan = NoteScanner.scan(buffer.span)
      let inner = scan.links.filter { !$0.isExternal }
      for (link, known) in zip(inner, note.links).reversed() {
        let isText = known.target == nil && !keepsDead
        words.replaceSubrange(
          link.whole, with: isText ? Array(buffer[link.text ?? link.target]) : [0x20])
      }
    }
    return words
  }
}

extension GivenVault {
  func writeRandom(_ random: inout SeededRandom, count: Int) {
    let folders = ["", "a/", "a/b/", "ü c/"]
    let titles = (0..<count).map { number in
      let end = ["", " a/b", " (x)", " [y]", " #z", " 100%", " Ö"][number % 7]
      return "Note \(number)\(end)"
    }
    let stems = titles.map { NoteFileName.stem(for: $0) }
    let paths = stems.indices.map { folders[$0 % folders.count] + stems[$0] }
    for number in 0..<9 {
      folder.write("\(folders[number % 4])p \(number % 3).png", "picture \(number)")
    }
    for number in 0..<count {
      var text =
        "---\ntitle: \"\(titles[number])\"\ntags: [t\(number % 5)]\n---\n# Head \(number)\n\n"
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        let other = Int.random(in: 0..<count, using: &random)
        let file = Int.random(in: 0..<9, using: &random)
        let picture = "\(folders[file % 4])p \(file % 3).png"
        switch Int.random(in: 0..<9, using: &random) {
        case 0: text += "words [[\(stems[other])]] behind #tag\n"
        case 1: text += "see [[\(paths[other])#Head \(other)|that one]]\n\n"
        case 2: text += "- [ ] do [[\(stems[other])|it]] 📅 2026-03-02\n\n"
        case 3: text += "![[\(picture)]] and [[\(picture)|file]]\n\n"
        case 4: text += "- [x] done *so* far\n\n"
        case 5: text += "## Part `code` [[#Head \(number)]]\n\n"
        case 6: text += "- one **two**\n  1. in_it/it a*b\n\n  more \\*x* [q] a|b\n\n"
        case 7: text += "> quoted ~~words~~ $x_1$\n> > twice \\\\name\n\n```c\n* x\n#+y\n```\n\n"
        default: text += "[gone](nowhere.md) [[none]] https://e.org/a_b\n\n"
        }
      }
      folder.write("\(paths[number]).md", text)
    }
  }

  /// The result of importing the export in `out`.
  func broughtBack(
    from name: String, as format: ImportFormat, count: Int
  ) async throws -> GivenVault {
    let back = GivenVault()
    let imports = VaultImports(
      store: FolderStore(root: back.folder.bytes, clock: StillClock()),
      files: FolderFiles(root: back.folder.bytes, clock: StillClock()),
      foreign: ObsidianFolder(root: back.folder.bytes), state: VaultState(), clock: StillClock())
    var request = ImportRequest(sources: [NotePath(out.path(name))])
    request.folder = NotePath("In")
    let plan = try await imports.plan(request) { _ in true }
    #expect(plan.format == format && plan.problems == [])
    let report = await imports.carryOut(plan) { _ in true }
    #expect(report.problems == [] && report.made.count == count)
    // Links without a target are in a note of their own.
    if let path = report.report { back.folder.remove(path.text) }
    return back
  }
}

@Suite("Exported notes are imported with the same facts")
struct SentAndBackTests {
  private let vault = GivenVault()

  @Test(
    "Random notes are the same after an export and an import",
    arguments: [
      (ExportFormat.textbundle, ImportFormat.textbundle), (.textpack, .textbundle),
      (.md, .markdown), (.joplin, .joplin), (.org, .org),
    ])
  func roundTrip(format: ExportFormat, back: ImportFormat) async throws {
    var random = SeededRandom(seed: Thorough.seed)
    let count = back == .textbundle ? 150 : 500
    vault.writeRandom(&random, count: count)
    let name = format == .joplin ? "out.jex" : "out"
    try await vault.export(format, to: name)
    let came = try await vault.broughtBack(from: name, as: back, count: count)
    let isBundle = back == .textbundle
    let hasTimes = isBundle || format == .joplin
    let sent = try await NoteFacts.all(in: vault, keepsDead: isBundle, hasTimes: hasTimes)
    let found = try await NoteFacts.all(in: came, keepsDead: isBundle, hasTimes: hasTimes)
    #expect(sent.count == count && found.count == sent.count)
    for (title, facts) in sent where found[title] != facts {
      Issue.record("\(facts)\n\(found[title].map { "\($0)" } ?? "none")")
      return
    }
    let twice = format == .joplin ? "again.jex" : "again"
    try await vault.export(format, to: twice)
    #expect(vault.out.tree(twice) == vault.out.tree(name))
  }
}

extension TemporaryFolder {
  /// All files of a folder, or the file, by their paths in the folder.
  func tree(_ path: String) -> [String: [UInt8]] {
    if let bytes = read(path) { return ["": bytes] }
    var files: [String: [UInt8]] = [:]
    for name in names(in: path) {
      for (inner, bytes) in tree("\(path)/\(name)") { files["\(name)/\(inner)"] = bytes }
    }
    return files
  }
}
