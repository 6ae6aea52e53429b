import TestSupport
import Testing

@testable import Yaml

@Suite("YAML as a tree")
struct YamlTests {
  /// `5` plain, `"5"` otherwise; an alias with a preceding star.
  private func told(_ node: YamlNode) -> String {
    let shown =
      switch node.value {
      case .scalar(let text, let isPlain): isPlain ? text : "\"\(text)\""
      case .sequence(let items): "[\(items.map(told).joined(separator: " "))]"
      case .mapping(let pairs):
        "{\(pairs.map { "\(told($0.key))=\(told($0.value))" }.joined(separator: " "))}"
      }
    return node.isAlias ? "*\(shown)" : shown
  }

  private func read(_ text: String) throws -> YamlNode? { try Yaml.read(Array(text.utf8)) }

  static let trees: [(String, String?)] = [
    ("a: 5\nb: '5'\nc:\n- x\n- {y: z}\n", #"{a=5 b="5" c=[x {y=z}]}"#),
    ("a: 1\na: 2\n", "{a=1 a=2}"), ("- a\n-\n- ~\n", "[a  ~]"),
    ("{\"a\": [1, true]}", #"{"a"=[1 true]}"#),
    ("a: &x {b: [c]}\nd: [*x, *x]\n", "{a={b=[c]} d=[*{b=[c]} *{b=[c]}]}"),
    ("a: &x [*x]\nb: *none\n", "{a=[*] b=*}"), ("? [a, b]\n: c\n", "{[a b]=c}"),
    ("a: |\n  b\n  c\n", "{a=\"b\nc\n\"}"), ("", nil), ("# a\n", nil),
    ("---\n---\na: b\n", "{a=b}"),
    ("word", "word"), ("\u{FEFF}é: ü\n", "{é=ü}"),
  ]

  @Test("Scalars, lists and mappings come in order, with aliases written out", arguments: trees)
  func reads(text: String, expected: String?) throws {
    #expect(try read(text).map(told) == expected)
  }

  @Test("Each value reports its line, its column and its bytes")
  func ranges() throws {
    let text = """
      é: "ü" # ö
      b: &x [ä, 'c' ]  # none
      d:
        - e
        - {f: g}  # h

      empty:
      same: *x
      text: |
        ß
      last: two
        lines

      """
    let bytes = Array(text.utf8)
    let root = try #require(try read(text))
    var found: [String] = []
    for pair in root.pairs {
      for node in [pair.key, pair.value] + pair.value.items {
        found.append(
          "\(node.line):\(node.column) \(String(decoding: bytes[node.range], as: UTF8.self))")
      }
    }
    #expect(
      found == [
        "1:1 é", "1:4 \"ü\"", "2:1 b", "2:4 &x [ä, 'c' ]", "2:8 ä", "2:11 'c'", "3:1 d",
        "4:3 - e\n  - {f: g}", "4:5 e", "5:5 {f: g}", "7:1 empty", "7:7 ", "8:1 same", "8:7 *x",
        "2:8 ä", "2:11 'c'", "9:1 text", "9:7 |\n  ß\n", "11:1 last", "11:7 two\n  lines",
      ])
    #expect(root["b"]?.isMarked == true && root["b"]?.isFlow == true && root["d"]?.isFlow == false)
    #expect(root["same"]?.isAlias == true && root["empty"]?.isNull == true)
    #expect(root["d"]?.items.last?["f"]?.text == "g" && root["none"] == nil)
    let range = try #require(root["last"]).range
    #expect(root.range == 0..<range.upperBound)
  }

  static let broken: [(String, YamlProblem)] = [
    ("a: [b\n", YamlProblem(line: 2, column: 1, reason: "did not find expected ',' or ']'")),
    (
      "a: b: c\n",
      YamlProblem(line: 1, column: 5, reason: "mapping values are not allowed in this context")
    ),
    (
      "a: b\n---\nc: d\n",
      YamlProblem(line: 3, column: 1, reason: "there is more than one document")
    ),
  ]

  @Test("A problem reports its position and its reason", arguments: broken)
  func problems(text: String, expected: YamlProblem) {
    #expect(throws: expected) { try read(text) }
  }

  @Test("Aliases cannot multiply: they count as if written out")
  func limits() throws {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    var chain = "a0: &a0 [x]\n"
    for level in 1..<40 {
      let references = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(references)]\n"
      chain += "a\(level): &a\(level) [*a\(level - 1)]\n"
    }
    let wide = String(repeating: "w", count: 30_000)
    let deep = "values are nested more than 32 deep"
    let large = "the values are too many or too large"
    let cases = [
      (bomb, large), (chain, deep), ("a: &a \(wide)\nb: [*a, *a, *a, *a, *a]", large),
      ("a: " + String(repeating: "[", count: 5_000), deep),
      ("a: " + String(repeating: "{a: ", count: 40), deep),
      (String(repeating: "- a\n", count: 20_001), large),
    ]
    for (text, reason) in cases {
      let problem = #expect(throws: YamlProblem.self) { try read(text) }
      #expect(problem?.reason == reason)
    }
    let nested = "a: " + String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(try read(nested)?.height == 33)
  }

  @Test("Each range of any input lies within its bytes and holds the ranges of its items")
  func hostile() throws {
    var random = SeededRandom(seed: 7)
    let parts = [
      "a", "é", ":", " ", "\n", "- ", "[", "]", "{", "}", ",", "&x ", "*x", "'", "\"", "#",
    ]
    var read = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1..<16, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      guard let root = try? self.read(text) else { continue }
      read += 1
      check(root, within: 0..<text.utf8.count, text)
    }
    #expect(read > 1_000)
  }

  private func check(_ node: YamlNode, within outer: Range<Int>, _ text: String) {
    #expect(
      outer.lowerBound <= node.range.lowerBound && node.range.upperBound <= outer.upperBound,
      "\(text)")
    if node.isAlias { return }
    for child in node.items + node.pairs.flatMap({ [$0.key, $0.value] }) {
      check(child, within: node.range, text)
    }
  }
}
