import MarkdownLines
import Testing

@Suite("Signs that lines of Markdown begin with")
struct LineSignsTests {
  static let items: [(line: String, width: Int?, inText: Int?)] = [
    ("- a", 1, 1), ("* a", 1, 1), ("+\ta", 1, 1), ("-", 1, nil), ("-a", nil, nil),
    ("1. a", 2, 2), ("2. a", 2, nil), ("10) a", 3, nil), ("123456789. a", 10, nil),
    ("1234567890. a", nil, nil), ("1.", 2, nil), ("1a", nil, nil), ("1", nil, nil), ("a", nil, nil),
  ]

  @Test("List items, of which few break into a paragraph", arguments: items)
  func findsItems(_ line: String, _ width: Int?, _ inText: Int?) {
    Array(line.utf8).withUnsafeBufferPointer {
      #expect(LineSigns.itemWidth($0, 0, $0.count, isInText: false) == width)
      #expect(LineSigns.itemWidth($0, 0, $0.count, isInText: true) == inText)
    }
  }

  static let headings: [(line: String, level: Int?, words: String)] = [
    ("# a", 1, "a"), ("###### a b ##", 6, "a b"), ("####### a", nil, ""), ("#a", nil, ""),
    ("#", 1, ""), ("## ##", 2, ""), ("# C#", 1, "C#"), ("# a # b", 1, "a # b"), ("#\ta", 1, "a"),
  ]

  @Test("Headings and their words without the marks around them", arguments: headings)
  func findsHeadings(_ line: String, _ level: Int?, _ words: String) {
    Array(line.utf8).withUnsafeBufferPointer { bytes in
      #expect(LineSigns.headingLevel(bytes, 0, bytes.count) == level)
      guard let level else { return }
      let range = LineSigns.headingWords(bytes, level, bytes.count)
      #expect(String(decoding: bytes[range], as: UTF8.self) == words)
    }
  }

  @Test(
    "Underlines are of one sign",
    arguments: [("=", 1), ("-----", 2), ("--=", nil), ("- -", nil), ("a", nil)])
  func underlines(_ line: String, _ level: Int?) {
    Array(line.utf8).withUnsafeBufferPointer {
      #expect(LineSigns.underlineLevel($0, 0, $0.count) == level)
    }
  }

  @Test(
    "Fences are of three marks and more; with backticks behind they are code in a line",
    arguments: [
      ("```", 3), ("~~~~ swift", 4), ("``", nil), ("``` a`b", nil), ("~~~ a`b", 3), ("~~~ ~", 3),
    ])
  func fences(_ line: String, _ count: Int?) {
    Array(line.utf8).withUnsafeBufferPointer {
      #expect(LineSigns.fenceCount($0, 0, $0.count) == count)
    }
  }

  @Test(
    "Rulers are of three equal signs with any blanks between",
    arguments: [
      ("---", true), ("* * *", true), ("_ __", true), ("--", false), ("--*", false),
      ("- - a", false),
      ("===", false),
    ])
  func rulers(_ line: String, _ isRuler: Bool) {
    Array(line.utf8).withUnsafeBufferPointer {
      var check = RulerCheck()
      #expect(check.isRuler($0, 0, $0.count) == isRuler)
    }
  }

  @Test(
    "A box holds one character of any script, and something ends it",
    arguments: [
      ("[ ] a", 3), ("[x]", 3), ("[é] a", 4), ("[]", nil), ("[xy]", nil), ("[x]a", nil),
      ("[x](a)", nil),
    ])
  func boxes(_ line: String, _ end: Int?) {
    let box = Array(line.utf8).withUnsafeBufferPointer { TaskBox($0, 0, $0.count) }
    #expect(box?.end == end)
    if let box { #expect(box.isDone == (box.status == "x")) }
  }

  @Test(
    "The id of a block ends its line",
    arguments: [
      ("a ^id-1", "id-1"), ("^id", "id"), ("a^id", nil), ("a ^", nil), ("a ^i_d", nil),
      ("^a b", nil),
    ])
  func blockIDs(_ line: String, _ id: String?) {
    Array(line.utf8).withUnsafeBufferPointer { bytes in
      let found = LineSigns.blockID(bytes, 0, bytes.count, after: 0)
      #expect(found.map { String(decoding: bytes[$0], as: UTF8.self) } == id)
      #expect(LineSigns.blockID(bytes, 0, bytes.count, after: bytes.count) == nil)
    }
  }

  @Test(
    "What closes a comment or a formula stands alone",
    arguments: [("%%", true), ("  $$", true), ("-->", true), ("%% a", false), ("->", false)])
  func closers(_ line: String, _ isCloser: Bool) {
    Array(line.utf8).withUnsafeBufferPointer {
      #expect(LineSigns.isCloser($0, 0, $0.count) == isCloser)
    }
  }

  @Test("A tab goes to the next of the columns 4, 8, 12")
  func tabs() {
    Array(" \t\ta".utf8).withUnsafeBufferPointer {
      var place = LineOffset(index: 0, column: 0)
      place.skipBlanks($0, $0.count)
      #expect(place.index == 3 && place.column == 8)
      place.skip(1)
      #expect(place.index == 4 && place.column == 9)
    }
  }
}
