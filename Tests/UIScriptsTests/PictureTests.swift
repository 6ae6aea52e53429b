import FakeTerminal
import Terminal
import Testing

@testable import UIScripts

@Suite("Pictures")
struct PictureTests {
  private func frame(_ rows: String...) -> FakeFrame {
    var frame = FakeFrame(size: Size(columns: 6, rows: rows.count))
    for (row, text) in rows.enumerated() {
      for (column, character) in text.enumerated() {
        frame.set(FakeCell(String(character)), at: Point(row: row, column: column))
      }
    }
    return frame
  }

  private func drawn(_ frame: FakeFrame) -> [String] {
    let svg = Picture(of: frame, titled: "t").svg
    let lines = svg.split(separator: "\n").map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("<g ") }),
      let end = lines.firstIndex(of: "</g>")
    else { return [] }
    return Array(lines[(start + 1)..<end])
  }

  private func styled(_ text: String, _ style: Style) -> FakeFrame {
    var frame = FakeFrame(size: Size(columns: 4, rows: 1))
    frame.set(FakeCell(text, style: style), at: Point(row: 0, column: 1))
    return frame
  }

  @Test("A picture has the size of its cells and a margin")
  func size() {
    let svg = Picture(of: frame("", ""), titled: "t").svg
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"78\" height=\"62\" "))
    #expect(svg.hasSuffix("</g>\n</svg>\n"))
  }

  @Test("A blank frame draws only its background")
  func blank() {
    #expect(drawn(frame("", "", "")).isEmpty)
  }

  @Test("A word fills exactly its cells in any font")
  func words() {
    #expect(
      drawn(frame("", " ab c")) == [
        "<text x=\"9\" textLength=\"18\" lengthAdjust=\"spacingAndGlyphs\" y=\"33\" "
          + "fill=\"#d5d8dd\">ab</text>",
        "<text x=\"36\" textLength=\"9\" lengthAdjust=\"spacingAndGlyphs\" y=\"33\" "
          + "fill=\"#d5d8dd\">c</text>",
      ])
  }

  @Test("A wide character is centered in its two cells, separate from the word around it")
  func wide() {
    var frame = frame("a   b")
    frame.set(FakeCell("漢"), isWide: true, at: Point(row: 0, column: 1))
    let texts = drawn(frame)
    #expect(texts.count == 3)
    #expect(texts[1].hasPrefix("<text x=\"18\" text-anchor=\"middle\" "))
    #expect(texts[1].hasSuffix(">漢</text>"))
  }

  @Test("A combining mark stays on its letter")
  func marks() {
    var frame = frame("cafe")
    frame.set(FakeCell("e\u{301}"), at: Point(row: 0, column: 3))
    #expect(drawn(frame).first?.contains("textLength=\"36\"") == true)
    #expect(drawn(frame).first?.unicodeScalars.contains("\u{301}") == true)
  }

  @Test(
    "Each of the 256 colors matches the terminal's",
    arguments: [
      (16, "#000000"), (24, "#005f87"), (39, "#00afff"), (203, "#ff5f5f"), (231, "#ffffff"),
      (232, "#080808"), (244, "#808080"), (255, "#eeeeee"), (15, "#ffffff"),
    ])
  func colors(index: Int, hexadecimal: String) throws {
    let color = Color.indexed(try #require(UInt8(exactly: index)))
    #expect(drawn(styled("x", Style(foreground: color)))[0].contains("\"\(hexadecimal)\""))
  }

  @Test("A background is drawn below the text, as wide as the cells that share it")
  func grounds() {
    var frame = frame("abc")
    for column in 1...2 {
      frame.set(
        FakeCell("x", style: Style(background: .indexed(24))), at: Point(row: 0, column: column))
    }
    #expect(
      drawn(frame).first
        == "<rect x=\"9\" y=\"0\" width=\"18\" height=\"19\" fill=\"#005f87\"/>")
  }

  @Test("Bold, italic, underline, dim and reverse look different")
  func attributes() {
    #expect(drawn(styled("x", Style(.bold)))[0].contains("class=\"b\""))
    #expect(drawn(styled("x", Style(.italic)))[0].contains("class=\"i\""))
    #expect(drawn(styled("x", Style([.bold, .italic])))[0].contains("class=\"b i\""))
    #expect(drawn(styled("x", Style(.dim)))[0].contains("fill=\"#95989d\""))
    let underlined = drawn(styled("x", Style(.underline)))
    #expect(underlined.last?.hasPrefix("<rect x=\"9\" y=\"16\" width=\"9\" height=\"1\"") == true)
    let reversed = drawn(styled("x", Style(.reverse)))
    #expect(reversed.first?.hasSuffix("fill=\"#d5d8dd\"/>") == true)
    #expect(reversed.last?.contains("fill=\"#16191e\"") == true)
  }

  @Test("An underlined blank shows the underline")
  func underlinedBlank() {
    #expect(drawn(styled(" ", Style(.underline))).count == 1)
  }

  @Test("The cursor is a block that covers the whole of a wide character")
  func cursor() {
    var narrow = frame("ab")
    narrow.cursor = Point(row: 0, column: 1)
    #expect(
      drawn(narrow).first == "<rect x=\"9\" y=\"0\" width=\"9\" height=\"19\" fill=\"#e6c07b\"/>")
    var wide = frame("a")
    wide.set(FakeCell("漢"), isWide: true, at: Point(row: 0, column: 1))
    wide.cursor = Point(row: 0, column: 1)
    #expect(drawn(wide).first?.contains("x=\"9\" y=\"0\" width=\"18\"") == true)
  }

  @Test(
    "Border characters become lines that meet",
    arguments: [
      ("──", "M0 9.5H18"), ("┌─", "M4.5 9.5V19M4.5 9.5H18"), ("─┤", "M13.5 0V19M0 9.5H13.5"),
      ("┼", "M4.5 0V19M0 9.5H9"), ("││", "M4.5 0V19M13.5 0V19"),
      ("└┘", "M4.5 0V9.5M13.5 0V9.5M4.5 9.5H13.5"),
    ])
  func borders(text: String, path: String) {
    #expect(
      drawn(frame(text)) == [
        "<path d=\"\(path)\" fill=\"none\" stroke=\"#d5d8dd\" stroke-width=\"1\"/>"
      ])
  }

  @Test("A border within a text does not split the words around it")
  func borderInText() {
    let lines = drawn(frame("a│b┃"))
    #expect(lines.map { $0.prefix(5) } == ["<text", "<path", "<text", "<path"])
    #expect(lines[3].contains("stroke-width=\"3\""))
  }

  @Test(
    "Characters that XML cannot contain are escaped or replaced",
    arguments: [
      ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\"", "&quot;"), ("\u{1}", "\u{fffd}"),
      ("\u{1b}", "\u{fffd}"), ("\u{ffff}", "\u{fffd}"),
    ])
  func escapes(text: String, written: String) {
    let frame = styled(text, .plain)
    #expect(drawn(frame)[0].hasSuffix(">\(written)</text>"))
    #expect(Picture(of: frame, titled: text).svg.contains("<title>\(written)</title>"))
  }

  @Test("The same frame gives the same bytes")
  func isDeterministic() {
    var frame = frame("┌─ a ─", "漢 <b>")
    frame.cursor = Point(row: 1, column: 0)
    #expect(Picture(of: frame, titled: "t").svg == Picture(of: frame, titled: "t").svg)
  }
}
