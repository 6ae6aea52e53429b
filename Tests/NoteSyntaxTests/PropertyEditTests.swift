import Bytes
import Entities
import TestSupport
import Testing

@testable import NoteSyntax

@Suite("Changes of one property")
struct PropertyEditTests {
  enum Change: Sendable {
    case set([String])
    case remove
    case add(String)
    case take(String)

    func edits(of name: String, in bytes: [UInt8]) throws(PropertyProblem) -> [ByteEdit] {
      switch self {
      case .set(let values): try PropertyEdit.set(name, to: values, in: bytes)
      case .remove: try PropertyEdit.remove(name, in: bytes)
      case .add(let item): try PropertyEdit.add(item, to: name, in: bytes)
      case .take(let item): try PropertyEdit.remove(item, from: name, in: bytes)
      }
    }

    func values(after old: [String]?) -> [String]? {
      switch self {
      case .set(let values): values
      case .remove: nil
      case .add(let item): old?.contains(item) == true ? old : (old ?? []) + [item]
      case .take(let item): old?.filter { $0 != item }
      }
    }
  }

  private func changed(_ text: String, _ change: Change, _ name: String = "k") throws -> String {
    let bytes = Array(text.utf8)
    let edits = try change.edits(of: name, in: bytes)
    return String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
  }

  static let cases: [(String, Change, String)] = [
    ("k: a # c\n", .set(["b"]), "k: b # c\n"), ("k:   'a'\n", .set(["it's"]), "k:   'it''s'\n"),
    ("k: \"a\"\n", .set(["b \"c\""]), "k: \"b \\\"c\\\"\"\n"),
    ("k: a\n", .set(["x: y"]), "k: \"x: y\"\n"),
    ("k:\n", .set(["a"]), "k: a\n"), ("k: # c\n", .set(["a"]), "k: a # c\n"),
    ("k: a\n", .set(["b", "c"]), "k: [b, c]\n"),
    ("k: a\n", .set([]), "k: []\n".replacing(" []", with: " ")),
    ("k: [a, b]\n", .set(["c"]), "k: [c]\n"), ("k:\n  - a\n  - b\n", .set(["c"]), "k:\n  - c\n"),
    ("k: |\n  a\n  b\nz: 1\n", .set(["c"]), "k: c\nz: 1\n"),
    ("k: a\n  b\nz: 1\n", .set(["c"]), "k: c\nz: 1\n"),
    ("z: 1\n", .set(["a"]), "z: 1\nk: a\n"),
    ("z: 1\n", .set(["a", "b"]), "z: 1\nk:\n  - a\n  - b\n"),
    ("z:\n- y\n", .set(["a", "b"]), "z:\n- y\nk:\n- a\n- b\n"),
    ("z: 1\n", .add("a"), "z: 1\nk:\n  - a\n"),
    ("k: a\n# c\nz: 1\n", .remove, "# c\nz: 1\n"),
    ("k:\n  - a\n\n  - b\nz: 1\n", .remove, "z: 1\n"),
    ("z: 1\n", .remove, "z: 1\n"), ("k: [a, b] # c\n", .add("d"), "k: [a, b, d] # c\n"),
    ("k: []\n", .add("d"), "k: [d]\n"), ("k: ['a']\n", .add("d"), "k: ['a', 'd']\n"),
    ("k:\n    - a\n", .add("d e"), "k:\n    - a\n    - d e\n"),
    ("k: a\n", .add("b"), "k: [a, b]\n"),
    ("k: 'a, b'\n", .add("c"), "k: ['a, b', 'c']\n"), ("k:\n", .add("a"), "k: [a]\n"),
    ("k: [a]\n", .add("a"), "k: [a]\n"), ("k: [a, b, c]\n", .take("a"), "k: [b, c]\n"),
    ("k: [a, b, c]\n", .take("c"), "k: [a, b]\n"), ("k: [a, b, a, a]\n", .take("a"), "k: [b]\n"),
    ("k: [a]\n", .take("a"), "k: []\n"), ("k:\n  - a\n  - b\n", .take("a"), "k:\n  - b\n"),
    ("k:\n  - a\n", .take("a"), "k:\n"), ("k: a\n", .take("a"), "k: \n"),
    ("k: a\n", .take("b"), "k: a\n"),
    ("\"k\": a\n", .set(["b"]), "\"k\": b\n"), ("k: a\n", .set(["~"]), "k: \"~\"\n"),
    ("k: a\n", .set(["a\nb\u{1}"]), "k: \"a\\nb\\u0001\"\n"),
    ("k: [a]\n", .set(["b, c", "d"]), "k: [\"b, c\", d]\n"),
    ("k: a\n", .set(["2026-03-02"]), "k: 2026-03-02\n"),
    ("k: a\n", .set(["[[N]]"]), "k: \"[[N]]\"\n"),
  ]

