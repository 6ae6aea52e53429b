import Testing

@testable import NoteSyntax

@Suite("Reading front matter")
struct FrontMatterTests {
  static let cases: [(String, [String])] = [
    ("a: b\nc:\nd: ~\n", ["a: b", "c: ", "d: "]),
    ("tags: [a, b/c]\n", ["tags: a + b/c", "2 #a", "2 #b/c"]),
    ("tags:\n  - a\n  - '#b'\n- c\n", ["problem line 5: did not find expected key"]),
    ("tags:\n- a\n- b\n", ["tags: a + b", "3 #a", "4 #b"]),
    ("tags: a, b c\n", ["tags: a, b c", "2 #a", "2 #b", "2 #c"]),
    ("Tag: a\nalias: x\n", ["Tag: a", "alias: x", "alias x", "2 #a"]),
    ("tags: [1984, y1984]\n", ["tags: 1984 + y1984", "2 #y1984"]),
    ("tags: '&'\n", ["tags: &"]),
    (
      "TAGS: [a.b, c&d, 'e:', '#f', g/, ü🎉]\n",
      ["TAGS: a.b + c&d + e: + #f + g/ + ü🎉", "2 #f", "2 #g", "2 #ü🎉"]
    ),
    ("aliases: One two, Three\n", ["aliases: One two, Three", "alias One two", "alias Three"]),
    ("aliases: [\"a, b\", c]\n", ["aliases: a, b + c", "alias a, b", "alias c"]),
    ("{\"tags\": [\"a\"], \"n\": 1.5}\n", ["tags: a", "n: 1.5", "2 #a"]),
    ("d: 2026-03-02T10:30:00 # note\n", ["d: 2026-03-02T10:30:00"]),
    ("a: |\n  b\n  c\nd: {e: f, g: [h, i]}\n", ["a: b\nc\n", "d: e: f + g: h, i"]),
    ("a: &x [b, c]\nd: *x\n", ["a: b + c", "d: b + c"]),
    (
      "up: \"[[A b]]\"\nl:\n  - '[[C|it''s]]'\nx: [[d]]\nt: see [[E]]\n",
      [
        "up: [[A b]]", "l: [[C|it's]]", "x: d", "t: see [[E]]", "2 wiki <A b>",
        "4 wiki <C> |it''s", "6 wiki <E>",
      ]
    ),
    (
      "up: \"[A](b/c.md)\"\nweb: '[w](https://x.org)'\nt: \"[A](b.md) and\"\n",
      [
        "up: [A](b/c.md)", "web: [w](https://x.org)", "t: [A](b.md) and", "2 markdown <b/c.md> |A",
        "3 external <https://x.org> |w",
      ]
    ),
    ("a: [b\n", ["problem line 3: did not find expected ',' or ']'"]),
    ("a: b: c\n", ["problem line 2: mapping values are not allowed in this context"]),
    ("\ta: b\n", ["problem line 2: found character that cannot start any token"]),
    ("just words\n", ["problem line 2: “name: value” is expected here"]),
    ("- a\n", ["problem line 2: “name: value” is expected here"]), ("", []), ("# only\n", []),
    ("a: *b\n", ["a: "]), ("é: ü\n", ["é: ü"]),
    ("a: \u{7}\n", ["problem line 2: control characters are not allowed"]),
  ]

  @Test(
    "Front matter gives properties, tags and aliases, or a problem with its line", arguments: cases)
  func reads(yaml: String, expected: [String]) {
    #expect(ScanText.scan("---\n\(yaml)---\n") == expected)
    let windows = ScanText.scan("\u{FEFF}---\r\n\(yaml.replacing("\n", with: "\r\n"))...\r\n")
    #expect(windows == expected)
  }

  private func content(_ yaml: String) -> FrontMatterContent {
    let bytes = Array("---\n\(yaml)\n---\n".utf8)
    guard let found = FrontMatter(bytes.span, from: 0, end: bytes.count, isWhole: true) else {
      return FrontMatterContent()
    }
    return FrontMatterReader.read(bytes.span, found)
  }

  @Test("Front matter that would take much memory or time is a problem instead")
  func limits() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<12 {
      let references = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(references)]\n"
    }
    let wide = String(repeating: "w", count: 30_000)
    let cases = [
      bomb, "a: &a \(wide)\nb: [*a, *a, *a, *a, *a]",
      "a: &a {k: \(wide)}\nb: {c: *a, d: [*a, *a, *a]}",
      "a: " + String(repeating: "[", count: 5_000), "a: " + String(repeating: "{a: ", count: 40),
      (0..<501).map { "k\($0): v" }.joined(separator: "\n"),
      "a: " + String(repeating: "x", count: 70_000),
      "k: [" + String(repeating: "a, ", count: 4_001) + "]",
    ]
    for yaml in cases {
      let content = content(yaml)
      #expect(content.problem != nil && content.properties.isEmpty)
    }
    #expect(content((0..<500).map { "k\($0): v" }.joined(separator: "\n")).properties.count == 500)
  }
}
