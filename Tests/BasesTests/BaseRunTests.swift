import Entities
import Expressions
import Services
import TestSupport
import Testing
import VaultSettings

@testable import Bases

@Suite("Bases over a vault")
struct BaseRunTests {
  private static let conditions = [
    "file.hasTag(\"book\")", "file.hasTag(\"BOOK/classic\", \"x\")", "file.inFolder(\"books\")",
    "pages", "note.pages > 400", "400 >= pages", "note[\"My prop\"] == \"kept\"",
    "author == link(\"Frank Herbert\")", "file.ext == \"md\"", "!pages", "pages != 5",
    "file.hasProperty(\"BORN\")", "genres.contains(\"classic\")", "words.startsWith(\"te\")",
    "file.size > 500", "file.properties.isEmpty()", "file.backlinks.length > 0", "formula.big",
    "file.hasLink(this)", "file.folder == this.file.folder", "link(\"Dune\").asFile().pages > 1",
    "author == \"Frank Herbert\"", "Rating == 5", "5 == Rating", "Rating == 4", "read == 1",
    "published == \"1965-08-01\"", "words == \"text\"", "\"tex\" == words", "Rating > 4",
    "Rating >= 6", "4 > Rating", "5 >= Rating", "published > 5", "nested == \"a: 1\"",
    "started < \"2026-03-01\"", "genres == \"classic\"", "words == 1", "Rating == \"5\"",
    "file.tags.length > 0", "none == null", "note.isEmpty()", "file.pages", "true", "nested.a == 1",
  ]

