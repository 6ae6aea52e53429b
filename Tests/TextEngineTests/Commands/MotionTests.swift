import TestSupport
import Testing

@testable import TextEngine

@Suite("Moving and selecting")
struct MotionTests {
  @Test(
    "Keys move the cursor",
    arguments: [
      ("hel|lo", "<Left>", "he|llo"), ("hel|lo", "<Right>", "hell|o"),
      ("|a", "<Left>", "|a"), ("a|", "<Right>", "a|"), ("|", "<Right><Left><Up><Down>", "|"),
      ("a|\r\nb", "<Right>", "a\r\n|b"), ("a\r\n|b", "<Left>", "a|\r\nb"),
      ("|👨‍👩‍👧x", "<Right>", "👨‍👩‍👧|x"), ("e\u{301}|x", "<Left>", "|e\u{301}x"), ("日|本", "<Right>", "日本|"),
      ("one two| three", "<C-Left>", "one |two three"),
      ("one| two three", "<C-Right>", "one two| three"),
      ("  te|xt", "<Home>", "  |text"), ("  |text", "<Home>", "|  text"),
      ("|  text", "<Home>", "  |text"), ("te|xt\nb", "<End>", "text|\nb"),
      ("ab\nc|d\nef", "<Up>", "a|b\ncd\nef"), ("ab\nc|d\nef", "<Down>", "ab\ncd\ne|f"),
      ("a|b", "<Up>", "|ab"), ("a|b", "<Down>", "ab|"),
      ("long li|ne\nx\nlong line", "<Down><Down>", "long line\nx\nlong li|ne"),
      ("a\n|b\nc", "<C-Home>", "|a\nb\nc"), ("a\n|b\nc", "<C-End>", "a\nb\nc|"),
      ("|a\nb\n\nc\nd", "<C-Down>", "a\nb\n|\nc\nd"), ("a\nb\n\nc\n|d", "<C-Up>", "a\nb\n|\nc\nd"),
      ("a\nb|", "<C-Up>", "|a\nb"), ("|a\nb", "<C-Down>", "a\nb|"),
      ("|a\n# One\nb\n## Two\n", "<C-PgDn><C-PgDn>", "a\n# One\nb\n|## Two\n"),
      ("# One\nb\n## Tw|o\n", "<C-PgUp>", "# One\nb\n|## Two\n"),
      ("# One\nb\n|## Two\n", "<C-PgUp>", "|# One\nb\n## Two\n"),
      ("|a\n#tag\n#\tHead", "<C-PgDn>", "a\n#tag\n|#\tHead"),
      ("f|(a[b](c))", "<M-]>", "f(a[b](c)|)"), ("f(a[b](c)|)", "<M-]>", "f|(a[b](c))"),
      ("|(a", "<M-]>", "|(a"), ("x |y {z}", "<M-]>", "x y {z|}"),
    ])
  func moves(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Keys with Shift extend the selection over the text that the cursor passes",
    arguments: [
      ("hel|lo", "<S-Right>", "hel«l»o"), ("hel|lo", "<S-Left><S-Left>", "h»el«lo"),
      ("hel«l»o", "<S-Left>", "hel|lo"), ("o|ne two", "<C-S-Right>", "o«ne» two"),
      ("a|b\ncd", "<S-Down>", "a«b\nc»d"), ("ab|c", "<S-Home>", "»ab«c"),
      ("a|bc", "<S-End>", "a«bc»"),
      ("a|b", "<C-S-End>", "a«b»"), ("|a\n\nb", "<C-S-Down>", "«a\n»\nb"),
      ("h«ell»o", "<Left>", "h|ello"), ("h«ell»o", "<Right>", "hell|o"),
      ("h»ell«o", "<Right>", "hell|o"), ("h«ell»o", "<C-Right>", "hello|"),
    ])
  func selects(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Words, lines and the whole text can be selected, and cursors added",
    arguments: [
      ("one t|wo", "<M-s>", "one «two»"), ("one two|", "<M-s>", "one «two»"),
      ("a | b", "<M-s>", "a | b"),
      ("a\nb|c\nd", "<M-S>", "a\n«bc\n»d"), ("a\nb|c\nd", "<M-S><M-S>", "a\n«bc\nd»"),
      ("a|b", "<C-a>", "«ab»"),
      ("ab\nc|d\nef", "<M-S-Up>", "a|b\nc|d\nef"), ("ab\nc|d\nef", "<M-S-Down>", "ab\nc|d\ne|f"),
      ("a|b", "<M-S-Up>", "a|b"), ("a|b", "<M-S-Down>", "a|b"),
      ("o|ne two one", "<M-n>", "«one» two one"), ("o|ne two one", "<M-n><M-n>", "«one» two «one»"),
      ("one two «one» one", "<M-n><M-n>", "«one» two «one» «one»"),
      ("a|b x ab abc", "<M-a>", "«ab» x «ab» «ab»c"),
      ("a|b c|d", "<M-c>", "ab c|d"), ("a«bc»d", "<M-c>", "abc|d"), ("a|b", "<M-c>", "a|b"),
      ("a|b |c", "<Right>", "ab| c|"),
    ])
  func selectsMore(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }
}

/// A line-by-line model of moves by paragraph.
@Suite("Moving by paragraphs")
struct ParagraphTests {
  private static func emptyLine(after offset: ByteOffset, in text: Rope) -> ByteOffset {
    var line = text.line(at: offset)
    var hasText = false
    while true {
      if ParagraphRule.usual.isBlank(line, in: text) {
        if hasText { return text.start(of: line) }
      } else {
        hasText = true
      }
      if line == text.lastLine { return text.end }
      line = line + 1
    }
  }

  private static func emptyLine(before offset: ByteOffset, in text: Rope) -> ByteOffset {
    var line = text.line(at: offset)
    let before = text.bytes(in: text.start(of: line)..<offset)
    var hasText = !before.isBlank
    while line > .zero {
      line = line - 1
      if ParagraphRule.usual.isBlank(line, in: text) {
        if hasText { return text.start(of: line) }
      } else {
        hasText = true
      }
    }
    return .zero
  }

  @Test("Paragraph motions agree with a line-by-line model", arguments: [1, 2, 3] as [UInt64])
  func agreesWithLines(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let pieces = ["a", " ", "\n", "\n\n", "\r\n", "bc\n", "\t\n", "日"]
      let count = Int.random(in: 0...14, using: &random)
      let string = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let text = Rope(Array(string.utf8), limits: RopeTests.small)
      for offset in (0...text.byteCount).map({ ByteOffset($0) })
      where text.boundary(atOrBefore: offset) == offset {
        let after = Self.emptyLine(after: offset, in: text)
        let before = Self.emptyLine(before: offset, in: text)
        #expect(
          text.emptyLine(after: offset) == after, "\(offset.value) in \(string.debugDescription)")
        #expect(
          text.emptyLine(before: offset) == before, "\(offset.value) in \(string.debugDescription)")
      }
    }
  }
}
