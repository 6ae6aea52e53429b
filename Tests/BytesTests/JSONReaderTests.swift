import Testing

@testable import Bytes

@Suite("JSON written by other programs")
struct JSONReaderTests {
  private func read(_ text: String) -> JSONReader.Value? { JSONReader.value(of: Array(text.utf8)) }

  @Test("All of JSON is read")
  func values() {
    #expect(read(" {} ") == .object([:]))
    #expect(
      read("[1, -0.5e+3, true, false, null]")
        == .array([.number("1"), .number("-0.5e+3"), .bool(true), .bool(false), .null]))
    #expect(
      read(#"{"a": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00", "b": {"c": []}}"#)
        == .object([
          "a": .string("\"\\/\u{8}\u{c}\n\r\té😀"), "b": .object(["c": .array([])]),
        ]))
    #expect(read("\u{feff}{\"a\":1}") == .object(["a": .number("1")]))
    #expect(read(#"{"a": 1, "a": 2}"#) == .object(["a": .number("2")]))
  }

  @Test("Strings of members are found with their positions, even in invalid JSON")
  func strings() {
    let text =
      #"{"a": "x\n\u00e9", "b": 1, "c": ["d"], "e": {"f":"g"}, "h": "\q", "i" : "j"} "k": "l"#
    let bytes = Array(text.utf8)
    let members = JSONReader.stringMembers(in: bytes)
    #expect(members.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "f", "h", "i"])
    #expect(
      members.map { $0.value.text.map { String(decoding: $0, as: UTF8.self) } } == [
        "x\né", "g", nil, "j",
      ])
    #expect(members.map(\.object) == [1, 2, 1, 1])
    let value = members[0].value
    #expect(String(decoding: bytes[value.range], as: UTF8.self) == #"x\n\u00e9"#)
    #expect(String(decoding: bytes[value.range(of: 1..<2)], as: UTF8.self) == #"\n"#)
    #expect(String(decoding: bytes[value.range(of: 2..<4)], as: UTF8.self) == #"\u00e9"#)
    #expect(value.range(of: 4..<4) == value.range.upperBound..<value.range.upperBound)
    #expect(
      String(decoding: JSONString.escaped("a\"\\\n\r\t\u{1}é".utf8), as: UTF8.self)
        == #"a\"\\\n\r\t\u0001é"#)
  }

  @Test(
    "Invalid JSON gives nothing, never a part",
    arguments: [
      "", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "{'a':1}", "{a:1}",
      "// x\n{}", "{} {}", "01", "1.", "+1", "1e", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
      "\"\\udc00\"", "\"\\u12\"", "\"a", "\"\n\"", "tru", "nulll", "-", "\u{0}",
    ])
  func refuses(text: String) {
    #expect(read(text) == nil)
  }

  @Test("A text nested a thousand deep is refused, and a slightly nested one is read")
  func depth() {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(read(deep) == nil)
    let flat = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(read(flat) != nil)
  }

  @Test(
    "An error has its line and column",
    arguments: [
      ("{\n  \"a\": tru}", 2, 8, "this is not JSON"), ("{\"a\": 1", 1, 8, "it ends too early"),
      ("[1]\n x", 2, 2, "this is not JSON"),
      (String(repeating: "[", count: 10_000), 1, 65, "more than 64 levels are not read"),
    ])
  func places(text: String, line: Int, column: Int, reason: String) {
    #expect(throws: JSONReader.Fault(line: line, column: column, reason: reason)) {
      try JSONReader.read(Array(text.utf8))
    }
  }

  @Test("Bytes that are not UTF-8 are not JSON")
  func bytes() {
    #expect(JSONReader.value(of: [0x22, 0xff, 0x22]) == nil)
    #expect(JSONReader.value(of: [0xff]) == nil)
  }
}
