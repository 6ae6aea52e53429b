import TextEngine
import Testing

@testable import Vim

@Suite("A search")
struct VimSearchTests {
  static let text = "one two three\ntwo one two\nend"

  @Test(
    "a search goes where vim goes",
    arguments: [
      ("/", "two", [1, 4]), ("?", "two", [2, 8]), ("/", "two/e", [1, 6]), ("/", "two/e+1", [1, 7]),
      ("/", "two/s-1", [1, 3]), ("/", "two/b+2", [1, 6]), ("/", "two/+1", [2, 0]),
      ("/", "two/-1", [1, 0]),
      ("/", "two/;/one", [2, 4]), ("/", "end/;?two", [2, 8]), ("?", "two?e", [2, 10]),
      ("/", "$", [1, 12]),
      ("/", "^", [2, 0]), ("/", #"e\nt"#, [1, 12]), ("/", #"a\/b\|two"#, [1, 4]),
      ("/", "[/]\\|two", [1, 4]),
    ])
  func goes(sign: String, typed: String, cursor: [Int]) throws {
    var typing = VimTyping(Self.text)
    try typing.search(sign == "/" ? .searchForward : .searchBack, typed)
    #expect(typing.cursor == cursor)
  }

  @Test("n and N repeat a search, with the offset and with the last pattern")
  func goesOn() throws {
    var typing = VimTyping(Self.text)
    try typing.search(.searchForward, "two/e")
    try typing.search(.searchAgain)
    #expect(typing.cursor == [2, 2])
    try typing.search(.searchAgain, count: 2)
    #expect(typing.cursor == [1, 6])
    try typing.search(.searchAgainBack)
    #expect(typing.cursor == [2, 10])
    try typing.search(.searchForward, "/")
    #expect(typing.cursor == [1, 4])
    #expect(typing.machine.registers.named["/"]?.lines == [Array("two".utf8)])
  }

  @Test(
    "a search can use the word under the cursor",
    arguments: [
      (VimMotion.searchWord, #"\<one\>"#, [2, 4]), (.searchWordBack, #"\<one\>"#, [2, 4]),
      (.searchPart, "one", [2, 4]), (.searchPartBack, "one", [2, 4]),
    ])
  func takesWord(motion: VimMotion, pattern: String, cursor: [Int]) throws {
    var typing = VimTyping(Self.text, at: (1, 1))
    try typing.search(motion)
    #expect(typing.machine.search.pattern == pattern)
    #expect(typing.cursor == cursor)
  }

  @Test("an operator gets the search's range as characters or lines")
  func tellsShape() throws {
    var typing = VimTyping(Self.text)
    let plain = try typing.machine.searchMove(.searchForward, count: nil, argument: "two")
    #expect(!plain.isInclusive && plain.shape == .characters && plain.isJump)
    let toEnd = try typing.machine.searchMove(.searchForward, count: nil, argument: "two/e")
    #expect(toEnd.isInclusive)
    let lines = try typing.machine.searchMove(.searchForward, count: nil, argument: "two/+0")
    #expect(lines.shape == .lines)
  }

  @Test("a search reports that it wrapped, or fails if it must not wrap")
  func wraps() throws {
    var typing = VimTyping(Self.text, at: (3, 0))
    try typing.search(.searchForward, "two")
    #expect(typing.cursor == [1, 4])
    #expect(typing.machine.effects.first == .say("search hit BOTTOM, continuing at TOP"))
    try typing.type("set nows")
    let top = #expect(throws: VimFailure.self) { try typing.search(.searchBack, "end") }
    #expect(top?.message == "E384: Search hit TOP without match for: end")
    let none = #expect(throws: VimFailure.self) { try typing.search(.searchForward, "zz") }
    #expect(none?.message == "E385: Search hit BOTTOM without match for: zz")
  }

  @Test("a search selects text", arguments: [(true, [1, 4], [1, 6]), (false, [2, 10], [2, 8])])
  func selects(isForward: Bool, start: [Int], end: [Int]) throws {
    var typing = VimTyping(Self.text)
    typing.machine.remember(pattern: "two")
    let move = try typing.machine.selectMatch(isForward: isForward)
    #expect(move.start.map { [$0.line + 1, $0.column] } == start)
    #expect([move.end.line + 1, move.end.column] == end)
  }
}
