import Cells
import Entities
import Testing

@testable import Commands

@Suite("Text output")
struct OutputTextTests {
  private static let lines: [([UInt8], String)] = [
    (Array("plain".utf8), "plain"), (Array("naïve 日本 👨‍👩‍👧".utf8), "naïve 日本 👨‍👩‍👧"),
    (Array("a\u{1b}[31mb".utf8), "a^[[31mb"), (Array("a\tb\nc".utf8), "a^Ib^Jc"),
    (Array("a\u{7f}b".utf8), "a^?b"), (Array("a\u{9b}b".utf8), "a<9B>b"),
    (Array("a\u{202e}b".utf8), "a<U+202E>b"), ([0x61, 0xff, 0x62], "a<FF>b"),
    ([0xc3], "<C3>"), ([0xe2, 0x82, 0x41], "<E2><82>A"), ([0xf0, 0x9f, 0x92, 0xa9], "💩"),
    ([0xc0, 0x80], "<C0><80>"), ([0xed, 0xa0, 0x80], "<ED><A0><80>"), ([], ""),
  ]

  @Test("A line spells out terminal control characters and changes nothing else", arguments: lines)
  func plainLine(bytes: [UInt8], wanted: String) {
    #expect(PlainLine.of(bytes) == wanted)
  }

  @Test(
    "Text printed to a terminal outside the screen controls it by line ends alone",
    arguments: [
      ("Passphrase of Diary: ", "Passphrase of Diary: "), ("\n\na\n", "\n\na\n"), ("", ""),
      ("Diary\u{1b}]52;c;YQ==\u{7}\u{1b}[2K\u{1b}[1G[sudo]", "Diary^[]52;c;YQ==^G^[[2K^[[1G[sudo]"),
      ("a\rb\r\nc", "a^Mb^M\nc"), ("a\u{9b}2Jb", "a<9B>2Jb"), ("\u{202e}b", "<U+202E>b"),
    ])
  func terminalText(text: String, wanted: String) {
    #expect(TerminalText.safe(text) == wanted)
  }

  private static let values: [(JSONValue, String)] = [
    (.null, "null"), (.bool(true), "true"), (.number(-3), "-3"), (.string(""), "\"\""),
    (.string("a\"b\\c/d"), #""a\"b\\c/d""#), (.string("a\nb\tc\rd"), #""a\nb\tc\rd""#),
    (.string("\u{0}\u{1b}\u{7f}\u{9b}"), #""\u0000\u001b\u007f\u009b""#),
    (.string("\u{202e}\u{2028}"), #""\u202e\u2028""#), (.string("é日👩‍🚀"), "\"é日👩‍🚀\""),
    (.string("\r\n"), #""\r\n""#),
    (.array([]), "[]"), (.array([.number(1), .null]), "[1,null]"), (.object([]), "{}"),
    (
      .object([JSONMember("b", .number(1)), JSONMember("a", .array([.object([])]))]),
      #"{"b":1,"a":[{}]}"#
    ),
  ]

  @Test("JSON is one line without terminal control characters", arguments: values)
  func json(value: JSONValue, wanted: String) {
    #expect(value.text == wanted)
  }

  @Test("A line of megabytes is sent to a terminal in parts, unchanged (trials T1)")
  @MainActor
  func longLine() {
    let lines = [
      String(repeating: "words é 日本\u{1b}", count: 200_000), String(repeating: "日", count: 500_000),
      "",
      "short",
    ]
    var (sent, largest) = ([UInt8](), 0)
    let output = CommandOutput(
      isTerminal: true, hasColors: false,
      send: { bytes in
        sent += bytes
        largest = max(largest, bytes.count)
        return nil
      }, tell: { _ in })
    output.writeLines(of: Array(lines.joined(separator: "\n").utf8))
    output.flush()
    let wanted = lines.map { $0.replacing("\u{1b}", with: "^[") + "\n" }.joined()
    let isSame = sent.elementsEqual(wanted.utf8)
    #expect(isSame)
    #expect(largest < 1 << 19)
  }

  @Test("A path that is not UTF-8 is printed with its bytes too")
  func paths() {
    #expect(
      JSONValue.object(JSONMember.path(NotePath("a b.md"))).text == #"{"path":"a b.md"}"#)
    let odd = NotePath(bytes: [0x61, 0xff, 0x20, 0x25])
    #expect(
      JSONValue.object(JSONMember.path(odd)).text
        == #"{"path":"a\#u{fffd} %","pathBytes":"a%FF%20%25"}"#)
  }

  private static let times: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00Z"), (1_772_447_400, "2026-03-02T10:30:00Z"),
    (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    (.min, "-292277022657-01-27T08:29:52Z"), (.max, "292277026596-12-04T15:30:07Z"),
  ]

  @Test("Times are written in UTC", arguments: times)
  func utc(seconds: Int64, wanted: String) {
    #expect(Timestamp(seconds: seconds).written == wanted)
  }

  private static let insides: [(String, String, String?)] = [
    ("/v", "/v/a.md", "a.md"), ("/v", "/v/", ""), ("/v/", "/v/b/../a.md", "a.md"),
    ("/v", "/vault/a.md", nil), ("/v", "/v/../a.md", nil), ("/", "/a", "a"),
  ]

  @Test("A path is made relative only to a folder that contains it", arguments: insides)
  func inside(folder: String, path: String, wanted: String?) {
    #expect(AbsolutePath.inside(NotePath(folder), NotePath(path)) == wanted.map { NotePath($0) })
  }
}
