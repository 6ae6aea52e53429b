import Entities
import NoteSyntax
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Files as rows of tables")
struct FileTableTests {
  private let folder = TemporaryFolder()

  @Test(
    "Text fields come with their lines, with and without an index", arguments: [true, false])
  func fields(_ isIndexed: Bool) async throws {
    let files = MemoryVault()
    files.write("a.md", "Due On:: 1\n\n- [ ] x [effort:: 3]\n", seconds: 5)
    files.write("b.md", "due: 1\n", seconds: 6)
    let index =
      isIndexed
      ? try IndexedVault(files, in: folder).index
      : VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    var request = FileTableRequest()
    (request.properties, request.hasFields) = ([Array("effort".utf8)], true)
    let table = try await index.tables.table(request)
    let effort = FileRow.Field(line: 3, key: Array("effort".utf8), name: "effort", text: "3")
    #expect(table.rows.map(\.fields) == [[effort], []])
    #expect(
      table.row(at: NotePath("a.md"))?.fields == [
        FileRow.Field(line: 1, key: Array("due on".utf8), name: "Due On", text: "1"), effort,
      ])
    request.hasFields = false
    #expect(try await index.tables.table(request).rows.allSatisfy(\.fields.isEmpty))
  }

  @Test(
    "Each link is listed as often as it occurs, with its words (obsidian 2 4)",
    arguments: [true, false])
  func links(_ isIndexed: Bool) async throws {
    let files = MemoryVault()
    files.write(
      "a.md",
      """
      ---
      up: "[F](b.md)"
      list: ["[[b|B]]", '[x](c%26d.md#P)']
      no: "see [x](y.md)"
      ---
      [[b]] [[b]] [[b#H|w]] [e%C3%A9](%C3%A9%2C.md) ![p](p.png)

      """, seconds: 5)
    let index =
      isIndexed
      ? try IndexedVault(files, in: folder).index
      : VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    let table = try await index.tables.table(FileTableRequest())
    #expect(
      table.links(of: NotePath("a.md")) == [
        FileLink(target: "b.md", isEmbed: false, words: "F"),
        FileLink(target: "b", isEmbed: false, words: "B"),
        FileLink(target: "c&d.md#P", isEmbed: false, words: "x", inObsidian: "c%26d.md#P"),
        FileLink(target: "b", isEmbed: false), FileLink(target: "b", isEmbed: false),
        FileLink(target: "b#H", isEmbed: false, words: "w"),
        FileLink(target: "é,.md", isEmbed: false, words: "e%C3%A9", inObsidian: "é%2C.md"),
        FileLink(target: "p.png", isEmbed: true, words: "p"),
      ])
  }

  @Test(
    "Notes have their tags, links and front matter, with and without an index",
    arguments: [true, false])
  func rows(_ isIndexed: Bool) async throws {
    let files = MemoryVault()
    files.write("b.md", "---\nx: 1\nlist: [a, b]\n---\n#red [[a]] ![[c/Deep#Part]]\n", seconds: 5)
    files.write("a.md", "plain [[b]] [[nowhere]] [t](c/Deep.md)\n", seconds: 6)
    files.write("c/Deep.md", "---\nid: d1\n---\n[up](../b.md) [[#here]]\n", seconds: 7)
    files.write("c/b.md", "other\n", seconds: 8)
    let index =
      isIndexed
      ? try IndexedVault(files, in: folder).index
      : VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    var request = FileTableRequest()
    (request.properties, request.hasTags, request.hasFacts) = (nil, true, true)
    let table = try await index.tables.table(request)
    #expect(table.rows.map(\.path.text) == ["a.md", "b.md", "c/Deep.md", "c/b.md"])
    #expect(table.rows[1].tags == ["red"])
    #expect(
      table.links(of: NotePath("b.md")) == [
        FileLink(target: "a", isEmbed: false), FileLink(target: "c/Deep#Part", isEmbed: true),
      ])
    #expect(table.rows[1].modified == Timestamp(seconds: 5))
    #expect(table.rows.map(\.size) == files.paths.map { files.facts(of: NoteID($0))?.size })
    #expect(
      table.rows[1].properties.map(\.value) == [.number(1), .list([.text("a"), .text("b")])])
    #expect(table.rows[0].properties.isEmpty)
    func sources(_ path: String) -> [String] {
      table.sources(ofLinksTo: NotePath(path)).map(\.text)
    }
    #expect(sources("b.md") == ["a.md", "c/Deep.md"])
    #expect(sources("c/Deep.md") == ["a.md", "b.md"] && sources("c/b.md").isEmpty)
    func named(_ name: String, _ source: String) -> String? {
      table.path(named: name, from: NotePath(source))?.text
    }
    #expect(named("b", "c/Deep.md") == "c/b.md" && named("b", "a.md") == "b.md")
    #expect(named("d1", "") == "c/Deep.md" && named("nowhere", "") == nil)
    #expect(table.row(at: NotePath("b.md"))?.tags == ["red"])
    #expect(table.row(at: NotePath("nowhere.md")) == nil)
  }

  @Test(
    "A scope excludes files that cannot match, and a request excludes data not asked for",
    arguments: [
      (FileScope.tag("Red"), ["a.md", "b.md"]), (.tag("re"), []),
      (.field(Array("fit".utf8)), ["c/Deep.md"]), (.path("c/Deep"), ["c/Deep.md"]),
      (.path("a.md"), ["a.md"]),
      (.folder("C"), ["c/Deep.md", "c/d/e.md"]), (.folder(""), all), (.note, all),
      (.property(Array("x".utf8)), ["b.md", "c/Deep.md"]),
      (.number(Array("x".utf8), 0...2), ["b.md"]),
      (.number(Array("x".utf8), 2...9), ["c/Deep.md"]), (.text(Array("y".utf8), "2"), ["b.md"]),
      (.text(Array("y".utf8), "3"), []), (.text(Array("z".utf8), "word"), ["c/d/e.md"]),
      (.number(Array("z".utf8), 2...9), ["c/d/e.md"]),
      (.all([.tag("red"), .property(Array("x".utf8))]), ["b.md"]),
      (.any([.tag("red"), .folder("c/d")]), ["a.md", "b.md", "c/d/e.md"]),
    ])
  func scopes(_ scope: FileScope, _ paths: [String]) async throws {
    let files = MemoryVault()
    files.write("a.md", "#red/deep\n", seconds: 1)
    files.write("b.md", "---\nX: 1\ny: 2\n---\n#red\n", seconds: 2)
    files.write("c/Deep.md", "---\nx: [3]\n---\n#reddish (Fit:: 1)\n", seconds: 3)
    files.write("c/d/e.md", "---\nz: \"[[e]]\"\n---\nplain\n", seconds: 4)
    var request = FileTableRequest()
    request.scope = scope
    request.properties = [Array("x".utf8)]
    let table = try await IndexedVault(files, in: folder).index.tables.table(request)
    #expect(table.rows.map(\.path.text) == paths)
    #expect(table.rows.allSatisfy { $0.tags.isEmpty && $0.properties.count < 2 })
  }

  private static let all = ["a.md", "b.md", "c/Deep.md", "c/d/e.md"]

  @Test("Each value comes out of the index as it is in the front matter (seeded)")
  func values() async throws {
    var random = SeededRandom(seed: 7)
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 2 ? 8 : 10), using: &random) {
      case 0: ""
      case 1: "\(Int.random(in: -9...9, using: &random)).5"
      case 2: "true"
      case 3: "\"7\""
      case 4: "2026-03-02"
      case 5: "'a; b: é'"
      case 6: "~"
      case 7: "word"
      case 8:
        "["
          + (0..<3).map { _ in value(depth + 1) }.filter { !$0.isEmpty }
          .joined(separator: ", ") + "]"
      default: "{a: \(value(depth + 1)), b: 1}"
      }
    }
    let files = MemoryVault()
    var texts: [[UInt8]] = []
    for number in 0..<60 {
      let names = ["x", "x", "tags", "Y", "y"].shuffled(using: &random).prefix(4)
      let text = "---\n" + names.map { "\($0): \(value(0))\n" }.joined() + "---\n"
      files.write("n\(number + 10).md", text, seconds: Int64(number))
      texts.append(Array(text.utf8))
    }
    var request = FileTableRequest()
    request.properties = nil
    let table = try await IndexedVault(files, in: folder).index.tables.table(request)
    for (row, text) in zip(table.rows, texts) {
      let wanted = NoteScanner.scan(text.span).properties
      #expect(row.properties.map(\.name) == wanted.map(\.name))
      #expect(
        row.properties.map(\.value) == wanted.map(\.value),
        "\(String(decoding: text, as: UTF8.self))")
      #expect(table.row(at: row.path)?.properties.map(\.value) == wanted.map(\.value))
    }
  }
}