  @Test("Only the property's line changes, in its own style", arguments: cases)
  func changes(yaml: String, change: Change, expected: String) throws {
    #expect(try changed("---\n\(yaml)---\n# x\n", change) == "---\n\(expected)---\n# x\n")
    let windows = "\u{FEFF}---\r\n\(yaml.replacing("\n", with: "\r\n"))---\r\nx\n"
    let result = try changed(windows, change)
    #expect(result == "\u{FEFF}---\r\n\(expected.replacing("\n", with: "\r\n"))---\r\nx\n")
  }

  @Test("A note without front matter gets it, with the note's own line endings")
  func begins() throws {
    #expect(try changed("# x\r\n", .set(["a"])) == "---\r\nk: a\r\n---\r\n# x\r\n")
    #expect(try changed("\u{FEFF}x", .add("a")) == "\u{FEFF}---\nk:\n  - a\n---\nx")
    #expect(try changed("", .set(["a"]), "b c: d") == "---\n\"b c: d\": a\n---\n")
    #expect(try changed("x", .remove) == "x")
  }

  static let refused: [(String, Change)] = [
    ("k: [a\n", .set(["b"])), ("a: b: c\n", .add("x")), ("{\"k\": 1}\n", .set(["b"])),
    ("k: {a: b}\n", .add("c")), ("k: [[a], b]\n", .take("b")), ("k: &x a\nz: *x\n", .remove),
    ("k: |\n  a\n", .add("b")), ("? k\n: a\n", .set(["b"])),
  ]

  @Test(
    "Broken YAML, JSON and properties that cannot be changed alone stay the same",
    arguments: refused)
  func refuses(yaml: String, change: Change) {
    #expect(throws: PropertyProblem.self) { try changed("---\n\(yaml)---\n", change) }
  }

  private static let words = [
    "a", "b c", "it's", "x: y", "#z", "[q]", "é漢", "\"", "\\", "1", "~", "", "a, b", "- n", "\n",
    "k #c", "e:",
  ]

  @Test(
    "Random changes alter only the property's lines, and reading returns the value that was set")
  func random() throws {
    var random = SeededRandom(seed: 41)
    var made = 0
    for round in 0..<6_000 {
      let end = round.isMultiple(of: 3) ? "\r\n" : "\n"
      let chunks = (0..<Int.random(in: 1...5, using: &random)).map { index in
        Self.chunk("k\(index)", &random).replacing("\n", with: end)
      }
      let text = "---\(end)" + chunks.joined() + "---\(end)body\n\u{0}"
      let place = Int.random(in: 0...chunks.count, using: &random)
      let name = "k\(place)"
      let change = Self.change(&random)
      let old = Self.values(text)
      #expect(old != nil, "\(String(reflecting: text))")
      guard let old, let result = try? changed(text, change, name) else { continue }
      made += 1
      let story = "\(String(reflecting: text)) \(name) \(change) -> \(String(reflecting: result))"
      // The text before and after the property is unchanged, byte for byte.
      let before = "---\(end)" + chunks.prefix(place).joined()
      let after = chunks.dropFirst(place + 1).joined() + "---\(end)body\n\u{0}"
      #expect(Array(result.utf8).starts(with: Array(before.utf8)), "\(story)")
      #expect(Array(result.utf8).hasSuffix(Array(after.utf8)), "\(story)")
      var expected = old
      expected[name] = change.values(after: old[name])
      #expect(Self.values(result) == expected, "\(story)")
    }
    #expect(made > 5_000)
  }

  private static func values(_ text: String) -> [String: [String]]? {
    let scan = NoteScanner.scan(text.utf8.span)
    if scan.frontMatterProblem != nil { return nil }
    return Dictionary(scan.properties.map { ($0.name, $0.values) }) { first, _ in first }
  }

  private static func word(_ random: inout SeededRandom, inList: Bool) -> String {
    let word = words.randomElement(using: &random) ?? ""
    let quote = [PropertyText.Quote.plain, .single, .double].randomElement(using: &random)
    return String(
      decoding: PropertyText.value(word, like: quote ?? .plain, inList: inList), as: UTF8.self)
  }

  /// A property as someone may have written it.
  private static func chunk(_ name: String, _ random: inout SeededRandom) -> String {
    let comment = Bool.random(using: &random) ? " # why" : ""
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "\(name):\(comment)\n"
    case 1: return "\(name):  \(word(&random, inList: false))\(comment)\n"
    case 2:
      let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in word(&random, inList: true)
      }
      return "\(name): [\(items.joined(separator: ", "))]\(comment)\n"
    case 3:
      let indent = ["", " ", "    "].randomElement(using: &random) ?? ""
      let items = (0...2).map { _ in "\(indent)- \(word(&random, inList: false))\(comment)\n" }
      return "\(name):\n" + items.joined()
    case 4: return "\(name): |\n  one\n\n  two\n"
    default: return "\(name): one\n  two\n"
    }
  }

  private static func change(_ random: inout SeededRandom) -> Change {
    let word = words.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .remove
    case 1: return .add(word)
    case 2: return .take(word)
    case 3: return .set([])
    case 4: return .set([word])
    default: return .set([word, words.randomElement(using: &random) ?? ""])
    }
  }
}
