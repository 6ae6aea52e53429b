import Cells
import TestSupport
import Testing

@testable import TextEngine

@Suite("Lines of printable ASCII, laid out without a look at each glyph")
struct PlainWrappingTests {
  private static let words = [
    "a", "to", "note", "terminal", "incomprehensibilities", "-", "- [ ]", ">", "12.", "  ", "    ",
    String(repeating: "x", count: 40), "(end)", "[x]", "*", "+", "1)",
  ]

  private struct Lines {
    var random: SeededRandom

    mutating func next() -> [UInt8] {
      var line = ""
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        line += PlainWrappingTests.words.randomElement(using: &random) ?? ""
        if Int.random(in: 0..<4, using: &random) > 0 { line += " " }
      }
      return Array(line.utf8)
    }
  }

  @Test("They wrap as every other line", arguments: [1, 2, 3, 7, 20, 39, 79])
  func sameRows(columns: Int) {
    let layout = TextLayout(columns: columns, wraps: true)
    var lines = Lines(random: SeededRandom(seed: UInt64(columns)))
    for _ in 0..<2_000 {
      let line = lines.next()[...]
      var wrapping = RowWrapping(layout: layout, line: line)
      let rows = layout.rows(of: line)
      guard rows == wrapping.rows() else {
        Issue.record("“\(String(decoding: line, as: UTF8.self))” at \(columns)")
        return
      }
    }
  }

  @Test("Their text and places are those of their glyphs", arguments: [true, false])
  func samePlaces(wraps: Bool) {
    var lines = Lines(random: SeededRandom(seed: 99))
    for round in 0..<500 {
      let layout = TextLayout(columns: 5 + round % 40, wraps: wraps)
      let line = lines.next()[...]
      let left = wraps ? 0 : round % 50
      for row in layout.rows(of: line) {
        let glyphs = layout.glyphs(of: row, in: line)
        let seen = glyphs.filter { $0.column >= left && $0.column <= left + layout.columns }
        let plain = layout.plainText(of: row, in: line, from: left, columns: layout.columns + 1)
        #expect(plain?.text == seen.map(\.glyph.text).joined())
        if let first = seen.first { #expect(plain?.column == first.column - left) }
        for glyph in glyphs {
          #expect(layout.place(of: glyph.byte, in: line).column == glyph.column)
        }
      }
    }
  }
}
