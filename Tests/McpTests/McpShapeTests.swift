import Bytes
import Cells
import Mcp
import Testing

@Suite("Shapes of arguments")
struct McpShapeTests {
  private static let shape = McpShape.object([
    McpField("text", .text), McpField("count", .count(1...9), isRequired: false, "a few"),
    McpField("word", .word(["a", "b"]), isRequired: false),
    McpField("flags", .list(.flag), isRequired: false),
    McpField("none", .optional(.number), isRequired: false),
  ])

  private static let rows: [(String, String?)] = [
    (#"{"text":"x"}"#, nil),
    (#"{"text":"x","count":9,"word":"b","flags":[true],"none":null}"#, nil),
    (#"{}"#, "is wrong: “text” is missing"),
    (#"{"text":7}"#, "is wrong: “text” must be a text"),
    (#"{"text":"x","count":10}"#, "is wrong: “count” must be a whole number from 1 to 9"),
    (#"{"text":"x","count":1.5}"#, "is wrong: “count” must be a whole number from 1 to 9"),
    (#"{"text":"x","word":"c"}"#, "is wrong: “word” must be one of: a, b"),
    (#"{"text":"x","flags":[1]}"#, "is wrong: “flags” has an item that must be true or false"),
    (#"{"text":"x","none":"y"}"#, "is wrong: “none” must be a number"),
    (
      #"{"text":"x","other":1}"#,
      "is wrong: there is no “other”; there are: text, count, word, flags, none"
    ),
    ("7", "must be an object"),
  ]

  @Test("A value that does not fit is refused by the name of its member", arguments: rows)
  func mistakes(json: String, mistake: String?) throws {
    let value = try #require(JSONReader.value(of: Array(json.utf8)))
    #expect(Self.shape.mistake(value) == mistake)
  }

  @Test("The published schema says the same")
  func schema() {
    #expect(
      Self.shape.schema.text
        == #"{"type":"object","properties":{"text":{"type":"string"},"count":{"type":"integer","minimum":1,"maximum":9,"description":"a few"},"word":{"type":"string","enum":["a","b"]},"flags":{"type":"array","items":{"type":"boolean"}},"none":{"type":["number","null"]}},"required":["text"],"additionalProperties":false}"#
    )
  }
}
