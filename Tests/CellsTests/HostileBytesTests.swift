import Cells
import TestSupport
import Testing

@Suite("Hostile bytes")
struct HostileBytesTests {
  @Test(
    "Each byte that is not UTF-8 is spelled out",
    arguments: [
      ([0xff], ["<FF>"]),
      ([0x80], ["<80>"]),
      ([0xc0, 0xaf], ["<C0>", "<AF>"]),
      ([0xc1, 0x81], ["<C1>", "<81>"]),
      ([0xe0, 0x80, 0xaf], ["<E0>", "<80>", "<AF>"]),
      ([0xf0, 0x8f, 0xbf, 0xbf], ["<F0>", "<8F>", "<BF>", "<BF>"]),
      ([0xed, 0xa0, 0x80], ["<ED>", "<A0>", "<80>"]),
      ([0xf4, 0x90, 0x80, 0x80], ["<F4>", "<90>", "<80>", "<80>"]),
      ([0xf5, 0x80, 0x80, 0x80], ["<F5>", "<80>", "<80>", "<80>"]),
      ([0xe2, 0x82], ["<E2>", "<82>"]),
      ([0xe2, 0x82, 0x41], ["<E2>", "<82>", "A"]),
      ([0x41, 0xcc], ["A", "<CC>"]),
      ([0x41, 0xcc, 0x81, 0x81], ["A\u{301}", "<81>"]),
      ([0xff, 0xcc, 0x81], ["<FF>", "\u{25cc}\u{301}"]),
      ([0xe2, 0x82, 0xac], ["€"]),
    ] as [([UInt8], [String])])
  func invalid(bytes: [UInt8], drawn: [String]) {
    let glyphs = Cells.glyphs(inUTF8: bytes[...])
    #expect(glyphs.map(\.text) == drawn)
    #expect(glyphs.reduce(0) { $0 + $1.byteCount } == bytes.count)
  }

  @Test(
    "A megabyte of one scalar stays small when drawn",
    arguments: [
      "\u{301}", "\u{200d}", "क\u{94d}", "🇩", "👩\u{200d}", "\u{1100}", "\u{fe0f}", "\u{e0041}",
    ])
  func endless(scalars: String) {
    let unit = Array(scalars.utf8)
    var bytes: [UInt8] = [0x61]
    while bytes.count < 1_000_000 { bytes += unit }
    var sum = 0
    for glyph in Cells.glyphs(inUTF8: bytes[...]) {
      sum += glyph.byteCount
      if glyph.text.utf8.count > 160 || glyph.width > 16 {
        Issue.record("\(glyph.text.utf8.count) bytes are drawn in \(glyph.width) cells")
      }
    }
    #expect(sum == bytes.count)
  }

  /// Pieces that meet in unlucky ways more often than random bytes would.
  private static let pieces: [[UInt8]] =
    [
      "a", "Z", " ", "\t", "\n", "\r", "\r\n", "\u{1b}", "\u{7f}", "\u{9b}", "é", "日", "\u{301}",
      "\u{94d}", "क", "ी", "\u{200d}", "\u{200c}", "\u{fe0f}", "👩", "❤", "🏽", "🇩", "\u{1100}",
      "\u{1161}", "\u{11a8}", "\u{ac00}", "\u{202e}", "\u{2066}", "\u{feff}", "\u{e0041}",
      "\u{1f3f4}", "\u{600}", "\u{d4e}", "\u{e000}", "\u{1face}", "\u{ff9e}", "\u{20e3}",
      "\u{2028}", "\u{ad}", "\u{10eff}", "\u{9be}", "\u{995}",
      "\u{17d2}", "\u{178f}", "\u{17b8}", "\u{1fae9}",
    ].map { Array($0.utf8) } + [[0xff], [0xe2], [0x82], [0xf0, 0x9f], [0xed, 0xa0], [0xc0]]

  @Test("For any input, byte counts add up, drawn text is harmless, and steps find boundaries")
  func random() {
    var random = SeededRandom(seed: 7)
    for step in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        if Int.random(in: 0..<4, using: &random) == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else if let piece = Self.pieces.randomElement(using: &random) {
          bytes += piece
        }
      }
      let problem = Self.problem(with: bytes)
      if let problem {
        Issue.record("step \(step): \(problem) in \(bytes)")
        return
      }
    }
  }

  private static func problem(with bytes: [UInt8]) -> String? {
    let glyphs = Cells.glyphs(inUTF8: bytes[...])
    if glyphs.reduce(0, { $0 + $1.byteCount }) != bytes.count { return "the bytes do not add up" }
    let width = glyphs.reduce(0) { $0 + $1.width }
    if Cells.width(ofUTF8: bytes[...]) != width { return "the width is not the sum" }
    let text = String(decoding: bytes, as: UTF8.self)
    if Cells.width(of: text) != Cells.glyphs(in: text).reduce(0, { $0 + $1.width }) {
      return "the string's width is not the sum"
    }
    var boundaries = [0]
    for glyph in glyphs {
      if glyph.byteCount < 1 || glyph.width < 1 { return "a glyph is empty" }
      if glyph.cells.reduce(0, { $0 + $1.width }) != glyph.width {
        return "the cells do not add up"
      }
      if glyph.cells.contains(where: { $0.text.unicodeScalars.count > 5 }) {
        return "a cell holds more than ncurses keeps"
      }
      if glyph.text.unicodeScalars.contains(where: isDangerous) { return "a control is drawn" }
      boundaries.append(boundaries[boundaries.count - 1] + glyph.byteCount)
    }
    for index in 0...bytes.count {
      if Cells.boundary(before: index, in: bytes[...]) != boundaries.last(where: { $0 < index })
        ?? 0
      {
        return "the boundary before \(index) is wrong"
      }
      if Cells.boundary(after: index, in: bytes[...])
        != boundaries.first(where: { $0 > index }) ?? bytes.count
      {
        return "the boundary after \(index) is wrong"
      }
      if Cells.boundary(atOrBefore: index, in: bytes[...])
        != boundaries.last(where: { $0 <= index })
      {
        return "the boundary at or before \(index) is wrong"
      }
    }
    return nil
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    // The non-joiner only separates letters.
    if scalar.value == 0x200c { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
