import Entities
import Expressions
import Testing

@testable import Bases

@Suite("Base files")
struct BaseFileTests {
  static let large = """
    # Books of the shelf
    filters:
      and:
        - file.hasTag("book")
        - not:
            - file.inFolder("Templates")
    formulas:
      ppu: '(price / pages).toFixed(3)'
      age: |
        (today() - published).days
      both: formula.ppu + " " + formula.age
    properties:
      pages:
        displayName: "Pages"
      note.price: {displayName: Price}
      formula.ppu:
        displayName: Per page
    summaries:
      rounded: 'values.mean().round(1)'
    views:
      - type: table
        name: All
        order: [file.name, pages, note.price, formula.ppu]
        sort:
          - property: pages
            direction: DESC
        summaries:
          pages: rounded
          price: Sum
        columnSize: {note.pages: 80}
      - type: cards
        name: By rating
        groupBy: {property: note.rating, direction: DESC}
        image: note.cover
        limit: 10
      - type: map
        name: Where
    """

  /// Bases as people write them, and the paths that the first view shows.
  static let forms: [(text: String, paths: String)] = [
    ("", "Frank Herbert.md Books/Dune.md Books/cover.png Books/Shelf.base"),
    ("filters: file.ext == \"md\"", "Books/Dune.md Frank Herbert.md"),
    ("filters: 'file.hasTag(\"book\")'", "Books/Dune.md"),
    (
      "filters:\n  and:\n    - file.inFolder(\"Books\")\n    - file.ext != \"md\"",
      "Books/cover.png Books/Shelf.base"
    ),
    ("filters:\n  or:\n    - pages > 400\n    - born", "Books/Dune.md Frank Herbert.md"),
    ("filters:\n  not:\n    - file.ext == \"md\"\n    - file.ext == \"png\"", "Books/Shelf.base"),
    (
      "filters:\n  and:\n    - or:\n        - read == true\n        - file.name == \"x\"\n    - not: [born]",
      "Books/Dune.md"
    ),
    (
      "views:\n  - type: table\n    name: A\n    filters: file.hasLink(\"Dune\")",
      "Frank Herbert.md"
    ),
    (
      "views:\n  - type: table\n    name: A\n    filters:\n      and: [pages]\n    order: [file.name]",
      "Books/Dune.md"
    ),
    ("filters: pages\nviews:\n  - type: cards\n    name: C\n    filters: born", ""),
    (
      "filters: this.file.name == \"Shelf.base\" && file.folder == this.file.folder",
      "Books/Dune.md Books/cover.png Books/Shelf.base"
    ),
    ("filters:\n  and: []", "Books/Dune.md Books/Shelf.base Books/cover.png Frank Herbert.md"),
    ("filters:\n  or: []", "Books/Dune.md Books/Shelf.base Books/cover.png Frank Herbert.md"),
    (
      "views:\n  - type: list\n    name: L\n    limit: 1\n    sort: [{property: file.name, direction: DESC}]",
      "Books/Shelf.base"
    ),
    (
      "views:\n  - type: table\n    name: T\n    sort:\n      - column: file.size\n        direction: ASC\n    filters: file.size > 100",
      "Books/Dune.md Books/cover.png"
    ),
    (
      "views:\n  - type: table\n    name: T\n    sort: [pages]\n    filters: file.ext == 'md'",
      "Books/Dune.md Frank Herbert.md"
    ),
    ("formulas:\n  big: pages > 100\nfilters: formula.big", "Books/Dune.md"),
    ("filters: list(genres).contains(\"classic\")", "Books/Dune.md"),
    ("filters: file.backlinks.contains(file(\"Dune\")) && born", "Frank Herbert.md"),
    ("filters: link(\"Frank Herbert\") == author", "Books/Dune.md"),
    ("# only a comment\n", "Books/Dune.md Books/Shelf.base Books/cover.png Frank Herbert.md"),
    (
      "views:\n  - type: some-plugin-view\n    name: P\n    strange: {a: [1, 2]}\nfilters: started > \"2026-02-27\"",
      "Books/Dune.md"
    ),
    ("filters: |\n  file.ext == \"md\" &&\n  pages", "Books/Dune.md"),
    ("filters: >-\n  file.ext == \"md\"\n  && born", "Frank Herbert.md"),
  ]

  private func run(_ base: BaseFile, view: String? = nil) throws -> (BaseQuery, BaseResult) {
    let query = BaseQuery(
      base, try #require(base.view(named: view)), files: MemoryFiles.few,
      moment: MemoryFiles.moment, this: 3, within: .ofView)
    return (query, query.run())
  }

  private func text(_ query: BaseQuery, _ cell: BaseResult.Cell) -> String {
    switch cell {
    case .value(let value): query.text(value)
    case .problem(let problem): "! \(problem.text)"
    }
  }

