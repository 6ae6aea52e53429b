import Testing

@testable import MarkdownLines

@Suite("Characters that begin lines of Markdown")
struct LineSignsTests {
  static let items: [(line: String, width: Int?, inText: Int?)] = [
    ("- a", 1, 1), ("* a", 1, 1), ("+\ta", 1, 1), ("-", 1, nil), ("-a", nil, nil),
    ("1. a", 2, 2), ("2. a", 2, nil), ("10) a", 3, nil), ("123456789. a", 10, nil),
    ("1234567890. a", nil, nil), ("1.", 2, nil), ("1a", nil, nil), ("1", nil, nil), ("a", nil, nil),
  ]

  @Test("List items are recognized, few of which interrupt a paragraph", arguments: items)
  func findsItems(_ line: String, _ width: Int?, _ inText: Int?) {
    let bytes = Array(line.utf8)
    #expect(LineSigns.itemWidth(bytes.span, 0, bytes.count, isInText: false) == width)
    #expect(LineSigns.itemWidth(bytes.span, 0, bytes.count, isInText: true) == inText)
  }

  static let headings: [(line: String, level: Int?, words: String)] = [
    ("# a", 1, "a"), ("###### a b ##", 6, "a b"), ("####### a", nil, ""), ("#a", nil, ""),
    ("#", 1, ""), ("## ##", 2, ""), ("# C#", 1, "C#"), ("# a # b", 1, "a # b"), ("#\ta", 1, "a"),
  ]

  @Test("Headings give their words without the marks around them", arguments: headings)
  func findsHeadings(_ line: String, _ level: Int?, _ words: String) {
    let bytes = Array(line.utf8)
    #expect(LineSigns.headingLevel(bytes.span, 0, bytes.count) == level)
    guard let level else { return }
    let range = LineSigns.headingWords(bytes.span, level, bytes.count)
    #expect(String(decoding: bytes[range], as: UTF8.self) == words)
  }

  @Test(
    "Underlines consist of one character",
    arguments: [("=", 1), ("-----", 2), ("--=", nil), ("- -", nil), ("a", nil)])
  func underlines(_ line: String, _ level: Int?) {
    let bytes = Array(line.utf8)
    #expect(LineSigns.underlineLevel(bytes.span, 0, bytes.count) == level)
  }

  @Test(
    "A fence has three or more marks, and one followed by backticks is inline code",
    arguments: [
      ("```", 3), ("~~~~ swift", 4), ("``", nil), ("``` a`b", nil), ("~~~ a`b", 3), ("~~~ ~", 3),
    ])
  func fences(_ line: String, _ count: Int?) {
    let bytes = Array(line.utf8)
    #expect(LineSigns.fenceCount(bytes.span, 0, bytes.count) == count)
  }

  @Test(
    "Rulers consist of three equal characters with any spaces between",
    arguments: [
      ("---", true), ("* * *", true), ("_ __", true), ("--", false), ("--*", false),
      ("- - a", false),
      ("===", false),
    ])
  func rulers(_ line: String, _ isRuler: Bool) {
    let bytes = Array(line.utf8)
    var check = RulerCheck()
    #expect(check.isRuler(bytes.span, 0, bytes.count) == isRuler)
  }

  @Test(
    "A checkbox holds one character of any script and is followed by a separator",
    arguments: [
      ("[ ] a", 3), ("[x]", 3), ("[é] a", 4), ("[]", nil), ("[xy]", nil), ("[x]a", nil),
      ("[x](a)", nil),
    ])
  func boxes(_ line: String, _ end: Int?) {
    let box = TaskBox(line.utf8.span, 0, line.utf8.count)
    #expect(box?.end == end)
    if let box { #expect(box.isDone == (box.status == "x")) }
  }

  @Test(
    "A block id ends its line",
    arguments: [
      ("a ^id-1", "id-1"), ("^id", "id"), ("a^id", nil), ("a ^", nil), ("a ^i_d", nil),
      ("^a b", nil),
    ])
  func blockIDs(_ line: String, _ id: String?) {
    let bytes = Array(line.utf8)
    let found = LineSigns.blockID(bytes.span, 0, bytes.count, after: 0)
    #expect(found.map { String(decoding: bytes[$0], as: UTF8.self) } == id)
    #expect(LineSigns.blockID(bytes.span, 0, bytes.count, after: bytes.count) == nil)
  }

  @Test(
    "The end of a comment or formula is alone on its line",
    arguments: [("%%", true), ("  $$", true), ("-->", true), ("%% a", false), ("->", false)])
  func closers(_ line: String, _ isCloser: Bool) {
    let bytes = Array(line.utf8)
    #expect(LineSigns.isCloser(bytes.span, 0, bytes.count) == isCloser)
  }

  @Test("A tab advances to the next of the columns 4, 8 and 12")
  func tabs() {
    let bytes = Array(" \t\ta".utf8)
    var place = LineOffset(index: 0, column: 0)
    place.skipBlanks(bytes.span, bytes.count)
    #expect(place.index == 3 && place.column == 8)
    place.skip(1)
    #expect(place.index == 4 && place.column == 9)
  }
}
