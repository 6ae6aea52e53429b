import Testing

/// Each defect that was found from outside, and the test that keeps it mended. `Tests/defects.tsv`
/// has a line for each: the review it comes from, its number there, and the test's name or the
/// script's path. What is still to be mended says `open` there.
@Suite("Defects found from outside")
struct DefectTests {
  struct Row: CustomStringConvertible {
    var page: String
    var number: String
    var proof: String

    var description: String { "\(page) \(number): \(proof)" }
  }

  /// The numbered rows of each review. Others (polish, English, completions) have words instead.
  static let numbered: [String: [String]] = [
    "security": ["C1"] + numbers("H", 3) + numbers("M", 8) + numbers("L", 13),
    "use": numbers("A", 20),
    "line": numbers("D", 14) + numbers("L", 23),
    "vaults": ["1a", "1b", "1c", "1d", "4a", "4b", "4c", "7a", "7b", "7c"]
      + numbers("", 20).filter { $0 != "4" && $0 != "7" },
    "trials": numbers("T", 6),
  ]

  static func numbers(_ letter: String, _ last: Int) -> [String] {
    (1...last).map { "\(letter)\($0)" }
  }

  static func table() throws -> [Row] {
    try House.text("Tests/defects.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let cells = $0.split(separator: "\t", maxSplits: 2).map(String.init)
      try #require(cells.count == 3, "Tests/defects.tsv: no three cells in “\($0)”")
      return Row(page: cells[0], number: cells[1], proof: cells[2])
    }
  }

  @Test("Each line of the table names a test or a script that exists")
  func proofs() throws {
    var names = Set(try House.files(below: "Tests/Scripts", ending: ".script"))
    for path in try House.files(below: "Tests") {
      for name in try House.text(path).matches(of: #/@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/#) {
        names.insert(String(name.1).replacing(#/\\(["\\])/#) { String($0.1) })
      }
    }
    for row in try Self.table() where row.proof != "open" {
      if row.proof.hasPrefix("not a defect: ") { continue }
      #expect(names.contains(row.proof), "\(row)")
    }
  }

  @Test("SECURITY.md says what a vault reveals without its key, and the README links to it")
  func leaks() throws {
    #expect(try House.text("README.md").contains("(SECURITY.md)"))
    let page = try House.text("SECURITY.md")
    for word in ["many notes", "size", "padded"] {
      #expect(page.contains(word), "SECURITY.md says nothing of “\(word)”")
    }
  }

  @Test("Each numbered defect has a line in the table")
  func complete() throws {
    let rows = try Self.table()
    for (page, numbers) in Self.numbered {
      let mended = Set(rows.filter { $0.page == page }.map(\.number))
      #expect(numbers.filter { !mended.contains($0) } == [], "\(page)")
    }
  }
}