  @Test("Base files as people write them show the expected notes", arguments: forms)
  func form(text: String, paths: String) throws {
    let base = BaseFile(Array(text.utf8))
    #expect(base.problems.isEmpty)
    let (_, result) = try run(base)
    let shown = result.groups.flatMap(\.rows).map { MemoryFiles.few.path(of: $0.file).text }
    #expect(Set(shown) == Set(Self.split(paths)) && shown.count == Self.split(paths).count)
    // Where an order is requested, it is this one.
    if text.contains("sort:") { #expect(shown == Self.split(paths)) }
    #expect(result.problems.isEmpty)
  }

  private static func split(_ paths: String) -> [String] {
    let all = ["Books/Dune.md", "Books/Shelf.base", "Books/cover.png", "Frank Herbert.md"]
    let found = all.compactMap { path in
      paths.firstRange(of: path).map { (at: $0.lowerBound, path: path) }
    }
    return found.sorted { $0.at < $1.at }.map(\.path)
  }

  @Test("A table has titles, cells, its own summaries, and a formula that uses others")
  func table() throws {
    let base = BaseFile(Array(Self.large.utf8))
    #expect(base.problems.isEmpty)
    #expect(base.views.map(\.name) == ["All", "By rating", "Where"])
    let (query, result) = try run(base)
    #expect(result.columns.map(\.title) == ["file name", "Pages", "Price", "Per page"])
    #expect(
      result.groups[0].rows[0].cells.map { text(query, $0) } == ["Dune", "412", "9.5", "0.023"])
    #expect(result.summaries.map { text(query, $0.value) } == ["412", "9.5"])
    let (other, grouped) = try run(base, view: "by RATING")
    #expect(grouped.groups.map { text(other, $0.value!) } == ["5"])
  }

  @Test("Rows are grouped, sorted within groups, cut at the limit, and empty values come last")
  func grouped() throws {
    let files = MemoryFiles(
      [("a", "x", 2), ("b", "y", 1), ("c", "x", 1), ("d", "", 9), ("e", "y", 3)].map {
        name, group, size in
        MemoryFiles.File(
          path: "\(name).md", frontMatter: group.isEmpty ? "" : "kind: \(group)", size: size)
      })
    let base = BaseFile(
      Array(
        """
        views:
          - type: table
            name: T
            groupBy: {property: kind, direction: DESC}
            sort: [{property: file.size, direction: ASC}]
            summaries: {file.size: Sum}
            limit: 4
        """.utf8))
    let query = BaseQuery(
      base, base.views[0], files: files, moment: MemoryFiles.moment, this: nil,
      within: .ofView)
    let result = query.run()
    let shown = result.groups.map { group in
      "\(text(query, group.value!)): "
        + group.rows.map { files.path(of: $0.file).stem.text }.joined() + " "
        + group.summaries.map { text(query, $0.value) }.joined()
    }
    #expect(shown == ["y: be 4", "x: ca 3"])
    #expect(result.summaries.map { text(query, $0.value) } == ["7"])
  }

  @Test(
    "Each summary has the expected value",
    arguments: [
      ("Average", "2.5"), ("Min", "1"), ("Max", "4"), ("Sum", "10"), ("Range", "3"),
      ("Median", "2.5"),
      ("Stddev", "1.118033988749895"), ("Earliest", ""), ("Latest", ""), ("Checked", "0"),
      ("Unchecked", "0"),
      ("Empty", "1"), ("Filled", "4"), ("unique", "4"),
    ])
  func summary(name: String, answer: String) throws {
    #expect(try summed(name, ["1", "2", "3", "4", ""]) == answer)
  }

  @Test("Days, checkboxes and texts have summaries")
  func otherSummaries() throws {
    let days = ["2026-01-05", "2026-01-01", "", "2026-01-09"]
    #expect(try summed("Earliest", days) == "2026-01-01")
    #expect(try summed("Latest", days) == "2026-01-09")
    #expect(try summed("Range", days) == "8 days")
    #expect(try summed("Checked", ["true", "false", "true", "x"]) == "2")
    #expect(try summed("Unchecked", ["true", "false", "true", "x"]) == "1")
    #expect(try summed("Unique", ["a", "b", "a"]) == "2")
    #expect(try summed("Average", ["a"]) == "")
  }

  private func summed(_ name: String, _ values: [String]) throws -> String {
    let files = MemoryFiles(
      values.enumerated().map { MemoryFiles.File(path: "\($0).md", frontMatter: "x: \($1)") })
    let base = BaseFile(
      Array("views: [{type: table, name: T, order: [x], summaries: {x: \(name)}}]".utf8))
    #expect(base.problems.isEmpty)
    let query = BaseQuery(
      base, base.views[0], files: files, moment: MemoryFiles.moment, this: nil,
      within: .ofView)
    return text(query, query.run().summaries[0].value)
  }

