import Testing

@testable import Bytes

@Suite("JSON of other programs")
struct JSONReaderTests {
  private func read(_ text: String) -> JSONReader.Value? { JSONReader.value(of: Array(text.utf8)) }

  @Test("Everything that JSON can hold is read")
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

  @Test(
    "What is no JSON is nothing, and never half of something",
    arguments: [
      "", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "{'a':1}", "{a:1}",
      "// x\n{}", "{} {}", "01", "1.", "+1", "1e", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
      "\"\\udc00\"", "\"\\u12\"", "\"a", "\"\n\"", "tru", "nulll", "-", "\u{0}",
    ])
  func refuses(text: String) {
    #expect(read(text) == nil)
  }

  @Test("A text nested to a thousand is refused, one nested a little is read")
  func depth() {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(read(deep) == nil)
    let flat = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(read(flat) != nil)
  }

  @Test("Bytes that are no UTF-8 are no JSON")
  func bytes() {
    #expect(JSONReader.value(of: [0x22, 0xff, 0x22]) == nil)
    #expect(JSONReader.value(of: [0xff]) == nil)
  }
}
