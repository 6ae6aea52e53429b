import Bytes
import Entities
import TestSupport
import Testing

@testable import NoteSyntax

@Suite("Typed changes of a property")
struct PropertyChangeTests {
  private func changed(_ text: String, _ change: PropertyChange) throws -> String {
    let bytes = Array(text.utf8)
    return String(
      decoding: ByteEdit.apply(try PropertyEdit.edits(change, in: bytes), to: bytes), as: UTF8.self)
  }

  static func set(_ values: String..., type: PropertyType) -> PropertyChange {
    .set(name: "k", values: values, type: type)
  }

  static let cases: [(String, PropertyChange, String)] = [
    ("z: 1\n", set("5", type: .number), "z: 1\nk: 5\n"),
    ("k: a\n", set("-2.5", type: .number), "k: -2.5\n"),
    ("k: '5'\n", set("5", type: .number), "k: 5\n"),
    ("k: 5 # c\n", set("5", type: .text), "k: \"5\" # c\n"),
    ("k: 'a'\n", set("5", type: .text), "k: '5'\n"),
    ("k: a\n", set("true", type: .text), "k: \"true\"\n"),
    ("k: no # c\n", set("true", type: .checkbox), "k: true # c\n"),
    ("k:\n", set("2026-03-02", type: .date), "k: 2026-03-02\n"),
    ("k: \"x\"\n", set("2026-03-02", type: .date), "k: \"2026-03-02\"\n"),
    ("z: 1\n", set("2026-03-02T10:30", type: .datetime), "z: 1\nk: 2026-03-02T10:30\n"),
    ("K: a\n", set("b", type: .text), "K: b\n"),
    ("k: [a] # c\n", set("b", type: .text), "k: b # c\n"),
    ("k:\n  - a\n  - b\nz: 1\n", set("c", type: .text), "k: c\nz: 1\n"),
    ("k: [a, b]\n", set("c", type: .multitext), "k: [c]\n"),
    ("k:\n- a\n- b\n", set("c", "7", type: .tags), "k:\n- c\n- \"7\"\n"),
    ("k: a\n", set("c", type: .multitext), "k: [c]\n"),
    ("z: 1\n", set("c", type: .tags), "z: 1\nk:\n  - c\n"),
    ("k:\n", set("c", type: .tags), "k:\n  - c\n"),
    ("k: \"[[a]]\"\n", set("[[b]]", type: .text), "k: \"[[b]]\"\n"),
    ("K: a # c\nz: 1\n", .unset(name: "k"), "z: 1\n"), ("z: 1\n", .unset(name: "k"), "z: 1\n"),
    ("# x\n'K' : [a,  b] # c\n", .rename(name: "k", to: "new one"), "# x\nnew one : [a,  b] # c\n"),
    ("é: ü\nk: a\n", .rename(name: "K", to: "a:b"), "é: ü\n\"a:b\": a\n"),
    ("k: a\n", .rename(name: "k", to: "K"), "K: a\n"),
    ("z: 1\n", .rename(name: "k", to: "b"), "z: 1\n"),
  ]

  @Test(
    "Only the property's lines change, lists keep their form, and words are quoted where needed",
    arguments: cases)
  func changes(yaml: String, change: PropertyChange, expected: String) throws {
    #expect(try changed("---\n\(yaml)---\nbody\n", change) == "---\n\(expected)---\nbody\n")
    let windows = "\u{FEFF}---\n\(yaml)---\nbody\n".replacing("\n", with: "\r\n")
    let wanted = "\u{FEFF}---\n\(expected)---\nbody\n".replacing("\n", with: "\r\n")
    #expect(try changed(windows, change) == wanted)
  }

  static let refused: [(String, PropertyChange, String)] = [
    ("k: a\nk: b\n", set("c", type: .text), "more than once"),
    ("a: 1\nA: 2\n", .unset(name: "k"), "more than once"),
    ("k: &x a\nz: *x\n", .unset(name: "k"), "an anchor"),
    ("z: &x a\nk: *x\n", set("c", type: .text), "an anchor"),
    ("k: [a, !t b]\n", set("c", type: .text), "an anchor"),
    ("\tk: a\n", set("c", type: .text), "line 2"),
    ("k: {a: b}\n", set("c", type: .multitext), "values inside its value"),
    ("k:\n  a: b\n", set("c", type: .text), "or unset it first"),
    ("k: [1, [2, 3]]\n", set("c", type: .text), "values inside its value"),
    ("k: [a\n", .unset(name: "k"), "cannot be read"),
    ("{k: a}\n", set("c", type: .text), "a line for each"),
    ("{k: a}\n", .rename(name: "k", to: "b"), "a line for each"),
    ("k: a\nb: c\n", .rename(name: "k", to: "B"), "has “B” already"),
    ("z: &x\n  k: a\n? [b]\n: c\n", set("c", type: .text), "plain text"),
  ]