  @Test(
    "A mistake in a file is reported with its line and column, and the rest is read",
    arguments: [
      ("filters: a +", "1:13: the expression ends too early"),
      ("filters: \"a +\"", "1:14: the expression ends too early"),
      ("filters: |\n  a\n  + nope()", "3:5: there is no function nope()"),
      ("filters:\n  adn: [a]", "2:3: a filter is and, or, not or an expression"),
      ("filters:\n  and: [a]\n  or: [b]", "3:3: a filter has one key: and, or or not"),
      ("formulas:\n  a: formula.b\n  b: formula.a", "2:6: formula “a” depends on itself"),
      ("formulas: [1]", "1:11: formulas: names with values are expected here"),
      ("views: 5", "1:8: views are a list"),
      ("- a", "1:1: a base: names with values are expected here"),
      ("views: [{type: table, name: T, limit: many}]", "1:39: limit is a number from 0 on"),
      ("views: [{type: table, name: T, order: [file.nope]}]", "1:40: files have no “file.nope”"),
      ("views: [{type: table, name: T, order: [formula.x]}]", "1:9: there is no formula “x”"),
      (
        "views: [{type: table, name: T, sort: [{direction: ASC}]}]",
        "1:39: property is missing here"
      ),
      (
        "views: [{type: table, name: T, sort: [{property: x, direction: UP}]}]",
        "1:64: direction is ASC or DESC"
      ),
      ("views: [{type: table, name: T, summaries: {x: Most}}]", "1:47: there is no summary “Most”"),
      ("views: []\nviews: []", "2:1: “views” is there twice; the first one holds"),
      ("a: [", "2:1: did not find expected node content"),
    ])
  func mistakes(text: String, problem: String) {
    #expect(BaseFile(Array(text.utf8)).problems.first?.text == problem)
  }

  @Test(
    "A wrong filter shows no row and is reported once, and a wrong cell does not affect the others")
  func wrongParts() throws {
    let (_, result) = try run(BaseFile(Array("filters: title * 2".utf8)))
    #expect(result.groups.flatMap(\.rows).count == 0)
    #expect(result.problems.map(\.text) == ["1:16: * needs a number, and “Dune” is none"])
    let text =
      "formulas:\n  bad: words * 2\nviews: [{type: table, name: T, order: [file.name, formula.bad], filters: pages}]"
    let (query, other) = try run(BaseFile(Array(text.utf8)))
    #expect(
      other.groups[0].rows[0].cells.map { self.text(query, $0) } == [
        "Dune", "! 2:14: * needs a number, and “text” is none",
      ])
  }

  @Test("Remains of removed or unwritten formulas are not a problem")
  func leftovers() throws {
    let base = BaseFile(
      Array(
        """
        formulas:
          "": ""
          open: ""
          half: pages / 2
        properties:
          note.file.name: {displayName: Twin}
        views:
          - type: table
            name: T
            filters: pages
            order: [file.name, formula., formula.open, formula.half, note.file.name]
            sort: [{property: formula.gone, direction: DESC}, {property: formula., direction: ASC}]
        """.utf8))
    #expect(base.problems.isEmpty)
    let (query, result) = try run(base)
    #expect(result.columns.map(\.title) == ["file name", "", "open", "half", "Twin"])
    #expect(
      result.groups[0].rows.map { $0.cells.map { text(query, $0) } }
        == [["Dune", "", "", "206", ""]])
    #expect(result.columns.map(\.column.text).last == "note.file.name")
  }

  @Test("Columns without a name have Obsidian's names")
  func titles() throws {
    let base = BaseFile(
      Array(
        "views: [{type: table, order: [file.mtime, file.folder, file.tags, note.age, formula.x]}]"
          .utf8))
    let (_, result) = try run(base)
    #expect(result.columns.map(\.title) == ["modified time", "folder", "file tags", "age", "x"])
  }

  @Test("A view reports problems in what it uses, and the file reports all problems")
  func problemsOfViews() throws {
    let base = BaseFile(
      Array(
        """
        formulas:
          cut: "pages && "
          me: formula.me
        views:
          - {type: table, name: A, order: [file.name, nope.x]}
          - {type: table, name: B, filters: pages ===, order: [formula.cut]}
          - {type: table, name: C, filters: pages, order: [formula.none]}
        """.utf8))
    func lines(_ name: String) throws -> [Int] {
      base.problems(for: try #require(base.view(named: name))).map(\.line)
    }
    #expect(base.problems.map(\.line) == [2, 3, 6, 7])
    #expect(try lines("A") == [] && lines("B") == [6] && lines("C") == [7])
  }
}
