import TestSupport
import Testing

@testable import Bases

@Suite("Changes to views")
struct BaseChangeTests {
  private static let pages = BaseColumn("pages") ?? .name
  private static let age = BaseColumn("note.age") ?? .name

  /// A view before and after its change, below `views:`; `!` where it is left alone.
  static let cases: [(before: String, change: BaseChange, after: String)] = [
    (
      "  - type: table\n    name: A # first\n    x: 1\n", .sort(pages, isDescending: false),
      "  - type: table\n    sort:\n      - property: note.pages\n        direction: ASC\n    name: A # first\n    x: 1\n"
    ),
    (
      "  - type: table\n    sort:\n      # by size\n      - property: pages # keep\n        direction: ASC\n    name: A\n",
      .sort(pages, isDescending: true),
      "  - type: table\n    sort:\n      # by size\n      - property: pages # keep\n        direction: DESC\n    name: A\n"
    ),
    (
      "  - type: table\n    sort:\n      - property: pages # keep\n        direction: ASC\n      - age\n",
      .sort(age, isDescending: false),
      "  - type: table\n    sort:\n      - property: note.age\n        direction: ASC\n      - property: pages # keep\n        direction: ASC\n"
    ),
    (
      "  - type: table\n    sort:\n      - property: pages # keep\n        direction: ASC\n      - age\n",
      .sort(pages, isDescending: nil),
      "  - type: table\n    sort:\n      # keep\n      - age\n"
    ),
    (
      "  - sort: [pages]\n    type: table\n", .sort(pages, isDescending: nil), "  - type: table\n"
    ),
    (
      "  - {type: table, sort: [pages, age], z: [1]}\n", .sort(pages, isDescending: nil),
      "  - {type: table, sort: [age], z: [1]}\n"
    ),
    ("  - {type: table}\n", .limit(5), "  - {type: table, limit: 5}\n"),
    ("  - type: table\n    limit: 7 # few\n", .limit(5), "  - type: table\n    limit: 5 # few\n"),
    ("  - type: table\n    limit: 7 # few\n", .limit(nil), "  - type: table\n    # few\n"),
    ("  - type: table\r\n    limit: 7\r\n", .limit(nil), "  - type: table\r\n"),
    ("  - type: table\n    limit: 7", .limit(nil), "  - type: table"),
    (
      "  - type: table\n    order:\n      - \"pages\" # one\n      - note.age\n",
      .move(pages, isRight: true),
      "  - type: table\n    order:\n      - note.age # one\n      - \"pages\"\n"
    ),
    ("  - {type: table, order: [pages, age]}\n", .hide(age), "  - {type: table, order: [pages]}\n"),
    ("  - {type: table, order: [pages]}\n", .hide(pages), "!"),
    ("  - {type: table, order: [pages]}\n", .move(pages, isRight: true), "!"),
    (
      "  - type: table\n    columnSize:\n      note.pages: 80 # wide\n      odd: x\n",
      .width(pages, 96),
      "  - type: table\n    columnSize:\n      note.pages: 96 # wide\n      odd: x\n"
    ),
    (
      "  - type: table\n    columnSize: {}\n", .width(pages, 96),
      "  - type: table\n    columnSize: {note.pages: 96}\n"
    ),
    (
      "  - type: table\n    columnSize:\n", .width(pages, 96),
      "  - type: table\n    columnSize: {note.pages: 96}\n"
    ),
    (
      "  - type: table\n    groupBy: {property: age, direction: DESC, z: 1}\n", .group(pages),
      "  - type: table\n    groupBy: {property: note.pages, direction: DESC, z: 1}\n"
    ),
    (
      "  - type: table\n    groupBy:\n      property: age\n      # why\n      direction: DESC\n    z: 1\n",
      .group(nil), "  - type: table\n    # why\n    z: 1\n"
    ),
    ("  - &a {type: table}\n  - *a\n", .limit(5), "!"),
    ("  - type: table\n    limit: !!int 7\n", .limit(5), "!"),
  ]