  @Test(
    "A view shows the same rows with and without the data that it does not need", arguments: 0..<60)
  func isTheSame(_ seed: Int) async throws {
    var random = SeededRandom(seed: UInt64(seed))
    func filter(_ depth: Int) -> String {
      let kind = depth > 2 ? 9 : Int.random(in: 0..<10, using: &random)
      let parts = (0..<2).map { _ in
        kind < 3 ? filter(depth + 1) : Self.conditions.randomElement(using: &random) ?? ""
      }
      switch kind {
      case 0: return "{and: [\(parts[0]), \(parts[1])]}"
      case 1: return "{or: [\(parts[0]), \(parts[1])]}"
      case 2: return "{not: [\(parts[0])]}"
      case 3: return "'\(parts[0]) && \(parts[1])'"
      case 4: return "'\(parts[0]) || !(\(parts[1]))'"
      default: return "'\(parts[0])'"
      }
    }
    let text = """
      filters: \(filter(0))
      formulas: {big: pages > 100}
      views:
        - {type: table, name: A, filters: \(filter(0)), order: [file.name, file.size, file.tags,
           Rating, formula.big], sort: [{property: published}], summaries: {pages: Sum}}
      """
    let base = BaseFile(Array(text.utf8))
    #expect(base.problems.isEmpty, "\(text)")
    let tables = MemoryTables()
    let run = try await BaseRun.of(
      base.views[0], in: base, this: NotePath("Books/Shelf.base"), from: tables.sources)
    let whole = BaseQuery(
      base, base.views[0], files: tables.files, moment: MemoryFiles.moment, this: 3, within: .ofView
    )
    let wanted = whole.run()
    #expect(rows(of: run.result, run.path) == rows(of: wanted) { tables.files.path(of: $0.file) })
    #expect(
      run.result.summaries.map { run.text($0.value) } == wanted.summaries.map { run.text($0.value) }
    )
    func rows(
      of result: BaseResult, _ path: (BaseResult.Row) -> NotePath
    ) -> [String] {
      // Files of equal order come by path there, and in listed order here.
      result.groups.flatMap(\.rows).map { row in
        "\(path(row).text) " + row.cells.map { run.text($0) }.joined(separator: "|")
      }.sorted()
    }
  }

  @Test("Obsidian's property types apply, and files that Obsidian excludes are excluded")
  func settings() async throws {
    let files = MemoryFiles([
      MemoryFiles.File(
        path: "a.md", frontMatter: "zip: 01234\nsize: \"5\"\nkind: one\nok: \"true\""),
      MemoryFiles.File(path: "Old/b.md"), MemoryFiles.File(path: "c.tmp.md"),
    ])
    var tables = MemoryTables(files: files)
    tables.settings.propertyTypes = [
      "zip": .text, "size": .number, "kind": .multitext, "ok": .checkbox,
    ]
    tables.settings.ignored = ["Old/", "/\\.tmp/", "/(/"]
    let base = BaseFile(
      Array(
        """
        formulas: {x: zip + "/" + (size + 1) + "/" + kind.length + "/" + (ok == true)}
        views: [{type: table, name: A, order: [file.path, formula.x]}]
        """.utf8))
    let table = try await BaseTable.make(base.views[0], in: base, this: nil, from: tables.sources)
    #expect(
      table.groups.flatMap(\.rows).map { $0.cells.map(\.text) } == [["a.md", "01234/6/1/true"]])
  }

  @Test("Groups, sums and counts cover all rows, even where only the first rows have cells")
  func firstCells() async throws {
    let files = MemoryFiles(
      (0..<600).map {
        MemoryFiles.File(
          path: "n\(1000 + $0).md", frontMatter: "kind: \($0 % 2)\nsize: \($0)\nto: \"[[x|y]]\"")
      })
    let base = BaseFile(
      Array(
        """
        formulas: {twice: size * 2}
        views:
          - {type: table, name: A, order: [file.name, size, formula.twice, to],
             groupBy: {property: kind}, sort: [{property: size, direction: DESC}],
             summaries: {size: Sum}}
        """.utf8))
    func table(_ most: Int) async throws -> BaseTable {
      try await BaseTable.of(
        base.views[0], in: base, this: nil, from: MemoryTables(files: files).sources,
        cellsOfFirst: most, within: .ofView)
    }
    let (all, few) = (try await table(.max), try await table(5))
    #expect(few.summaries == all.summaries)
    #expect(few.groups.map(\.summaries) == all.groups.map(\.summaries))
    #expect(few.groups.map(\.title) == all.groups.map(\.title))
    let (rows, shown) = (all.groups.flatMap(\.rows), few.groups.flatMap(\.rows))
    #expect(shown.map(\.path) == rows.map(\.path))
    #expect(shown.prefix(5) == rows.prefix(5))
    #expect(shown.map { $0.cells.isEmpty } == rows.indices.map { $0 >= 5 })
    #expect(rows[0].cells.map(\.text) == ["n1598", "598", "1196", "[[x|y]]"])
    #expect(rows[0].cells[3].pieces == [BaseTable.Piece(text: "y", target: "x")])
  }

  @Test(
    "A link to a file shows its name, any other link shows its text, and each leads to its target")
  func shownLinks() async throws {
    let base = BaseFile(
      Array(
        """
        filters: pages
        formulas: {own: 'link(file)', words: 'link(file, "x")', by: 'link("a/b")', in: file.backlinks,
          files: file.links.map(value.asFile())}
        views: [{type: list, order: [formula.own, formula.words, formula.by, formula.in, file.file,
          formula.files]}]
        """.utf8))
    let table = try await BaseTable.make(
      base.views[0], in: base, this: nil, from: MemoryTables().sources)
    let pieces = table.groups[0].rows[0].cells.flatMap(\.pieces)
    #expect(
      pieces.map(\.text) == [
        "Dune", "x", "a/b", "Frank Herbert", "Dune", "Frank Herbert", ", ", "", ", ", "cover.png",
      ])
    #expect(
      pieces.map(\.target) == [
        "Books/Dune.md", "Books/Dune.md", "a/b", "Frank Herbert.md", "Books/Dune.md",
        "Frank Herbert.md", nil, nil, nil, "Books/cover.png",
      ])
  }

  @Test("The value “this” is the given file, either the base or a note that embeds it")
  func this() async throws {
    let base = BaseFile(Array("filters: file.hasLink(this.file)\n".utf8))
    for (path, wanted) in [("Books/Dune.md", "Frank Herbert"), ("Frank Herbert.md", "Dune")] {
      let table = try await BaseTable.make(
        base.views[0], in: base, this: NotePath(path), from: MemoryTables().sources)
      #expect(table.groups.flatMap(\.rows).map(\.cells[0].text) == [wanted])
    }
  }
}