  @Test(
    "A property that cannot be changed alone is left alone, with the reason", arguments: refused)
  func refuses(yaml: String, change: PropertyChange, reason: String) {
    let bytes = Array("---\n\(yaml)---\n".utf8)
    let problem = #expect(throws: PropertyProblem.self) {
      try PropertyEdit.edits(change, in: bytes)
    }
    #expect(problem?.message.contains(reason) == true, "\(problem?.message ?? "")")
  }

  @Test("UTF-16 is left alone")
  func utf16() {
    let bytes: [UInt8] = [0xff, 0xfe, 0x61, 0]
    #expect(throws: PropertyProblem.self) {
      try PropertyEdit.edits(Self.set("a", type: .text), in: bytes)
    }
  }

  @Test("Properties set and removed in hostile notes leave every other byte the same")
  func hostile() throws {
    var random = SeededRandom(seed: 11)
    let lines = [
      "a: b", "a: 'c'  # d", "tags: [x, 'y z',  w]", "list:\n  - a\n  # c\n  - \"b\"",
      "m: {n: o, p: [q]}",
      "t: |\n  one\n\n  two", "f: >-\n  g\n  h", "anchor: &x [1]", "alias: *x", "\ttab: a", "a: b",
      "# only",
      "", "empty:", "due: 2026-03-02", "é ü: ö", "\"q: r\": s",
      "long: " + String(repeating: "w", count: 300),
      "multi: one\n  two", "x: [a", "deep: {a: {b: [c, {d: e}]}}", "n: 5.0", "K: there",
    ]
    let changes = [
      Self.set("a: b", type: .text), Self.set("5", type: .number), Self.set("a", "b", type: .tags),
    ]
    var (done, refused) = (0, 0)
    for _ in 0..<6_000 {
      let inner = (0..<Int.random(in: 0..<7, using: &random)).map { _ in
        lines.randomElement(using: &random) ?? ""
      }
      var text = "---\n" + inner.map { $0 + "\n" }.joined() + "---\nk: body\n---\n"
      if Bool.random(using: &random) { text = text.replacing("\n", with: "\r\n") }
      if Bool.random(using: &random) { text = "\u{FEFF}" + text }
      let bytes = Array(text.utf8) + (Bool.random(using: &random) ? [0xff, 0xc3] : [])
      guard let change = changes.randomElement(using: &random),
        let edits = try? PropertyEdit.edits(change, in: bytes)
      else {
        refused += 1
        continue
      }
      let set = ByteEdit.apply(edits, to: bytes)
      let had = PropertyEdit.property("k", in: bytes)
      #expect(edits.count == (had?.value == PropertyEdit.property("k", in: set)?.value ? 0 : 1))
      // All but the property's own lines.
      let back = ByteEdit.apply(try PropertyEdit.edits(.unset(name: "k"), in: set), to: set)
      let wanted =
        had == nil
        ? bytes : ByteEdit.apply(try PropertyEdit.edits(.unset(name: "k"), in: bytes), to: bytes)
      #expect(back == wanted, "\(text)")
      done += 1
    }
    #expect(done > 1_000 && refused > 1_000)
  }

  @Test("A note with ten thousand properties is left alone, and one with five hundred is not")
  func many() throws {
    func note(_ count: Int) -> String {
      "---\n" + (0..<count).map { "p\($0): \($0)\n" }.joined() + "---\n"
    }
    #expect(throws: PropertyProblem.self) { try changed(note(10_000), Self.set("a", type: .text)) }
    let text = note(499)
    let set = try changed(text, Self.set("a", type: .text))
    #expect(set.utf8.count == text.utf8.count + 5)
    #expect(try changed(set, .unset(name: "k")) == text)
  }
}

@Suite("Values and their types")
struct PropertyValueTests {
  static let cases: [(String, PropertyValue, PropertyType?)] = [
    ("5", .number(5), .number), ("-2.50", .number(-2.5), .number), ("1e3", .number(1000), .number),
    ("'5'", .text("5"), .text), ("0x10", .text("0x10"), .text), (".inf", .text(".inf"), .text),
    ("[~]", .list([.null]), .multitext),
    ("true", .checkbox(true), .checkbox), ("False", .checkbox(false), .checkbox),
    ("yes", .text("yes"), .text),
    ("'true'", .text("true"), .text), ("", .null, nil), ("~", .null, nil), ("''", .text(""), .text),
    ("2026-03-02", .text("2026-03-02"), .date), ("2026-02-30", .text("2026-02-30"), .text),
    ("2026-03-02T10:30", .text("2026-03-02T10:30"), .datetime),
    ("2026-03-02 10:30:15+01:00", .text("2026-03-02 10:30:15+01:00"), .datetime),
    ("2026-03-02 late", .text("2026-03-02 late"), .text),
    ("2026-03-02T25:00", .text("2026-03-02T25:00"), .text),
    ("[a, 5, [b]]", .list([.text("a"), .number(5), .list([.text("b")])]), .multitext),
    (
      "{a: 1, b: ~}",
      .object([.init(name: "a", value: .number(1)), .init(name: "b", value: .null)]), .text
    ),
  ]

  @Test("A value reads as YAML defines it and determines its type", arguments: cases)
  func reads(yaml: String, value: PropertyValue, type: PropertyType?) throws {
    let property = try #require(
      PropertyEdit.property("K", in: Array("---\nk: \(yaml)\n---\n".utf8)))
    #expect(property.value == value)
    #expect(PropertyType(of: property.value, named: "k") == type)
    #expect(PropertyType(of: property.value, named: "Tags") == .tags)
  }
}
