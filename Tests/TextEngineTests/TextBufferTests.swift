import TextEngine
import Testing

@Suite("Text buffer")
struct TextBufferTests {
  @Test(
    "Bytes come out as they went in",
    arguments: [
      [],
      Array("one".utf8),
      Array("one\n".utf8),
      Array("one\r\ntwo\nthree\r".utf8),
      Array("\r\n\r\n\n\r\r\n".utf8),
      [0xef, 0xbb, 0xbf, 0x61, 0x0a],
      [0x00, 0xff, 0xfe, 0x0a, 0xc0, 0x80, 0x0d, 0x0a, 0xed, 0xa0, 0x80],
    ] as [[UInt8]])
  func exactBytes(bytes: [UInt8]) {
    let buffer = TextBuffer(bytes)
    #expect(buffer.bytes == bytes)
    #expect(buffer.byteCount == bytes.count)
    #expect(buffer.bytes(in: TextRange(buffer.end, buffer.start)) == bytes)
  }

  @Test(
    "A line is what stands before its LF or CRLF",
    arguments: [
      ("", [""]),
      ("a", ["a"]),
      ("a\n", ["a", ""]),
      ("a\r\nb", ["a", "b"]),
      ("a\rb\n\n", ["a\rb", "", ""]),
      ("a\r\r\n", ["a\r", ""]),
    ])
  func lines(text: String, lines: [String]) {
    let buffer = TextBuffer(Array(text.utf8))
    #expect(
      (0..<buffer.lineCount).map { Array(buffer.line($0)) } == lines.map { Array($0.utf8) })
  }

  @Test(
    "New lines end as most lines do",
    arguments: [
      ("", LineEnding.lf), ("a", .lf), ("a\nb\r\n", .lf), ("a\r\nb\r\nc\n", .crlf), ("\r\r", .lf),
    ])
  func ending(text: String, ending: LineEnding) {
    #expect(TextBuffer(Array(text.utf8)).lineEnding == ending)
  }

  @Test(
    "Typed and pasted text goes in behind the cursor",
    arguments: [
      ("hel|lo", "x", "helx|lo"),
      ("|", "a\nb", "a\nb|"),
      ("a|b", "\n", "a\n|b"),
      ("a\r\nb|\r\n", "\n", "a\r\nb\r\n|\r\n"),
      ("a\r\nb|", "1\n2\r3\r\n4", "a\r\nb1\r\n2\r\n3\r\n4|"),
      ("a|", "1\r\n2\r3", "a1\n2\n3|"),
      ("|日本", "é", "é|日本"),
    ])
  func inserting(before: String, text: String, after: String) {
    var marked = MarkedText(before)
    marked.insert(text)
    #expect(Array(marked.text.utf8) == Array(after.utf8))
  }

  @Test(
    "Backspace takes one character as a person sees it",
    arguments: [
      ("ab|c", "a|c"),
      ("|a", "|a"),
      ("a\n|b", "a|b"),
      ("a\r\n|b", "a|b"),
      ("ne\u{301}|x", "n|x"),
      ("👩‍👩‍👧|", "|"),
      ("🇩🇪🇫🇷|", "🇩🇪|"),
      ("日本|", "日|"),
    ])
  func backspace(before: String, after: String) {
    var marked = MarkedText(before)
    marked.remove(to: marked.buffer.position(before: marked.cursor))
    #expect(Array(marked.text.utf8) == Array(after.utf8))
  }

  @Test(
    "Delete takes the character after the cursor",
    arguments: [
      ("a|bc", "a|c"), ("a|", "a|"), ("a|\r\nb", "a|b"), ("|e\u{301}x", "|x"), ("|👍🏽!", "|!"),
    ])
  func delete(before: String, after: String) {
    var marked = MarkedText(before)
    marked.remove(to: marked.buffer.position(after: marked.cursor))
    #expect(Array(marked.text.utf8) == Array(after.utf8))
  }

  @Test(
    "Moves by word stop at words, punctuation and line ends",
    arguments: [
      ("one two|", "one |two", "one two|"),
      ("one  |two", "|one  two", "one  two|"),
      ("on|e, two", "|one, two", "one|, two"),
      ("one|, two", "|one, two", "one,| two"),
      ("a\n|b", "a|\nb", "a\nb|"),
      ("a|\nb", "|a\nb", "a\n|b"),
      ("grüße  |über", "|grüße  über", "grüße  über|"),
      ("|", "|", "|"),
    ])
  func words(start: String, back: String, forward: String) {
    var marked = MarkedText(start)
    let cursor = marked.cursor
    marked.cursor = marked.buffer.wordStart(before: cursor)
    #expect(marked.text == back)
    marked.cursor = marked.buffer.wordEnd(after: cursor)
    #expect(marked.text == forward)
  }

  @Test("Places outside the text become the nearest that exists")
  func clamping() {
    let buffer = TextBuffer(Array("ab\nc".utf8))
    #expect(buffer.clamped(TextPosition(line: -1, byte: 5)) == buffer.start)
    #expect(buffer.clamped(TextPosition(line: 0, byte: 9)) == TextPosition(line: 0, byte: 2))
    #expect(buffer.clamped(TextPosition(line: 7, byte: 0)) == buffer.end)
    let inside = TextBuffer(Array("xe\u{301}".utf8))
    #expect(
      inside.glyphBoundary(atOrBefore: TextPosition(line: 0, byte: 2))
        == TextPosition(line: 0, byte: 1))
  }

  @Test("A copy is a snapshot that edits do not reach")
  func snapshot() {
    var buffer = TextBuffer(Array("a\nb\n".utf8))
    let snapshot = buffer
    buffer.replace(TextRange(buffer.start, buffer.end), with: Array("x".utf8))
    #expect(snapshot.bytes == Array("a\nb\n".utf8))
    #expect(buffer.bytes == Array("x".utf8))
  }

  @Test(
    "A CR and an LF that come to meet become one ending, and undoing parts them",
    arguments: [
      ("a\rX\nb", 2, 3, "", "a\r\nb"),
      ("a\nb", 1, 1, "\r", "a\r\nb"),
      ("a\rb", 2, 2, "\n", "a\r\nb"),
      ("a\r\r\n", 2, 2, "\n", "a\r\n\r\n"),
      ("a\rX\n", 2, 3, "Y\r", "a\rY\r\n"),
    ])
  func meeting(before: String, start: Int, end: Int, inserted: String, after: String) {
    var buffer = TextBuffer(Array(before.utf8))
    let edit = buffer.replace(
      TextRange(TextPosition(line: 0, byte: start), TextPosition(line: 0, byte: end)),
      with: Array(inserted.utf8))
    #expect(buffer == TextBuffer(Array(after.utf8)))
    buffer.apply(edit.inverse)
    #expect(buffer == TextBuffer(Array(before.utf8)))
  }

  @Test(
    "An edit tells where a place went",
    arguments: [
      ("ab|cd", 0, 1, "XY", "XYb|cd"),
      ("ab|cd", 2, 2, "X", "abX|cd"),
      ("ab|cd", 1, 4, "", "a|"),
      ("ab|cd", 3, 4, "X\n", "ab|cX\n"),
      ("ab|cd", 0, 1, "1\n2", "1\n2b|cd"),
    ])
  func mapping(before: String, start: Int, end: Int, inserted: String, after: String) {
    var marked = MarkedText(before)
    let edit = marked.buffer.replace(
      TextRange(TextPosition(line: 0, byte: start), TextPosition(line: 0, byte: end)),
      with: Array(inserted.utf8))
    marked.cursor = edit.map(marked.cursor)
    #expect(marked.text == after)
  }
}
