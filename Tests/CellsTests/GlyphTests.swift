@testable import Cells
import TestSupport
import Testing

@Suite("Glyphs")
struct GlyphTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var source: String
    /// What is drawn, glyph by glyph.
    var drawn: [String]
    var widths: [Int]
    var testDescription: String { source.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }

    init(_ source: String, _ drawn: [String], _ widths: [Int]) {
      self.source = source
      self.drawn = drawn
      self.widths = widths
    }
  }

  static let plain = [
    Row("", [], []),
    Row("ab ~", ["a", "b", " ", "~"], [1, 1, 1, 1]),
    Row("né", ["n", "é"], [1, 1]),
    Row("日本ー", ["日", "本", "ー"], [2, 2, 2]),
    Row("ｱＡ€", ["ｱ", "Ａ", "€"], [1, 2, 1]),
    Row("Жλ§", ["Ж", "λ", "§"], [1, 1, 1]),
    Row("\u{4dc0}", ["\u{4dc0}"], [2]),
    Row("\u{a0}x", ["\u{a0}", "x"], [1, 1]),
  ]

  static let marks = [
    Row("e\u{301}x", ["e\u{301}", "x"], [1, 1]),
    Row("\u{301}", ["\u{25cc}\u{301}"], [1]),
    Row("\n\u{301}", ["^J", "\u{25cc}\u{301}"], [2, 1]),
    Row(
      "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}b",
      ["a\u{300}\u{301}\u{302}\u{303}", "b"], [1, 1]),
    Row("か\u{3099}", ["か\u{3099}"], [2]),
    // Devanagari: each letter and each spacing vowel has its cell, the virama has none.
    Row("हिन्दी", ["हि", "न्दी"], [2, 3]),
    Row("नी", ["नी"], [2]),
    Row("กำ", ["กำ"], [2]),
    Row("ｶ\u{ff9e}", ["ｶ\u{ff9e}"], [2]),
  ]

  static let hangul = [
    Row("한글", ["한", "글"], [2, 2]),
    Row("\u{1112}\u{1161}\u{11ab}", ["\u{d55c}"], [2]),
    Row("\u{1100}\u{1161}x", ["\u{ac00}", "x"], [2, 1]),
    Row("\u{ac00}\u{11a8}", ["\u{ac01}"], [2]),
    Row("\u{1100}", ["\u{1100}"], [2]),
    Row("\u{1100}\u{1100}\u{1161}", ["\u{1100}\u{ac00}"], [4]),
    Row("\u{1161}", ["\u{25cc}\u{1161}"], [1]),
    // Old jamo without a syllable stay letters.
    Row("\u{1140}\u{1161}", ["\u{1140}\u{1161}"], [2]),
  ]

  static let emoji = [
    Row("😀!", ["😀", "!"], [2, 1]),
    Row("👩‍👩‍👧x", ["👩", "x"], [2, 1]),
    Row("👍🏽", ["👍"], [2]),
    Row("\u{d4e}👁\u{200d}👍🏽", ["\u{d4e}👁"], [2]),
    Row("👩🏽‍🚀", ["👩"], [2]),
    Row("🇩🇪🇫🇷🇫", ["🇩🇪", "🇫🇷", "🇫"], [2, 2, 1]),
    Row("❤\u{fe0f}", ["❤"], [1]),
    Row("❤\u{fe0f}\u{200d}🔥", ["❤"], [1]),
    Row("#\u{fe0f}\u{20e3}", ["#\u{20e3}"], [1]),
    Row("👁\u{fe0f}\u{200d}🗨\u{fe0f}", ["👁"], [1]),
    Row("☺\u{fe0e}", ["☺"], [1]),
    // England: a black flag followed by tag letters.
    Row(
      "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", ["\u{1f3f4}"], [2]),
    Row("a🏽", ["a🏽"], [3]),
    Row("🏽", ["🏽"], [2]),
  ]

  static let escapes = [
    Row("\0", ["^@"], [2]),
    Row("\u{1b}[2J", ["^[", "[", "2", "J"], [2, 1, 1, 1]),
    Row("\u{7f}", ["^?"], [2]),
    Row("\r\n", ["^M", "^J"], [2, 2]),
    Row("\u{9b}", ["<9B>"], [4]),
    Row("a\u{202e}b", ["a", "<U+202E>", "b"], [1, 8, 1]),
    Row("\u{61c}\u{2069}", ["<U+061C>", "<U+2069>"], [8, 8]),
    Row("\u{200e}\u{200f}", ["<U+200E>", "<U+200F>"], [8, 8]),
    Row("\u{2028}\u{2029}", ["<U+2028>", "<U+2029>"], [8, 8]),
    Row("\u{feff}", ["<U+FEFF>"], [8]),
    Row("\u{ad}", ["<U+00AD>"], [8]),
    Row("\u{200b}\u{2060}", ["<U+200B>", "<U+2060>"], [8, 8]),
    Row("\u{200d}", ["<U+200D>"], [8]),
    Row("\u{fe0f}", ["<U+FE0F>"], [8]),
    Row("a\u{e0041}", ["a", "<U+E0041>"], [1, 9]),
    Row("\u{3164}", ["<U+3164>"], [8]),
    Row("\u{600}1", ["<U+0600>", "1"], [8, 1]),
  ]

  static let unknown = [
    Row("\u{10ffff}", ["<U+10FFFF>"], [10]),
    Row("\u{378}x", ["<U+0378>", "x"], [8, 1]),
    // The moose of Unicode 15, and a face of Unicode 16.
    Row("\u{1face}", ["<U+1FACE>"], [9]),
    Row("\u{1faf7}🏽x", ["<U+1FAF7>", "x"], [9, 1]),
    Row("a\u{1fae9}", ["a", "<U+1FAE9>"], [1, 9]),
    // Private-use icons are drawn.
    Row("\u{e0b0}", ["\u{e0b0}"], [1]),
    Row("\u{f8ff}x", ["\u{f8ff}", "x"], [1, 1]),
    Row("\u{f0001}", ["\u{f0001}"], [1]),
    // The non-joiner in Persian, and Khmer consonants below others.
    Row(
      "می\u{200c}خواهم", ["م", "ی\u{200c}", "خ", "و", "ا", "ه", "م"], [1, 1, 1, 1, 1, 1, 1]),
    Row("ស\u{17d2}ត\u{17d2}រ\u{17b8}", ["ស\u{17d2}ត\u{17d2}រ\u{17b8}"], [3]),
  ]

  @Test(
    "Glyphs and their widths match the table",
    arguments: [
      plain, marks, hangul, emoji, escapes, unknown,
    ].flatMap { $0 })
  func table(row: Row) {
    let glyphs = Cells.glyphs(in: row.source)
    #expect(
      glyphs.map { Array($0.text.unicodeScalars) } == row.drawn.map { Array($0.unicodeScalars) })
    #expect(glyphs.map(\.width) == row.widths)
    #expect(glyphs.reduce(0) { $0 + $1.byteCount } == row.source.utf8.count)
    #expect(Cells.width(of: row.source) == row.widths.reduce(0, +))
  }

  @Test("Only glyphs that are spelled out are escapes", arguments: escapes)
  func kinds(row: Row) {
    for glyph in Cells.glyphs(in: row.source) {
      #expect((glyph.kind == .escape) == (glyph.text.utf8.count > 1))
    }
  }

  @Test("A tab is a blank of a separate kind")
  func tab() {
    #expect(
      Cells.glyphs(in: "a\tb").map(\.kind) == [.text, .tab, .text])
    #expect(Cells.glyphs(in: "\t") == [Glyph(text: " ", width: 1, kind: .tab, byteCount: 1)])
  }

  @Test(
    "A glyph's cells are its base characters with their marks",
    arguments: [
      ("x", ["x"], [1]),
      ("日", ["日"], [2]),
      ("e\u{301}", ["e\u{301}"], [1]),
      ("🇩🇪", ["🇩", "🇪"], [1, 1]),
      ("न्दी", ["न्", "द", "ी"], [1, 1, 1]),
      ("\u{1}", ["^", "A"], [1, 1]),
    ])
  func cells(source: String, texts: [String], widths: [Int]) throws {
    let glyph = try #require(Cells.glyphs(in: source).first)
    #expect(glyph.cells.map(\.text) == texts)
    #expect(glyph.cells.map(\.width) == widths)
  }

  @Test(
    "The prefix that fits never cuts a glyph",
    arguments: [
      ("hello", 3, "hel", 3),
      ("hello", 9, "hello", 5),
      ("hello", -1, "", 0),
      ("日本", 3, "日", 2),
      ("e\u{301}\u{302}b", 1, "e\u{301}\u{302}", 1),
      ("a\u{1b}b", 2, "a", 1),
      ("a\u{1b}b", 3, "a^[", 3),
    ])
  func prefix(source: String, room: Int, text: String, width: Int) {
    let fitting = Cells.prefix(of: source, fitting: room)
    #expect(fitting.text == text)
    #expect(fitting.width == width)
  }

  @Test(
    "The prefix that fits is all glyphs that fit, whatever the text contains", arguments: 0..<40)
  func prefixOfGlyphs(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let parts = [
      "note", "ab c", "é", "ß", "д", "–", "日", "本語", "한", "e\u{301}", "\u{301}", "👍🏽", "👩‍👩‍👧", "🇩🇪",
      "\u{1b}", "\u{202e}", "\t", "क्षि", "\u{1100}\u{1161}", "\u{200d}", "x\u{fe0f}", "\u{0}",
      "some words of ASCII", "0123456789abcdef",
    ]
    for _ in 0..<50 {
      let text = (0..<Int.random(in: 0...9, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let glyphs = Cells.glyphs(in: text)
      let all = glyphs.reduce(0) { $0 + $1.width }
      #expect(Cells.width(of: text) == all, "\(text.debugDescription)")
      for room in Array(0...12) + [17, 18, 40] {
        var drawn = ""
        var width = 0
        for glyph in glyphs {
          if width + glyph.width > room { break }
          drawn += glyph.text
          width += glyph.width
        }
        let fitting = Cells.prefix(of: text, fitting: room)
        #expect(
          fitting.text == drawn && fitting.width == width, "\(text.debugDescription), \(room)")
        let short = Cells.prefix(of: text, leavingRoomIn: room)
        let cut = all <= room ? fitting : Cells.prefix(of: text, fitting: room - 1)
        #expect(short == cut, "\(text.debugDescription), \(room)")
      }
    }
  }

  @Test("Visible text spells out characters that would steer the terminal")
  func visible() {
    #expect(Cells.visible("a\u{1b}]0;x\u{7}\u{202e}") == "a^[]0;x^G<U+202E>")
    #expect(Cells.visible("plain") == "plain")
  }
}