  @Test(
    "The first change to a base without views adds its first view and preserves every byte",
    arguments: [
      ("", "views:\n  - type: table\n    limit: 5\n    name: Table\n"),
      (
        "filters: x # why",
        "filters: x # why\nviews:\n  - type: table\n    limit: 5\n    name: Table\n"
      ),
      (
        "filters: x\r\n",
        "filters: x\r\nviews:\r\n  - type: table\r\n    limit: 5\r\n    name: Table\r\n"
      ),
      ("# only words\n", "# only words\nviews:\n  - type: table\n    limit: 5\n    name: Table\n"),
      ("{filters: x}\n", "!"), ("views: []\n", "!"), ("views:\n", "!"), ("filters: x\n...\n", "!"),
    ])
  func firstView(before: String, after: String) {
    let bytes = Array(before.utf8)
    let edited = try? BaseFile.bytes(bytes, changing: BaseFile(bytes).views[0], .limit(5))
    #expect(edited.map { String(decoding: $0, as: UTF8.self) } ?? "!" == after)
  }

  @Test("A change alters only its own bytes", arguments: cases)
  func changes(_ given: (before: String, change: BaseChange, after: String)) {
    let head = "# all\nfilters: \"x\" # why\nviews:\n"
    let bytes = Array((head + given.before).utf8)
    guard let view = BaseFile(bytes).views.last else { return }
    let made = (try? BaseFile.bytes(bytes, changing: view, given.change)).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(made == (given.after == "!" ? nil : head + given.after))
  }

  @Test("All comments and unknown keys remain after any change", arguments: 0..<200)
  func random(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var comments = 0
    func note() -> String {
      guard Int.random(in: 0..<3, using: &random) == 0 else { return "" }
      comments += 1
      return " # c\(comments)."
    }
    let names = ["file.name", "pages", "note.age", "formula.x", "\"note.My prop\""]
    var text = "views:\(note())\n"
    for number in 0..<Int.random(in: 1...3, using: &random) {
      var parts = [
        "type: table\(note())", "name: V\(number)\(note())", "odd\(number): {a: [1, 2]}\(note())",
      ]
      let order = names.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
      parts.append(
        Bool.random(using: &random)
          ? "order: [\(order.joined(separator: ", "))]\(note())"
          : "order:\(note())" + order.map { "\n      - \($0)\(note())" }.joined())
      if Bool.random(using: &random) {
        parts.append(
          "sort:"
            + names.shuffled(using: &random).prefix(2).map {
              "\n      - property: \($0)\(note())\n        direction: DESC\(note())"
            }.joined())
      }
      if Bool.random(using: &random) { parts.append("limit: 5\(note())") }
      if Bool.random(using: &random) {
        parts.append("groupBy:\n      property: pages\(note())\n      direction: ASC")
      }
      if Bool.random(using: &random) { parts.append("columnSize:\n      pages: 80\(note())") }
      text += "  - " + parts.shuffled(using: &random).joined(separator: "\n    ") + "\n"
    }
    var bytes = Array(text.utf8)
    for _ in 0..<6 {
      let base = BaseFile(bytes)
      let view = try #require(base.views.randomElement(using: &random))
      let column = try #require(
        names.randomElement(using: &random).flatMap {
          BaseColumn($0.replacing("\"", with: ""))
        })
      let changes: [BaseChange] = [
        .sort(column, isDescending: false), .sort(column, isDescending: true),
        .sort(column, isDescending: nil), .group(column), .group(nil), .hide(column),
        .move(column, isRight: true), .move(column, isRight: false), .width(column, 88),
        .limit(3), .limit(nil),
      ]
      let change = try #require(changes.randomElement(using: &random))
      guard let edited = try? BaseFile.bytes(bytes, changing: view, change) else { continue }
      let new = String(decoding: edited, as: UTF8.self)
      for number in stride(from: 1, through: comments, by: 1) {
        #expect(
          new.contains("# c\(number)."),
          "\(change)\n\(String(decoding: bytes, as: UTF8.self))\n\(new)")
      }
      for number in base.views.indices { #expect(new.contains("odd\(number): {a: [1, 2]}")) }
      bytes = edited
    }
  }
}
